"""Opening files: by content whatever their name, and with a sentence for whatever goes wrong."""

from __future__ import annotations

import gzip
import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from turnwise.errors import InputError
from turnwise.readers.files import opened

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

TEXT = b"t_1 Q0 a 1 1.0 x\n" * 5000


def read(path: Path) -> bytes:
    with opened(path) as stream:
        return stream.read()


@pytest.mark.parametrize("name", ["plain.gz", "odd.txt", "odd.zst"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstd.compress], ids=["plain", "gzip", "zstd"])
def test_content_tells_how_a_file_is_packed(tmp_path: Path, name: str, pack: Callable[[bytes], bytes]) -> None:
    (tmp_path / name).write_bytes(pack(TEXT))
    assert read(tmp_path / name) == TEXT


def test_gzip_and_zstd_of_several_parts_are_read_whole(tmp_path: Path) -> None:
    for name, pack in (("a", gzip.compress), ("b", zstd.compress)):
        (tmp_path / name).write_bytes(pack(TEXT) + pack(b"end"))
        assert read(tmp_path / name) == TEXT + b"end"


def test_an_empty_file_is_empty_text(tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    assert read(tmp_path / "empty") == b""


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (gzip.compress(TEXT)[:-12], "{}: the compressed data end too early; copy or download the file again."),
        (zstd.compress(TEXT)[:-4], "{}: the compressed data end too early; copy or download the file again."),
        (
            gzip.compress(TEXT) + b"junk",
            "{}: the compressed data are damaged (Not a gzipped file (b'ju')); get the file again.",
        ),
        (b"PK\x03\x04abc", "{}: found a zip archive, expected text, plain, .gz or .zst; unpack or convert it first."),
        (b"BZh91AY", "{}: found bzip2 data, expected text, plain, .gz or .zst; unpack or convert it first."),
        ("t_1 Q0".encode("utf-16"), "{}: found UTF-16 text, expected text, plain, .gz or .zst; save it as UTF-8."),
    ],
    ids=["cut gzip", "cut zstd", "gzip and junk", "zip", "bzip2", "utf-16"],
)
def test_files_that_cannot_be_read_as_text(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "broken"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read(path)
    assert str(caught.value) == sentence.format(path)


def with_checksum(text: bytes) -> bytes:
    return zstd.compress(text, options={zstd.CompressionParameter.checksum_flag: 1})


@pytest.mark.parametrize("pack", [gzip.compress, with_checksum])
def test_damage_within_packed_data_is_found(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    content = bytearray(pack(random.Random(3).randbytes(5000)))
    content[2000] ^= 0x55
    (tmp_path / "damaged").write_bytes(content)
    with pytest.raises(InputError, match="the compressed data are damaged"):
        read(tmp_path / "damaged")


def test_a_missing_file_and_the_one_beside_it(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.run: no such file\.$"):
        read(tmp_path / "a.run")
    (tmp_path / "a.run.gz").write_bytes(b"")
    with pytest.raises(InputError, match=r"a\.run: no such file, but there is .*a\.run\.gz\.$"):
        read(tmp_path / "a.run")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="found a folder, expected a file"):
        read(tmp_path)


def test_a_file_without_rights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", denied)  # rights alone would not stop a superuser
    with pytest.raises(InputError, match="permission to read it is denied"):
        read(tmp_path / "closed")


def test_errors_of_the_caller_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(TEXT)
    with pytest.raises(ZeroDivisionError), opened(tmp_path / "a"):
        _ = 1 / 0


def test_a_file_of_nearly_the_same_name_is_named(tmp_path: Path) -> None:
    (tmp_path / "keyword.run").write_text("")
    (tmp_path / "other.txt").write_text("")
    with (
        pytest.raises(InputError, match=r"keywrd\.run: no such file, but there is 'keyword\.run'\.$"),
        opened(tmp_path / "keywrd.run"),
    ):
        pass
