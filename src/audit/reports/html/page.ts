import { hash } from 'node:crypto';
import { colours, Html, html as markup } from '../../../html/index.ts';
import type { Header } from '../../facts/line.ts';
import { filterStyle } from '../gathered.ts';
import { momentWords } from '../words.ts';
import { code, line } from './parts.ts';

/** For light and dark screens, for narrow ones, and for paper. A colour only repeats what a word says. */
export const style = `
${colours}:root { --fill-good: #2da44e; --fill-open: #bf8700; --fill-bad: #cf222e; --fill-soft: #8c959f; }
@media (prefers-color-scheme: dark) { :root { --fill-good: #3fb950; --fill-open: #d29922; --fill-bad: #f85149; --fill-soft: #8b949e; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 84rem; padding: 1rem 1.25rem 3rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
a, code, time, b, .name, .flow { unicode-bidi: isolate; }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip a { position: absolute; left: -100rem; }
.skip a:focus { left: 1rem; top: .5rem; z-index: 1; background: var(--paper); padding: .5rem 1rem; border: 2px solid var(--link); }
h1 { font-size: 1.75rem; line-height: 1.25; margin: .75rem 0 .25rem; }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 2.5rem 0 .75rem; border-bottom: 2px solid var(--line); padding-bottom: .25rem; }
h3 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; }
h3 code { font-size: 1em; }
h3 .soft { font-weight: normal; }
p { margin: .5rem 0; }
main p, main ul, main dl { max-width: 60rem; }
code, pre { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; font-size: max(.875em, 12px); }
pre { background: var(--card); border: 1px solid var(--line); border-radius: .375rem; padding: .75rem; overflow-x: auto; white-space: pre-wrap; }
.long { overflow-wrap: anywhere; word-break: break-all; }
.soft { color: var(--soft); }
.good { color: var(--good); } .bad { color: var(--bad); } .open, .unknown { color: var(--open); }
.state { font-weight: 600; }
.verdict { border: 2px solid currentcolor; border-left-width: .75rem; border-radius: .5rem; padding: .75rem 1.25rem; margin: 1rem 0; background: var(--card); }
.verdict p { color: var(--ink); margin: .2rem 0; }
.verdict .word { color: inherit; font-size: 1.75rem; line-height: 1.2; font-weight: 700; margin: 0 0 .3rem; }
.numbers { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 2rem; margin: 1rem 0; padding: 0; }
.numbers b { font-size: 1.35rem; }
.contents ol { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 1rem 0 0; padding: 0; }
.contents a { display: inline-block; padding: .25rem 0; }
dl { display: grid; grid-template-columns: minmax(9rem, max-content) 1fr; gap: .25rem 1.25rem; margin: .5rem 0; }
dt { color: var(--soft); }
dd { margin: 0; min-width: 0; }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; overflow-wrap: break-word; font-size: .9rem; line-height: 1.4; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: top; }
thead th { border-bottom: 2px solid var(--line); color: var(--soft); font-weight: 600; }
tbody th { font-weight: normal; min-width: 9rem; overflow-wrap: anywhere; }
th.number, td.number { text-align: right; white-space: nowrap; padding-right: 1.25rem; }
thead th.number { white-space: normal; }
time { white-space: nowrap; }
ul.plain { list-style: none; margin: 0; padding: 0; }
ul.plain > li + li { margin-top: .3rem; }
.about { display: block; font-size: .92em; }
.title { display: block; font-weight: 600; }
.flow { color: var(--soft); }
ol.rows { list-style: none; margin: 0; padding: 0; max-width: 60rem; }
ol.rows > li { border-left: 3px solid var(--line); padding: .25rem 0 .25rem .9rem; margin: .6rem 0; }
ol.rows p { margin: .1rem 0; }
ol.rows > li:target, ol.rows > li:focus { border-left-color: var(--link); background: var(--card); }
.left-out { border: 1px solid var(--line); border-radius: .375rem; padding: .4rem .75rem; background: var(--card); }
#all-changes th, #all-changes td { overflow-wrap: anywhere; padding-right: .6rem; font-size: .85rem; }
#all-changes tbody th { min-width: 13rem; width: 18%; }
#all-changes td { min-width: 6rem; }
#all-changes time { white-space: normal; }
#all-changes td:nth-of-type(6), #all-changes td:nth-of-type(7), #all-changes td:nth-of-type(8) { min-width: 7.75rem; }
#all-changes thead th { overflow-wrap: normal; }
#all-accepted td { min-width: 9rem; overflow-wrap: anywhere; }
#answers th, #answers td { font-size: .95rem; } #answers tbody th { width: 14%; min-width: 0; font-weight: 600; } #answers td:nth-of-type(2) { width: 33%; }
#short tbody th { width: 23%; } #short td:nth-of-type(1) { width: 14%; } #short td:nth-of-type(3) { width: 29%; }
tbody tr:target { background: var(--card); outline: 2px solid var(--link); outline-offset: -2px; }
.filter :target { font-weight: 700; } .filtered { display: none; border: 1px solid var(--line); border-radius: .375rem; padding: .4rem .75rem; }
#changes:has(.filter :target) .filtered { display: block; }
${filterStyle}
svg text { fill: var(--soft); font-size: 12px; }
svg.weeks { display: block; }
.grid { stroke: var(--line); }
svg.bar { display: block; width: 100%; min-width: 8rem; height: 1rem; }
svg.swatch { vertical-align: -2px; }
.swatch rect, .weeks rect { stroke: var(--paper); stroke-width: .5; }
.under { fill: var(--paper); }
.tone-good, .fill-covered { fill: var(--fill-good); } .tone-open, .fill-medium { fill: var(--fill-open); }
.tone-bad, .fill-non-compliant, .fill-critical, .fill-high { fill: var(--fill-bad); } .tone-soft, .fill-outside-every-flow, .fill-low { fill: var(--fill-soft); }
.fill-high { fill-opacity: .65; }
.fill-covered-now { fill: url(#dots-good); } .fill-covered-later { fill: url(#stripes-good); } .fill-tested-on-head-only { fill: url(#stripes-open); }
.fill-excluded { fill: url(#stripes-soft); } .fill-unknown { fill: url(#dots-open); } .fill-incomplete { fill: url(#dots-bad); } .fill-uncovered { fill: url(#stripes-bad); }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .5rem 0; padding: 0; }
details { margin: .75rem 0; }
summary { cursor: pointer; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); color: var(--soft); }
@media screen and (max-width: 48rem) {
  body { padding: .75rem 1rem 2rem; }
  h1 { font-size: 1.4rem; } .verdict { padding: .6rem .9rem; } .verdict .word { font-size: 1.4rem; }
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; }
  .cards, .cards :is(caption, tbody, tr, tbody th, tbody td) { display: block; }
  .cards thead { position: absolute; left: -100rem; }
  .cards tbody tr { border: 1px solid var(--line); border-radius: .5rem; background: var(--card); padding: .5rem .75rem; margin: .6rem 0; }
  .cards :is(tbody th, tbody td) { border: 0; padding: .15rem 0 !important; text-align: left; width: auto !important; min-width: 0 !important; white-space: normal; }
  .cards tbody th { font-weight: 600; } .cards tbody th .about.soft { font-weight: normal; }
  .cards tbody td::before { content: attr(data-label); display: block; color: var(--soft); font-size: .85em; }
  .cards td.number::before { content: attr(data-label) ": "; display: inline; }
  .whole tbody th { min-width: 6.5rem; } svg.bar { min-width: 5rem; }
  .picture { direction: rtl; } .picture svg { direction: ltr; margin-right: auto; }
  #all-changes tbody td { position: relative; padding-left: 7.25rem !important; }
  #all-changes tbody td::before { position: absolute; left: 0; }
  #all-changes tbody th { width: auto; padding-bottom: .4rem !important; }
}
@page { margin: 14mm 12mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt system-ui, sans-serif; } }
@media screen { .cover { display: none; } }
#matrix td:nth-last-child(-n+2) { min-width: 5rem; border: 1px solid var(--line); }
@page wide { size: landscape; }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #444; --line: #999; --paper: #fff; --card: #fff; --link: #000; --fill-good: #2da44e; --fill-open: #bf8700; --fill-bad: #cf222e; --fill-soft: #8c959f; --good: #0b4a1c; --bad: #8f1a12; --open: #5c3a00; }
  code, pre { font-size: .875em; } body { max-width: none; padding: 0; font-size: 9.5pt; line-height: 1.4; }
  main p, main ul, main dl, ol.rows { max-width: none; }
  .skip, .contents { display: none; }
  h2 { break-after: avoid; margin-top: 1.5rem; } h3, h3 + p, h3 + p + p, caption, .legend { break-after: avoid; }
  .cover { break-after: page; padding-top: 35mm; } .cover .heading { font-size: 22pt; font-weight: 700; } .cover .word { font-size: 16pt; font-weight: 700; } .cover .scroll { margin-top: 30mm; } #signatures :is(th, td) { width: 25%; height: 12mm; font-size: 9.5pt; }
  #changes, .matrix { page: wide; } #matrix th, #matrix td { font-size: 7pt; min-width: 0; }
  table { font-size: 8.5pt; } #all-changes th, #all-changes td { font-size: 7.5pt; padding-right: .4rem; min-width: 0; }
  #all-changes tbody th { min-width: 9rem; }
  #answers th, #answers td, #short th, #short td { font-size: 8pt; line-height: 1.3; padding-top: .1rem; padding-bottom: .1rem; } #answers .long { word-break: normal; }
  .scroll:has(#answers), .scroll:has(#short) { margin: .4rem 0; } header p, .verdict p:not(.word) { display: inline; margin-right: .4em; } h1 { font-size: 16pt; } .verdict { padding: .4rem 1rem; margin: .6rem 0; } .verdict .word { font-size: 15pt; }
  thead { display: table-header-group; }
  tr, ol.rows > li, .verdict, .picture, .scroll:not(:has(tr:nth-of-type(9))) { break-inside: avoid; }
  .scroll { overflow: visible; } .scroll:has(#short) { break-inside: auto !important; }
  svg.weeks { max-width: 100%; height: auto; }
  #findings a[href^="http"]::after { content: " (" attr(href) ")"; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
`;

