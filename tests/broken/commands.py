"""Commands that ask for what there is not: files, measures, options, places to write to."""

# One input a line reads better than many lines of 120 characters.
# ruff: noqa: E501

from __future__ import annotations

from tests.broken.case import CSV, GOOD, QRELS, RUN, Case, Files, called, zipped
from tests.broken.replies import GOOD as TUNABLE
from tests.broken.replies import TUNE

ASKED = "score run.txt -q qrels.txt"
HELP = "`turnwise score --help` tells what it takes."
TUNE_HELP = "`turnwise options tune --help` tells what it takes."
QUICK = f"{TUNE} --policy top-k --resamples 5"
NO_RUN: Files = {"qrels.txt": QRELS}
LONG: Files = {"qrels.txt": QRELS, "run.txt": "".join(f"t_1 Q0 d{n} {n} {9 - n} x\n" for n in range(7))}

CASES: list[Case] = [
    called("a missing run", ASKED, "run.txt: no such file.", NO_RUN),
    called("a missing run, compressed there", ASKED, "run.txt: no such file, but there is run.txt.gz.", {**NO_RUN, "run.txt.gz": zipped(RUN)}),
    called("a missing run among good ones", "score run.txt none.txt -q qrels.txt", "none.txt: no such file."),
    called("missing judgements", ASKED, "qrels.txt: no such file.", {"run.txt": RUN}),
    called("judgements that are a folder", ASKED, "qrels.txt: found a folder, expected a file.", {"run.txt": RUN, "qrels.txt": None}),
    called("judgements as a pattern", "score run.txt -q *.txt", "*.txt: no such file."),
    called("an empty folder of runs", "score runs -q qrels.txt", "runs: found an empty folder, expected runs.", {**NO_RUN, "runs": None}),
    called("a folder without runs", "score runs -q qrels.txt", "runs: found 2 files in this folder, none of them a run, expected runs; name a run's file to see what is wrong with it.", {**NO_RUN, "runs/a.md": "hi", "runs/judged.txt": QRELS}),
    called("a pattern without files", "score runs/*.trec -q qrels.txt", "runs/*.trec: found nothing of this pattern, expected runs; correct the pattern.", {**NO_RUN, "runs/a.md": "hi"}),
    called("a pattern of folders", "score r* -q qrels.txt", "r*: found 1 folder and no file of this pattern, expected runs; correct the pattern.", {**NO_RUN, "runs/a.trec": RUN}),
    called("an unknown measure", f"{ASKED} -m nDGC@3", "there is no measure 'nDGC'; did you mean 'nDCG'? `turnwise measures` lists all."),
    called("a measure by another name", f"{ASKED} -m MRR", "there is no measure 'MRR'; did you mean 'RR'? `turnwise measures` lists all."),
    called("a measure without its cutoff", f"{ASKED} -m nDCG@", "measure 'nDCG@': a whole number after '@' is expected, found the end; write it as nDCG@3 or RBP(p=0.5)."),
    called("a measure cut at 0", f"{ASKED} -m P@0", "P: k must be a whole number from 1 to 10^15, found 0."),
    called("an unknown parameter", f"{ASKED} -m RBP(q=0.5)", "RBP has no parameter 'q'; it takes k, p, rel, smoothed, terminal."),
    called("a parameter out of its range", f"{ASKED} -m RBP(p=2)", "RBP: p must be a number between 0 and 1, both excluded, found 2."),
    called("a measure half written", f"{ASKED} -m RBP(p=0.5", "measure 'RBP(p=0.5': a ',' or ')' is missing; write it as nDCG@3 or RBP(p=0.5)."),
    called("a measure twice", f"{ASKED} -m RR -m rr", "measure RR is asked for twice; name each once."),
    called("a list too long for OLAR", f"{ASKED} -m OLAR", "OLAR orders lists of up to 5, and one has 7; use OLAR(max_length=7).", LONG),
    called("a level that is not a number", f"{ASKED} --rel nan -m RR", "RR: rel must be a finite number above 0, found nan."),
    called("an unknown format", f"{ASKED} --format xml", f"invalid value for '--format': 'xml' is not one of 'table', 'json', 'jsonl', 'csv', 'parquet', 'latex'; {HELP}"),
    called("an unknown ending", f"{ASKED} -o out.xyz", "out.xyz: the ending '.xyz' names no format; end it in one of .json, .jsonl, .ndjson, .csv, .parquet, .tex, .txt or give --format."),
    called("a folder that is not there", f"{ASKED} -o no/out.csv", "no/out.csv: there is no folder no; create it, or write elsewhere."),
    called("a folder in the place of the output", f"{ASKED} -o out.csv", "out.csv: found a folder, expected a file to write; give a file's name.", {**GOOD, "out.csv": None}),
    called("a file in the place of a folder", f"{ASKED} -o run.txt/out.csv", "run.txt/out.csv: it cannot be written (not a directory); write elsewhere."),
    called("a run in the place of the output", f"{ASKED} -o run.txt", "run.txt: this file is read, and would be written over; write elsewhere."),
    called("judgements in the place of the output, spelled otherwise", f"{ASKED} -o ./qrels.txt", "qrels.txt: this file is read, and would be written over; write elsewhere."),
    called("dialogues in the place of the output", "dialogues score d.jsonl -o d.jsonl", "d.jsonl: this file is read, and would be written over; write elsewhere.", {"d.jsonl": "{}"}),
    called("gold in the place of the output", "dialogues score-submission s.json --gold g.json -o g.json", "g.json: this file is read, and would be written over; write elsewhere.", {"s.json": "[]", "g.json": "[]"}),
    called("Parquet on the screen", f"{ASKED} --format parquet", "parquet is not text: give a file with -o FILE."),
    called("sorting by what was not measured", f"{ASKED} -m RR --sort AP", "--sort AP: it is not measured; the measures are RR."),
    called("no judgements named", "score run.txt", f"missing option '--qrels' / '-q'; {HELP}"),
    called("no run named", "score -q qrels.txt", f"missing argument 'RUN...'; {HELP}"),
    called("an unknown option", f"{ASKED} --precison single", f"no such option '--precison'; did you mean '--score-precision'? {HELP}"),
    called("an unknown command", "scor run.txt", "there is no command 'scor'; did you mean 'score'?"),
    called("a column of a run without names", f"{ASKED} --column score=bm25", "columns: score=bm25 is for a table, and the runs are in TREC's format, whose columns have no names; leave it out."),
    called("a column of judgements without names", "score run.csv -q qrels.txt --column grade=label", "columns: grade=label is for a table, and the judgements are in TREC's format, whose columns have no names; leave it out.", {"qrels.txt": QRELS, "run.csv": CSV}),
    called("a column where nothing has names", f"{ASKED} --column turn=qid", "columns: turn=qid is for a table, and the files are in TREC's format, whose columns have no names; leave it out."),
    called("an unknown rule for missing turns", f"{ASKED} --missing nan", f"invalid value for '--missing': 'nan' is not one of 'zero', 'skip', 'error'; {HELP}"),
    called("an unknown measure for options", f"{TUNE} -m OLRA", "there is no measure 'OLRA'; did you mean 'OLAR'? `turnwise measures` lists all.", TUNABLE),
    called("an unknown policy", f"{TUNE} --policy treshold", f"invalid value for '--policy': 'treshold' is not one of 'all', 'top-k', 'threshold', 'margin', 'mass'; {TUNE_HELP}", TUNABLE),
    called("one fold", f"{TUNE} --folds 1", f"invalid value for '--folds': 1 is not in the range x>=2; {TUNE_HELP}", TUNABLE),
    called("a report in no folder", f"{QUICK} --report no/x.html", "no/x.html: there is no folder no; create it, or write elsewhere.", TUNABLE),
    called("a form of options by an unknown ending", f"{QUICK} -o x.docx", "x.docx: the ending '.docx' names no form; end it in *.", TUNABLE),
    called("replies in the place of the output", f"{TUNE} -o replies.json", "replies.json: this file is read, and would be written over; write elsewhere.", TUNABLE),
    called("two kinds of gold", f"{TUNE} --gold-is a", "--gold and --gold-is both say what is right; give one of the two.", TUNABLE),
    called("lists too long for any OLAR", f"{TUNE} --max-length 50", "OLAR: lists of up to 50 leave no room for the rank below λ = 0.001 (the longest is 32); set mu, as in OLAR(mu=1e-04).", TUNABLE),
    called("an unknown part of options", "options tun", "no such command 'tun'; did you mean 'tune'? `turnwise options --help` tells what it takes."),
    called("scores of no known ending", "score run.txt -q qrels.txt --sort nDCG", "--sort nDCG: it is not measured; did you mean 'nDCG@3'?"),
]  # fmt: skip
