#!/usr/bin/env bash
# `make demo`: what Turnwise does, on the samples that come with it. Each command is shown, so that it can be copied.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PWD/.venv/bin:$PATH"
score=src/turnwise/samples/score
options=src/turnwise/samples/options

heading() { printf '\n\033[1m%s\033[0m\n' "$*"; }
run() {
  printf '$ %s\n\n' "$*"
  "$@"
}

mkdir -p demo-report

heading "1. Three systems answered the 30 turns of six conversations. Which answers best, turn by turn?"
run turnwise score $score/runs --qrels $score/qrels.txt -m nDCG@3 -m RR -m AP --sort nDCG@3 -o demo-report/scores.csv

heading "2. A support bot is unsure what people want. How many options should it show them?"
run turnwise options tune $options/replies.jsonl --gold $options/gold.csv --report demo-report/options.html

heading "Written: demo-report/scores.csv (a row a turn) and demo-report/options.html (open it in a browser)."
cat <<'NEXT'
Next:
  .venv/bin/turnwise compare demo-report/scores.csv -m nDCG@3
or, on your own files (put .venv/bin on your PATH, or write .venv/bin/turnwise):
  turnwise score RUN... --qrels QRELS -m nDCG@3       TREC runs, Parquet, CSV or JSON Lines
  turnwise options tune REPLIES --gold GOLD.csv       Rasa, Dialogflow, CLU, LUIS, Lex, Watson, or a plain table
  turnwise agree RATINGS                              do raters agree, people or models?
  turnwise dialogues score DIALOGUES                  helpdesk dialogues, by the nuggets that annotators found
  turnwise avatar chat ANSWERS.csv                    an avatar or FAQ bot: a table of questions and answers
  turnwise measures                                   what can be measured
NEXT
