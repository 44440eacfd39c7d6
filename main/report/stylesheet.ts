/** Style of the exported report: the window's paper and ink, by the system's light or dark. */
export const stylesheet = `:root{--paper:#fbfaf7;--ink:#1d1c1a;--quiet:#6b6861;--line:#dedbd3;--accent:#0f766e;--tint:#d9efec;--warn:#9a3412}
@media (prefers-color-scheme:dark){:root{--paper:#171614;--ink:#ebe8e1;--quiet:#a19d94;--line:#36332e;--accent:#5fc4b8;--tint:#17332f;--warn:#fdba74}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.65 "Source Serif 4","Noto Serif SC","Songti SC",Georgia,serif}
main{max-width:44rem;margin:0 auto;padding:3rem 1.25rem 4rem}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 1.5rem;text-wrap:balance}
h2{font-size:1.25rem;line-height:1.3;margin:2.25rem 0 .6rem}
p{margin:0 0 .8rem}ul,ol{padding-left:1.4rem}li{margin:.3rem 0}
.mark{font:600 .72rem/1 system-ui,sans-serif;color:var(--accent);background:var(--tint);border-radius:.25rem;padding:.12rem .34rem;text-decoration:none;vertical-align:.12rem}
.mark:hover,.mark:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
.doubt,.partial{color:var(--warn)}.partial{border-left:3px solid var(--warn);padding-left:.8rem}
.place,footer{color:var(--quiet);font:.85rem/1.5 system-ui,sans-serif}
.cited li{margin:0 0 1rem;scroll-margin-top:1rem}.cited li:target{background:var(--tint);outline:.5rem solid var(--tint)}
blockquote{margin:.25rem 0 0;padding-left:.9rem;border-left:2px solid var(--line);overflow-wrap:anywhere}
code{font:.85rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere}.asked{margin:.4rem 0}
.rows{overflow-x:auto}table{border-collapse:collapse;font:.85rem/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums}
th,td{border:1px solid var(--line);padding:.2rem .5rem;text-align:left}th{color:var(--quiet);font-weight:600}
footer{margin-top:3rem;border-top:1px solid var(--line);padding-top:1rem}
@media print{body{background:none}main{padding:0;max-width:none}.mark{border:1px solid var(--line)}}
`
