"""Broken tables: CSV, TSV, JSON Lines, JSON and Parquet."""

# One input a line reads better than many lines of 120 characters.
# ruff: noqa: E501

from __future__ import annotations

import datetime

from tests.broken.case import (
    CSV,
    CSV_GRADES,
    CUT,
    FINITE,
    LINES,
    NESTED,
    NO_GRADE,
    NO_ITEM,
    NO_JSON,
    NO_SCORE,
    NO_TEXT,
    NO_TURN,
    QRELS,
    RUN,
    Case,
    called,
    ikat,
    parquet,
    qrels,
    run,
    zipped,
)

HEADER = "put a header row with the columns' names before the first row."
GIVE = "expected one; give it one, or leave it out."
NOT_GIVEN = "remove it, or give the item a score."
AS_SCORE = "expected the score as a number."
DAMAGED = ": the Parquet file is damaged or cut off; write or copy it again."
NO_PARQUET = ": found no Parquet in it; unpack or write the file again, or correct its ending."
OBJECT = 'expected an object with named values, such as {"turn": …, "item": …, "score": …}.'
WHOLE = parquet(turn=["t_1", "t_2"], item=["a", "a"], score=[2.5, 0.5])


def csv(name: str, content: bytes | str, says: str, file: str = "run.csv") -> Case:
    return run(f"CSV, {name}", content, says, file)


def lines(name: str, content: bytes | str, says: str) -> Case:
    return run(f"JSON Lines, {name}", content, says, "run.jsonl")


def nested(name: str, content: bytes | str, says: str) -> Case:
    return run(f"JSON, {name}", content, says, "run.json")


def columnar(name: str, content: bytes, says: str, file: str = "run.parquet") -> Case:
    return run(f"Parquet, {name}", content, says, file)


