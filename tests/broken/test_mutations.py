"""Good files, broken at random: whatever they have become, they are scored, or refused in one sentence."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.broken.case import CSV, CSV_GRADES, LINES, NESTED, QRELS, RUN, ikat, zipped, zstandard
from tests.broken.dialogues import MUTABLE as DIALOGUES
from tests.broken.replies import GOLD, REPLIES
from tests.broken.replies import LINES as REPLY_LINES
from tests.broken.tables import WHOLE
from turnwise.cli.main import main

IKAT = ikat(
    {"turn_id": "t_1", "responses": [{"passage_provenance": [{"id": "a", "score": 1.5}, {"id": "b", "score": 1}]}]}
)
TUNE = "options score {} --gold gold.csv --resamples 2 -m F1"
GOOD: dict[str, bytes | str] = {
    "run.txt": RUN, "run.gz": zipped(RUN * 9), "run.zst": zstandard(RUN * 9), "run.parquet": WHOLE,
    "run.csv": CSV, "run.tsv": CSV.replace(",", "\t"), "run.jsonl": LINES, "run.json": NESTED, "ikat.json": IKAT,
    "qrels.txt": QRELS, "judged.csv": CSV_GRADES, "gold.csv": GOLD, "replies.json": REPLIES,
    "replies.jsonl": REPLY_LINES, **DIALOGUES,
}  # fmt: skip
#: What people and programs write where something else belongs.
WORDS = [
    b"nan", b"NaN", b"inf", b"-Infinity", b"-1e999", b"1e-400", b"0x1F", b"1_0", b"-0", b"12345678901234567890",
    b"null", b"true", b"", b" ", b"\t", b"\n", b"\r", b"\r\n", b"\0", b'"', b"'", b",", b";", b"#", b"{", b"}", b"[",
    b"]", b":", b"\xef\xbb\xbf", b"\xff\xfe", b"\xe9", b"\xc3\xa9", b"\xc2\xa0", b"\\", b"\\u0000", b"\\ud800",
    b"Q0", b"0", b"turn", b"score",
]  # fmt: skip


def words_for(name: str) -> list[str]:
    if name in DIALOGUES:
        posts = "posts.csv" if name.startswith("posts") else name
        return f"dialogues convert {posts} -o written.csv --mixed strongest".split()
    if name.startswith(("replies", "gold")):
        return TUNE.format("replies.json" if name == "gold.csv" else name).split()
    judged = name if name in ("qrels.txt", "judged.csv") else "qrels.txt"
    return ["score", "run.txt" if name == judged else name, "-q", judged, "-m", "RR"]


def mutated(content: bytes, draw: random.Random) -> bytes:
    """The content after one to four changes."""
    for _ in range(draw.randint(1, 4)):
        start = draw.randrange(len(content) + 1)
        end = min(len(content), start + draw.choice((0, 1, 1, 2, 5, 20)))
        part = content[start:end]
        words = draw.choice(WORDS) * draw.randint(1, 3)
        flipped = bytes(byte ^ 1 << draw.randrange(8) for byte in part)
        changed = draw.choice((b"", words, words, part * 2, part[::-1], draw.randbytes(2), flipped))
        content = content[:start] + changed + content[end:]
        if draw.random() < 0.05:
            content = content[: draw.randrange(len(content) + 1)]
    return content


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", GOOD)
def test_a_changed_file_is_scored_or_refused_in_a_sentence(
    name: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for good, content in GOOD.items():
        Path(good).write_bytes(content if isinstance(content, bytes) else content.encode())
    draw = random.Random(f"{name} {seed}")
    whole = Path(name).read_bytes()
    outcomes = []
    for _ in range(12):
        Path(name).write_bytes(content := mutated(whole, draw))
        result = CliRunner().invoke(main, words_for(name), prog_name="turnwise")
        assert isinstance(result.exception, SystemExit | None), (content, result.exception)
        assert result.exit_code in (0, 2), (content, result.output)
        if result.exit_code == 2:
            assert result.stderr.startswith("turnwise: "), content
            assert result.stderr.count("\n") == 1, (content, result.stderr)
            assert "Error" not in result.stderr, (content, result.stderr)
        outcomes.append(result.exit_code)
    assert 2 in outcomes, "no change broke the file, so nothing was tried"