/**
 * The beginning of a page, up to its body. Its policy allows only the style, by its hash: no script, no picture from
 * elsewhere, nothing that is loaded. `foot` stands at the foot of each sheet of paper; it may be foreign text.
 */
export function startPage(title: string, foot?: string): Html {
  const text = foot === undefined ? style : `${style}${footStyle(foot)}`;
  const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', text, 'base64')}'; base-uri 'none'; form-action 'none'`;
  return markup`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="referrer" content="no-referrer" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    ${new Html(`<style>${text}</style>`)}
  </head>`;
}

export const pageEnd = new Html(`</main>
    <footer><p>The report ends here. If you do not see this line, the file was cut off.</p></footer>
  </body>
</html>
`);

/** Only letters and digits stand as they are: no text ends its own quotes, or the style. */
function footStyle(foot: string): string {
  const quoted = foot.toWellFormed().replace(/[^A-Za-z0-9]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16) ?? ''} `);
  return `@page { @bottom-left { content: "${quoted}"; font: 8pt system-ui, sans-serif; } }\n`;
}

/** Tells a sheet of this report from one of another. */
export function footOf(header: Header): string {
  const { period, repository } = header;
  const from = period.since === null ? `after ${period.sinceSha?.slice(0, 12) ?? 'the beginning'}` : momentWords(period.since, header);
  return `${repository === null ? 'a repository' : line(repository, 80)} · ${from} to ${momentWords(period.until, header)} · question ${digestOf(header)}`;
}

/** The digest for a reader of the sheets: what it is of, and what it does not say. */
export function footWords(header: Header): Html {
  return markup`question ${code(digestOf(header))}: the beginning of the SHA-256 of what this audit was asked, when, and where each branch
  stood. Sheets of one audit have the same. It is no proof of what is on them`;
}

/** As in the first line of the collected file, and of `collected.ndjson` in a package. */
function digestOf(header: Header): string {
  const digest = hash('sha256', `${JSON.stringify(header)}\n`);
  return digest.slice(0, 16);
}
