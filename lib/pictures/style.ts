// How pages look: one sheet for the report and the board, light and dark, on paper and on a telephone.

export const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--ink:#1b1f24;--faint:#57606a;--rule:#d0d7de;--soft:#f6f8fa;--link:#0550ae;--good:#116329;--good-soft:#dafbe1;--going:#0550ae;--going-soft:#ddf4ff;--weak:#7d4e00;--weak-soft:#fff8c5;--bad:#a40e26;--bad-soft:#ffebe9;--idle:#57606a;--idle-soft:#f6f8fa}
@media (prefers-color-scheme:dark){:root{--ground:#0d1117;--ink:#e6edf3;--faint:#9da7b3;--rule:#30363d;--soft:#161b22;--link:#79c0ff;--good:#56d364;--good-soft:#12261e;--going:#79c0ff;--going-soft:#0c2d6b;--weak:#e3b341;--weak-soft:#2e2a1f;--bad:#ff7b72;--bad-soft:#3c1618;--idle:#9da7b3;--idle-soft:#161b22}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:76rem;padding:1rem;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;margin:0}h2{font-size:1.25rem;margin:2rem 0 .5rem;padding-bottom:.25rem;border-bottom:1px solid var(--rule)}h3{font-size:1rem;margin:1.25rem 0 .25rem}
p{margin:.4rem 0}a{color:var(--link)}code{font:.9em ui-monospace,monospace}.faint{color:var(--faint)}
nav{margin:.75rem 0}nav,[role=tablist]{display:flex;flex-wrap:wrap;gap:.25rem .5rem}
nav a,nav button{font:inherit;padding:.25rem .6rem;border:1px solid var(--rule);border-radius:6px;background:var(--soft);color:var(--ink);text-decoration:none}
nav button[aria-selected=true]{background:var(--ink);color:var(--ground);border-color:var(--ink)}
form{margin:.4rem 0;display:flex;flex-wrap:wrap;gap:.4rem;align-items:center}form input[type=text]{flex:1 1 12rem;min-width:8rem;max-width:40rem;font:inherit;padding:.3rem .5rem;border:1px solid var(--faint);border-radius:6px;background:var(--ground);color:var(--ink)}
form button{font:inherit;padding:.3rem .9rem;border:1px solid var(--faint);border-radius:6px;background:var(--soft);color:var(--ink);min-height:2rem}fieldset{border:1px solid var(--rule);border-radius:6px;margin:0}label.choice{display:inline-block;margin-right:1rem}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
table{border-collapse:collapse;width:100%;font-size:.93rem}th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--rule)}th{color:var(--faint);font-weight:600}td.number,th.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td.name{min-width:12rem}.wide{overflow-x:auto;max-height:36rem;overflow-y:auto}.wide.tall{max-height:none;content-visibility:auto;contain-intrinsic-size:auto 16rem}
.tag{display:inline-block;padding:0 .5rem;border-radius:1rem;border:1px solid currentColor;font-size:.85rem;white-space:nowrap}
.good{color:var(--good)}.going{color:var(--going)}.weak{color:var(--weak)}.bad{color:var(--bad)}.idle{color:var(--idle)}
progress{width:100%;height:1rem;accent-color:var(--good)}
details{margin:.2rem 0}ul{margin:.25rem 0;padding-left:1.25rem}
svg{display:block;max-width:none}svg text{fill:var(--ink);font:13px system-ui,sans-serif}svg .small{font-size:11px;fill:var(--faint)}
svg .line{fill:none;stroke:var(--faint);stroke-width:1.2;marker-end:url(#tip)}svg .line.critical{stroke:var(--bad);stroke-width:2.4}svg .tip{fill:var(--faint)}
svg .box{text-decoration:none}svg rect{stroke:var(--rule);stroke-width:1.2;fill:var(--soft)}
svg .good rect{fill:var(--good-soft);stroke:var(--good)}svg .going rect{fill:var(--going-soft);stroke:var(--going)}svg .weak rect{fill:var(--weak-soft);stroke:var(--weak)}
svg .critical rect{stroke:var(--bad);stroke-width:2.4}svg .curve{fill:none;stroke:var(--good);stroke-width:2}svg .goal{stroke:var(--faint);stroke-dasharray:4 4}svg .axis{stroke:var(--rule)}
.undone{text-decoration:line-through}footer{margin:2rem 0 1rem;color:var(--faint);font-size:.85rem}
@media (max-width:40rem){body{padding:.6rem;font-size:15px}table.cards thead{position:absolute;left:-999rem}table.cards tr{display:block;padding:.4rem 0;border-bottom:1px solid var(--rule)}table.cards td{display:block;border:0;padding:.1rem 0;text-align:left}table.cards td[data-is]::before{content:attr(data-is) ": ";color:var(--faint)}}
@media print{:root{--ground:#fff;--ink:#000;--faint:#444;--rule:#999;--soft:#fff}nav,form,#done,#standing{display:none}body{max-width:none;padding:0;font-size:10.5pt}section[hidden]{display:block}.wide,.wide.tall{overflow:visible;max-height:none;content-visibility:visible}svg{max-width:100%;height:auto}tr,svg{break-inside:avoid}h2,h3{break-after:avoid}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`
