import { createHash } from 'node:crypto';
import { Html, colours, html, type Child } from '../../html/index.ts';

/** The one style of all pages: for light and dark, for narrow screens, and for paper. A colour only repeats what a word says. */
const style = `
${colours}* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 64rem; padding: 1rem 1.25rem 3rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
a, code, time, b, .name { unicode-bidi: isolate; }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .75rem 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem; }
article h2 { margin-top: 0; border: 0; font-size: 1.05rem; }
h3 { font-size: 1.05rem; margin: 0 0 .5rem; }
p { margin: .5rem 0; }
code, pre { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; font-size: .875em; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: .375rem; padding: .75rem; overflow-x: auto; white-space: pre-wrap; }
nav ol { list-style: none; margin: 0; padding: 0; color: var(--soft); }
nav li { display: inline; }
nav li + li::before { content: "/"; padding: 0 .5rem; }
nav.pages { display: flex; gap: 1.5rem; margin: 1rem 0; }
dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .25rem 1rem; margin: .5rem 0; }
dt { color: var(--soft); }
dd { margin: 0; }
dd ul { margin: 0; padding-left: 1.1rem; }
ul.rows { list-style: none; margin: 0; padding: 0; }
ul.rows > li { display: grid; grid-template-columns: 15.5rem 1fr; gap: 0 1rem; padding: .5rem 0; border-bottom: 1px solid var(--line); }
ul.rows p { margin: 0; }
details { margin: 1rem 0; }
article { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; margin: .75rem 0; }
.text { white-space: pre-wrap; }
.soft { color: var(--soft); }
.state { font-weight: 600; align-self: start; justify-self: start; }
.good { color: var(--good); } .bad { color: var(--bad); } .open, .unknown, .overridden { color: var(--open); }
.overridden { background: var(--amber); border-radius: .25rem; padding: .1em .35em; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; overflow-wrap: normal; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; }
th.number, td.number { text-align: right; white-space: nowrap; }
th[scope=row] { font-weight: normal; overflow-wrap: anywhere; min-width: 9rem; }
@media (max-width: 40rem) { dl, ul.rows > li { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .4rem; } }
@media print { body { max-width: none; padding: 0; font-size: .8rem; } article, ul.rows > li { break-inside: avoid; }
  nav.pages { display: none; } details::details-content { content-visibility: visible; block-size: auto; } }
`;

/** The parts of a page; `way` leads to it, from the organization down to where the reader is. */
export interface Page {
  readonly title: string;
  readonly way: readonly Child[];
  readonly main: Html;
}

/** Allows only this style: no script, no picture, no form, no frame around the page or in it. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Must keep this exact text: the policy above knows it by its hash. */
const styleElement = new Html(`<style>${style}</style>`);

export function documentOf({ main, title, way }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        ${
          way.length === 0
            ? undefined
            : html`<header>
                <nav aria-label="Where you are">
                  <ol>
                    ${way.map((step) => html`<li>${step}</li>`)}
                  </ol>
                </nav>
              </header>`
        }
        <main>${main}</main>
      </body>
    </html> `.toString();
}