CASES: list[Case] = [
    csv("Excel's line of a separator", "sep=;\nturn;item;score\nt_1;a;1\n", ", line 1: found 'sep=;', expected a header row; delete this line."),
    csv("a column of another name", CSV.replace("item", "items"), f": found the columns 'turn', 'items', 'score', {NO_ITEM}; rename 'items' to 'item', or say --column item=items."),
    csv("a column too few", "turn,item\nt_1,a\n", f": found the columns 'turn', 'item', {NO_SCORE}; add it, or rename the column of the score, or say --column score=NAME."),
    csv("two columns for one thing", "qid,query,docno,score\nt_1,why,a,1\n", ": found the columns 'qid', 'query', expected only one of the turn; rename the others, or say --column turn=qid."),
    csv("a name twice", "turn,item,score,score\nt_1,a,1,2\n", ", line 1: found two columns 'score', expected each name once; rename one of them."),
    csv("no header", "t_1,a,1\nt_2,a,2\n", f": found the columns 't_1', 'a', '1', {NO_TURN}; {HEADER}"),
    csv("no header, a value twice", "1,a,1\n2,a,2\n", f": found the columns '1', 'a', '1', {NO_TURN}; {HEADER}"),
    csv("only a header", "turn,item,score\n", ": found no rows, expected one for each item of each list."),
    csv("empty", "", ": found an empty file, expected a table with a header row, such as turn,item,score."),
    csv("a cell too many", CSV + "t_2,b,1,x\n", ", line 4: found 4 cells, expected 3 as in the header; quote cells that hold the separator."),
    csv("a cell too few", CSV + "\nt_2,b\n", ", line 5: found 2 cells, expected 3 as in the header; quote cells that hold the separator."),
    csv("an empty cell", CSV + "t_2,,1\n", f", line 4: found no item in 'item', {GIVE}"),
    csv("score in words", CSV + "t_2,b,abc\n", f", line 4: found the score 'abc', {FINITE}; correct it."),
    csv("score infinite", CSV + "t_2,b,inf\n", f", line 4: found the score 'inf', {FINITE}; {NOT_GIVEN}"),
    csv("a score below a cell of two lines", 'turn,item,score\nt_1,"a\nb",1\nt_2,a,x\n', f", line 4: found the score 'x', {FINITE}; correct it."),
    csv("decimal commas", "turn;item;score\nt_1;a;2,5\n", f", line 2: found the score '2,5', {FINITE}; write the decimal mark as a point."),
    csv("a quote that never closes", CSV + 't_2,"b,1\nt_2,c,1\n', ", line 4: found a broken cell (*), expected CSV or TSV; close quotes, and double those within quotes."),
    csv("text after a quote", CSV + 't_2,"b"x,1\nt_2,c,1\n', ", line 4: found a broken cell (*), expected CSV or TSV; close quotes, and double those within quotes."),
    csv("a cell of 1 MB without an end", 'turn,item,score\nt_1,"' + "x" * 1_000_000, ", line 2: found a broken cell (*), expected CSV or TSV; close quotes, and double those within quotes."),
    csv("old Mac line ends", CSV.replace("\n", "\r"), ", line 1: found carriage returns within it, expected one line for each row; convert its line ends, for instance with `tr '\\r' '\\n'`."),
    csv("UTF-16", CSV.encode("utf-16"), f": found UTF-16 text, {NO_TEXT}; save it as UTF-8."),
    csv("Latin-1", (CSV + "t_2,é,1\n").encode("latin-1"), ", line 4: found the byte e9, expected UTF-8 text; save the file as UTF-8."),
    csv("a zero byte", CSV + "t_2,\0,1\n", ", line 4: found a zero byte, expected text; check that it is the right file."),
    csv("gzip cut off", zipped(CSV * 50)[:60], f": {CUT}", "run.csv.gz"),
    csv("judgements", CSV_GRADES, f": found the columns 'turn', 'item', 'grade', {NO_SCORE}; this looks like judgements: give a run here, and this table as the judgements."),
    csv("spaces for tabs", "turn item score\nt_1 a 1\n", f": found the columns 'turn item score', {NO_TURN}; separate the columns by commas or tabs.", "run.tsv"),
    called("run: CSV, padded cells, strict", "score run.csv -q qrels.txt --strict", "run.csv: 1 row with blanks around the content of cells read without them (refused because of strict reading).", {"qrels.txt": QRELS, "run.csv": "turn,item,score\nt_1, a, 2\n"}),
    lines("broken", LINES + '{"turn":"t_2","item"\n' + LINES, ", line 3: found broken JSON: the end of the text at column 21, expected ':' delimiter."),
    lines("cut off", LINES[:-20], ", line 2: found broken JSON: *, expected *."),
    lines("a list", LINES + "[1]\n", f", line 3: found [1], {OBJECT}"),
    lines("a number", LINES + "\n5\n", f", line 4: found 5, {OBJECT}"),
    lines("no score", LINES + '{"turn":"t_2","item":"b"}\n', f", line 3: found no score in 'score', {GIVE}"),
    lines("null for an item", LINES + '\n{"turn":"t_2","item":null,"score":1}\n', f", line 4: found no item in 'item', {GIVE}"),
    lines("score NaN", LINES + '{"turn":"t_2","item":"b","score":NaN}\n', f", line 3: found the score 'nan', {FINITE}; {NOT_GIVEN}"),
    lines("score true", LINES + '{"turn":"t_2","item":"b","score":true}\n', ", line 3: found True in 'score', expected text or a number."),
    lines("score in words", LINES + '{"turn":"t_2","item":"b","score":"high"}\n', f", line 3: found the score 'high', {FINITE}; correct it."),
    lines("a key twice", LINES + '{"turn":"t_1","item":"b","item":"c","score":1}\n', ", line 3: found the key 'item' twice in one object, expected each key once; keep one of the two."),
    lines("half a character", LINES + '{"turn":"t_2","item":"\\ud800","score":1}\n', ", line 3: found '\\ud800' in 'item', expected whole characters."),
    lines("no item", '{"turn":"t_1","text":"a","score":1}\n', f": found the columns 'turn', 'text', 'score', {NO_ITEM}; add it, or rename the column of the item, or say --column item=NAME."),
    lines("empty", "", f": found an empty file, {NO_JSON}"),
    lines("nested 100,000 deep", '{"turn":' + "[" * 100_000 + "\n", ", line 1: found JSON nested too deeply, expected objects and lists some levels deep."),
    lines("a huge number", '{"turn":"t_1","item":"a","score":' + "1" * 5000 + "}\n", ", line 1: found a number of thousands of digits, expected numbers of everyday size."),
    nested("broken", NESTED.replace('"a": 0.5', '"a" 0.5'), ", line 2: found broken JSON: '0.5}}\\n' at column 14, expected ':' delimiter."),
    nested("cut off", NESTED[:29], ", line 1: found broken JSON: the end of the text at column 30, expected property name enclosed in double quotes."),
    nested("score in words", NESTED.replace("0.5", '"x"'), f", turn 't_2', item 'a': found the score 'x', {FINITE}; correct it."),
    nested("score null", NESTED.replace("0.5", "null"), f", turn 't_2', item 'a': found no score in 'score', {GIVE}"),
    nested("score infinite", NESTED.replace("0.5", "-Infinity"), f", turn 't_2', item 'a': found the score '-inf', {FINITE}; {NOT_GIVEN}"),
    nested("items without scores", '{"t_1": ["a", "b"]}', ": found ['a', 'b'] for turn 't_1', expected a dict of items with their scores: {turn: {item: score}}."),
    nested("an item twice", '{"t_1": {"a": 1, "a": 2}}', ": found the key 'a' twice in one object, expected each key once; keep one of the two."),
    nested("half a character", NESTED.replace("c", "\\udfff"), ", turn 't_1', item '\\udfff': found '\\udfff' in 'item', expected whole characters."),
    nested("a number", "5", f": found '5', {NO_JSON}"),
    nested("an empty list", "[]", f": found '[]', {NO_JSON}"),
    nested("an empty object", "{}", ": found no scores, expected {turn: {item: score}}."),
    nested("a table of means", '{"nDCG@3": 0.5}', ": found 0.5 for turn 'nDCG@3', expected a dict of items with their scores: {turn: {item: score}}."),
    nested("a list of numbers", "[1, 2]", f", record 1: found 1, {OBJECT}"),
    nested("nested 100,000 deep", "[" * 100_000, ": found JSON nested too deeply, expected objects and lists some levels deep."),
    nested("a huge number", '{"t_1": {"a": ' + "1" * 5000 + "}}", ": found a number of thousands of digits, expected numbers of everyday size."),
    nested("iKAT, two responses to a turn", ikat({"turn_id": "t_1", "responses": [{}, {}]}), ", turn 1: found 2 responses to 't_1', expected one, whose passages are ranked; write the passages of each turn as a TREC run."),
    nested("iKAT, a turn without an id", ikat({"responses": []}), ", turn 1: found {'responses': []}, expected an iKAT turn with 'turn_id' and 'responses'."),
    nested("iKAT, a passage without a score", ikat({"turn_id": "t_1", "responses": [{"passage_provenance": [{"id": "a"}]}]}), ", turn 1: found the passage {'id': 'a'}, expected one with 'id' and 'score'."),
    nested("iKAT, no turns", ikat(), ": found no scores, expected {turn: {item: score}}."),
    columnar("cut off", WHOLE[:-30], DAMAGED),
    columnar("of four bytes", b"PAR1", DAMAGED),
    columnar("damaged inside", WHOLE[:60] + b"\xff" * 30 + WHOLE[90:], ": its data are damaged; write or copy the file again."),
    columnar("not Parquet", CSV.encode(), NO_PARQUET),
    columnar("within gzip", zipped(CSV), NO_PARQUET, "run.parquet.gz"),
    columnar("empty", b"", NO_PARQUET),
    columnar("a null score", parquet(turn=["t_1", "t_2"], item=["a", "a"], score=[2.5, None]), f", row 2: found no score in 'score', {GIVE}"),
    columnar("score NaN", parquet(turn=["t_1", "t_2"], item=["a", "a"], score=[2.5, float("nan")]), f", row 2: found the score 'nan', {FINITE}; {NOT_GIVEN}"),
    columnar("turns in halves", parquet(turn=[1.0, 1.5], item=["a", "a"], score=[2, 1]), ", row 2: found the turn 1.5, expected text or a whole number; store the turn ids as text."),
    columnar("dates for turns", parquet(turn=[datetime.date(2024, 1, 2)], item=["a"], score=[2]), ": found Date in column 'turn', expected the turn as text or a whole number."),
    columnar("lists for scores", parquet(turn=["t_1"], item=["a"], score=[[2.5]]), f": found List(Float64) in column 'score', {AS_SCORE}"),
    columnar("true for a score", parquet(turn=["t_1"], item=["a"], score=[True]), f": found Boolean in column 'score', {AS_SCORE}"),
    columnar("no rows", parquet(turn=[], item=[], score=[]), ": found no rows, expected one for each item of each list."),
    columnar("a score table", parquet(system=["s"], turn=["t_1"], measure=["RR"], value=[0.5]), f": found the columns 'system', 'turn', 'measure', 'value', {NO_ITEM}; add it, or rename the column of the item, or say --column item=NAME."),
    qrels("CSV without grades", "turn,item\nt_1,a\n", f": found the columns 'turn', 'item', {NO_GRADE}; add it, or rename the column of the grade, or say --column grade=NAME.", "judged.csv"),
    qrels("CSV, a run", CSV, f": found the columns 'turn', 'item', 'score', {NO_GRADE}; this looks like a run: give judgements here, and this table as a run.", "judged.csv"),
    qrels("CSV, two grades for one item", CSV_GRADES + "t_1,a,2\n", ", line 4: found grade 2 for item 'a' of turn 't_1', expected the grade 1 of line 2; keep one of the two.", "judged.csv"),
    qrels("JSON, grade in words", '{"t_1": {"a": "good"}}', f", turn 't_1', item 'a': found the grade 'good', {FINITE}; correct it.", "judged.json"),
    qrels("JSON, items without grades", '{"t_1": ["a"]}', ": found ['a'] for turn 't_1', expected a dict of items with their grades: {turn: {item: grade}}.", "judged.json"),
    called("run: several systems, one broken", "score run.csv -q qrels.txt", f"run.csv, line 3: found the score 'x', {FINITE}; correct it.", {"qrels.txt": QRELS, "run.csv": "run,turn,item,score\nA,t_1,a,2\nB,t_1,a,x\n", "run.txt": RUN}),
]  # fmt: skip
