import { createHash } from 'node:crypto';

/** The page's only style sheet. Colours have a contrast of 4.5:1 in both schemes and never carry meaning alone. */
export const style = `
:root { color-scheme: light dark; --ground: #fff; --ink: #1c2430; --soft: #566070; --line: #d5dae2;
  --raw: #9a4a00; --calibrated: #0b5cad; --third: #5b6470; }
@media (prefers-color-scheme: dark) { :root { --ground: #12161c; --ink: #e8ecf2; --soft: #a5afbd; --line: #333c48;
  --raw: #f0a35e; --calibrated: #6db3f8; --third: #a5afbd; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 46rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; }
p { margin: .4rem 0; overflow-wrap: anywhere; }
time { white-space: nowrap; }
.soft, caption, figcaption { color: var(--soft); }
.verdict { font-size: 1.15rem; font-weight: 600; margin: 1rem 0; }
.notice { border-left: 4px solid var(--calibrated); padding: .2rem .8rem; margin: .8rem 0; }
.notice code { color: var(--soft); font-size: .85em; }
figure { margin: .8rem 0; }
figcaption { font-size: .9rem; }
.chart { display: block; width: 100%; height: auto; max-width: 100%; overflow: hidden; background: none; }
.chart, .chart text { font-size: 12px; }
.chart.narrow { display: none; }
.chart text { white-space: pre; }
.scroll { overflow-x: auto; width: max-content; min-width: 100%; max-width: min(64rem, calc(100vw - 2rem));
  position: relative; left: 50%; transform: translateX(-50%); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .92rem; }
caption { text-align: left; padding: .3rem 0; font-size: .9rem; }
caption span { display: block; max-width: min(44rem, calc(100vw - 2rem)); }
th, td { text-align: right; padding: .3rem .5rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
th[scope=row] { white-space: normal; overflow-wrap: anywhere; min-width: 7rem; }
.key { display: inline-block; width: .8em; height: .8em; margin-right: .3em; border-radius: 50%; background: var(--raw); }
.key.calibrated { border-radius: 0; background: var(--calibrated); }
.keys { display: block; }
.keys > span:not(.key) { margin-right: 1em; }
.keys > .key ~ .key { margin-left: .8em; }
.key.line { width: 1.4em; height: 0; border-radius: 0; border-top: 3px solid var(--raw); background: none; vertical-align: middle; }
.key.line.recall { border-top: 3px dashed var(--calibrated); }
.key.line.flagged { border-top: 3px dotted var(--third); }
summary { cursor: pointer; padding: .4rem 0; }
@media (max-width: 48rem) { th, td { white-space: normal; padding: .3rem; } }
@media (max-width: 40rem) { h1 { font-size: 1.35rem; } .chart.wide { display: none; } .chart.narrow { display: block; } }
@media print { details { display: block; } body { max-width: none; } }
`.trim();

const hash = createHash('sha256').update(style).digest('base64');

/** Content security policy: the page loads, runs and sends nothing; it may use this one style sheet. */
export const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
