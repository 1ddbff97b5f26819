"""The look of a self-contained page: system fonts, light and dark, phone and print."""

STYLE = """
:root { color-scheme: light dark; --ground: #fff; --ink: #1d1d1f; --soft: #5c5c63; --rule: #d5d5da; --panel: #f4f4f6;
  --accent: #0b62a8; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #17171a; --ink: #f2f2f4; --soft: #b0b0b8; --rule: #45454c; --panel: #232328; --accent: #74b8f2; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem 1rem 4rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.4rem 0 .4rem; }
p, li { max-width: 46rem; }
.soft { color: var(--soft); }
.verdict { font-size: 1.15rem; padding: 1rem 1.1rem; background: var(--panel); border-left: .3rem solid var(--accent); }
pre { background: var(--panel); padding: .8rem 1rem; overflow-x: auto; white-space: pre-wrap; }
.wide { overflow-x: auto; }
.wide:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding-bottom: .4rem; }
caption span { display: block; position: sticky; left: 0; max-width: min(46rem, calc(100vw - 2rem)); }
th, td { padding: .35rem .7rem; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; }
thead th { vertical-align: bottom; white-space: normal; min-width: 4rem; font-weight: 600; }
th:first-child, .words, .left { text-align: left; }
tbody th { font-weight: 400; }
.words { white-space: normal; min-width: 13rem; }
tr.best > * { font-weight: 700; }
figure { margin: 1rem 0 2rem; }
figure svg { display: block; width: 100%; max-width: 34rem; height: auto; }
figcaption { color: var(--soft); max-width: 46rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
dt { color: var(--soft); } dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
figure.large .wide svg { width: var(--w); max-width: none; min-width: min(var(--w), 100%); }
nav ol { display: flex; flex-wrap: wrap; gap: .2rem 1.6rem; padding-left: 0; list-style-position: inside; }
a { color: var(--accent); }
.heat td { padding: .3rem .25rem; border: 1px solid var(--ground); border-width: 0 1px 1px 0;
  background: color-mix(in srgb, var(--accent) calc(var(--s, 0) * 55%), transparent); print-color-adjust: exact; }
.heat thead th:not(:first-child) { min-width: 0; text-align: center; font-weight: 400; }
.heat th:first-child { position: sticky; left: 0; background: var(--ground); }
@media (max-width: 30rem) {
  body { padding: 1rem .75rem 3rem; }
  h1 { font-size: 1.35rem; } .verdict { font-size: 1.05rem; }
  th, td { padding: .3rem .45rem; } .words { white-space: nowrap; }
  tbody th { white-space: normal; overflow-wrap: anywhere; min-width: 9rem; }
  dl { grid-template-columns: 1fr; } dd { margin-bottom: .4rem; }
}
@media print {
  :root { --ground: #fff; --ink: #000; --soft: #444; --rule: #bbb; --panel: #fff; --accent: #000; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .wide { overflow: visible; } table { font-size: 8pt; } th, td { padding: .2rem .35rem; } thead th { min-width: 0; }
  .heat { font-size: min(6.5pt, calc(7.4in / (8 + 3.1 * var(--n)))); }
  .heat td, .heat thead th:not(:first-child) { padding: .1rem .2em; } figure.large .wide svg { width: 100%; }
  nav { display: none; } figure, table, .verdict { break-inside: avoid; } h2 { break-after: avoid; }
}
"""
