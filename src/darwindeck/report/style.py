"""How pages of reports look: light and dark by what the reader's system says, and on paper."""

STYLE = """
:root { color-scheme: light dark; --fg: #1b1b1f; --bg: #fdfdfb; --soft: #5d5d66; --line: #d9d8d2; --card: #f4f3ee;
 --c0: #2563a8; --c1: #c2571a; --c2: #3a7d44; --c3: #8a4fa3; --c4: #a8862a; --c5: #b03052; --c6: #2a8a93; --c7: #6b6b75; }
@media (prefers-color-scheme: dark) { :root { --fg: #e8e7e3; --bg: #17181b; --soft: #a5a5ae; --line: #3a3b41; --card: #212226;
 --c0: #6aa5e6; --c1: #ee8a4e; --c2: #74bd80; --c3: #c08ddb; --c4: #d9b850; --c5: #ea7694; --c6: #5fc4ce; --c7: #a0a0ab; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--fg); background: var(--bg); max-width: 60em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.7em; margin: 0; } h2 { margin: 2em 0 .4em; border-bottom: 1px solid var(--line); } h3 { margin: 0; }
p.soft, .soft { color: var(--soft); }
svg { width: 100%; min-width: 32em; height: auto; max-height: 22em; } svg .grid { stroke: var(--line); } svg .label { fill: var(--soft); font-size: 12px; }
svg .cell { fill: var(--fg); font-size: 13px; font-weight: 600; } svg .empty { fill: var(--card); }
ul.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .3em 1.2em; padding: 0; margin: .2em 0 1em; font-size: .9em; }
ul.legend i { display: inline-block; width: .8em; height: .8em; border-radius: 2px; margin-right: .4em; }
table { border-collapse: collapse; width: 100%; font-size: .93em; } th { text-align: left; font-weight: 600; }
th, td { padding: .25em .8em .25em 0; border-bottom: 1px solid var(--line); vertical-align: top; } td.n, th.n { text-align: right; }
.scroll { overflow-x: auto; }
.bar { display: inline-block; width: 7em; height: .7em; background: var(--card); border-radius: 3px; overflow: hidden; vertical-align: middle; }
.bar span { display: block; height: 100%; background: var(--c0); }
article { background: var(--card); border-radius: 10px; padding: 1em 1.2em; margin: 1em 0; }
details { margin: .5em 0; } summary { cursor: pointer; }
pre { white-space: pre-wrap; font: 13px/1.45 ui-monospace, monospace; background: var(--card); padding: .8em; border-radius: 8px; overflow-x: auto; }
article pre { background: var(--bg); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1em 1.2em; } dt { color: var(--soft); } dd { margin: 0; }
@media print { details > * { display: block; } body { max-width: none; } }
"""
