/** Style of the report. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1d2733; --soft: #5d6b7a; --line: #dfe5ec; --ground: #f5f7fa; --card: #fff; --good: #12724c; --good-bg: #e2f4eb;
  --bad: #b3261e; --bad-bg: #fdeae8; --ask: #8a5a00; --ask-bg: #fdf1d8; --accent: #2456a6; --code: #eef2f7; }
@media (prefers-color-scheme: dark) { :root { --ink: #e5eaf0; --soft: #9aa7b5; --line: #2c3743; --ground: #12181f; --card: #1a222b; --good: #6fd3a5; --good-bg: #17352a;
  --bad: #ff9d94; --bad-bg: #43211f; --ask: #f0c268; --ask-bg: #3b2f15; --accent: #8db7ff; --code: #232d38; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
header, main, footer { max-width: 1040px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 40px; }
.brand { margin: 0; color: var(--accent); font-weight: 700; letter-spacing: .04em; }
h1 { margin: 4px 0 20px; font-size: 30px; line-height: 1.2; }
.outcome { padding: 14px 18px; border-radius: 10px; font-weight: 600; }
.outcome.good { background: var(--good-bg); color: var(--good); }
.outcome.bad { background: var(--bad-bg); color: var(--bad); }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(230px, 1fr)); gap: 12px; margin: 20px 0 28px; }
.figures div { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 10px 14px; }
.figures dt { color: var(--soft); font-size: 13px; }
.figures dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.strip { display: flex; gap: 14px; overflow-x: auto; padding: 4px max(24px, calc(50vw - 496px)) 18px; }
.strip a { flex: none; width: 190px; text-decoration: none; font-size: 13px; }
.shot { display: block; aspect-ratio: 8 / 5; border: 1px solid var(--line); border-radius: 8px; background: var(--card) top / cover no-repeat; }
.strip .shot { margin-bottom: 6px; }
.strip a { color: var(--soft); }
.strip a:hover, .strip a:focus-visible { color: var(--accent); }
h2 { display: flex; align-items: center; gap: 12px; margin: 34px 0 12px; font-size: 19px; }
h2 span { flex: none; width: 30px; height: 30px; border-radius: 50%; background: var(--accent); color: var(--card); font-size: 15px; text-align: center; line-height: 30px; }
ol { list-style: none; margin: 0 0 0 14px; padding: 0 0 0 28px; border-left: 2px solid var(--line); }
.call { position: relative; margin-bottom: 8px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; scroll-margin-top: 12px; }
.call::before { content: ""; position: absolute; left: -36px; top: 14px; width: 12px; height: 12px; border-radius: 50%; background: var(--good); border: 2px solid var(--ground); }
.call.bad::before { background: var(--bad); }
.call.approved::before { background: var(--ask); }
.call:target { outline: 2px solid var(--accent); }
.call > details > summary { display: flex; align-items: baseline; gap: 12px; padding: 9px 14px; cursor: pointer; list-style: none; }
.call > details > summary::-webkit-details-marker { display: none; }
.n { flex: none; min-width: 1.6em; color: var(--soft); text-align: right; font-variant-numeric: tabular-nums; }
.tool { flex: none; width: 112px; font: 600 13px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.target { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
details[open] > summary .target { white-space: normal; overflow-wrap: anywhere; }
.target small { margin-left: 10px; }
details[open] > summary .target small { display: none; }
.ms { flex: none; min-width: 64px; color: var(--soft); font-size: 13px; text-align: right; font-variant-numeric: tabular-nums; }
.chip { flex: none; padding: 0 9px; border-radius: 99px; font-size: 12px; line-height: 20px; background: var(--good-bg); color: var(--good); }
.chip.bad { background: var(--bad-bg); color: var(--bad); }
.chip.ask { background: var(--ask-bg); color: var(--ask); }
.body { padding: 4px 16px 14px 52px; border-top: 1px solid var(--line); }
.body dl { display: grid; grid-template-columns: 84px 1fr; gap: 6px 14px; margin: 10px 0; }
.body dt { color: var(--soft); font-size: 13px; padding-top: 1px; }
.body dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
small { color: var(--soft); }
code { padding: 1px 5px; border-radius: 4px; background: var(--code); font: 12.5px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.verdict { font-weight: 700; }
.verdict.allow { color: var(--good); } .verdict.deny { color: var(--bad); } .verdict.ask { color: var(--ask); }
.asked { margin-top: 8px; padding: 10px 14px; border-left: 3px solid var(--ask); border-radius: 0 8px 8px 0; background: var(--ask-bg); }
.asked ul { margin: 6px 0; padding-left: 20px; }
.effect { display: inline-block; margin: 0 6px 4px 0; padding: 0 8px; border-radius: 6px; background: var(--code); font-size: 13px; }
.body .shot { width: min(100%, 560px); margin: 12px 0; }
.text > summary { color: var(--accent); font-size: 13px; cursor: pointer; }
pre { max-height: 420px; overflow: auto; margin: 8px 0 0; padding: 12px 14px; border-radius: 8px; background: var(--code); font: 12px/1.55 ui-monospace, "SF Mono", Menlo, Consolas, monospace; white-space: pre; }
pre .fence { color: var(--soft); } pre .head { font-weight: 700; } pre .added { color: var(--good); }
footer { padding: 28px 24px 48px; color: var(--soft); font-size: 13px; }
a { color: var(--accent); }
@media (max-width: 640px) { .tool { width: auto; } .body { padding-left: 16px; } .call > details > summary { flex-wrap: wrap; } .target { flex-basis: 100%; order: 5; } }
`;
