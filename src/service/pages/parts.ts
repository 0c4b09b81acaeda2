import { createHash } from 'node:crypto';
import type { Trail } from '../../contract/index.ts';
import { Html, colours, html, webLink, type Child } from '../../html/index.ts';
import { badgeOf, gateSays, standsByOverride, stateBadge, timeAgo, trailEntries, utcTime, type Badge } from '../../presentation/index.ts';
import { cut, revealed, stringAt, version } from '../../text/index.ts';
import type { Links } from '../evidence/links.ts';
import type { Refusal } from '../evidence/refusal.ts';
import { roleWords, type Caller } from '../roles.ts';

/** The one style of all pages: for light and dark, for narrow screens, and for paper. A colour only repeats what a word says. */
const style = `
${colours}* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 64rem; padding: 1rem 1.25rem 3rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
a, code, time, b, .name { unicode-bidi: isolate; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .75rem 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem; }
article h2 { margin-top: 0; border: 0; font-size: 1.05rem; }
h3 { font-size: 1.05rem; margin: 0 0 .5rem; }
p { margin: .5rem 0; }
code, pre { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; font-size: .875em; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: .375rem; padding: .75rem; overflow-x: auto; white-space: pre-wrap; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: center; justify-content: space-between; }
header form, footer { display: inline; }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; background: var(--paper); padding: .5rem; }
input, select, textarea, button { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: .375rem;
  padding: .25rem .6rem; max-width: 100%; } button { cursor: pointer; }
.strip a { display: inline-block; min-width: 1.75rem; padding: .1rem; border: 1px solid; border-radius: .25rem; text-align: center;
  text-decoration: none; }
footer { color: var(--soft); font-size: .875rem; }
nav ol { list-style: none; margin: 0; padding: 0; color: var(--soft); }
nav li { display: inline; }
nav li + li::before { content: "/"; padding: 0 .5rem; }
nav.pages { display: flex; gap: 1.5rem; margin: 1rem 0; }
dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .25rem 1rem; margin: .5rem 0; }
dt { color: var(--soft); }
dd { margin: 0; }
dd ul, ul.rows ul { margin: 0; padding-left: 1.1rem; }
ul.rows { list-style: none; margin: 0; padding: 0; }
ul.rows > li { display: grid; grid-template-columns: 15.5rem 1fr; gap: 0 1rem; padding: .5rem 0; border-bottom: 1px solid var(--line); }
ul.rows p { margin: 0; }
details { margin: .5rem 0; }
article { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; margin: .75rem 0; }
.text { white-space: pre-wrap; }
.soft { color: var(--soft); }
.state { font-weight: 600; align-self: start; justify-self: start; }
.good { color: var(--good); } .bad { color: var(--bad); } .open, .unknown, .overridden { color: var(--open); }
.overridden { background: var(--amber); border-radius: .25rem; padding: .1em 0; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; overflow-wrap: normal; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; }
th.number, td.number { text-align: right; white-space: nowrap; }
th[scope=row] { font-weight: normal; overflow-wrap: anywhere; min-width: 9rem; }
figure { margin: 0; } svg { max-width: 100%; height: auto; fill: var(--link); }
.charts, .filter { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: flex-start; } .filter { align-items: end; gap: .5rem .75rem; }
.filter label, .fields label { display: grid; } .fields { display: grid; gap: .5rem; max-width: 30rem; } .fields select, .fields button { justify-self: start; } [aria-invalid] { border-color: var(--bad); } .filter input { width: 10rem; } .filter select { max-width: 16rem; }
@media (max-width: 40rem) { dl, ul.rows > li { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .4rem; } }
@media print { body { max-width: none; padding: 0; font-size: .8rem; } article, figure, tr, ul.rows > li { break-inside: avoid; }
  form, nav.pages, .skip, h2:has(+ form), details:has(form) { display: none !important; } .scroll, pre { overflow: visible; } table { overflow-wrap: anywhere; } details::details-content { content-visibility: visible; block-size: auto; } }
`;

/** Times by the clock of the reader, written as the service writes those in UTC. It reads nothing but times, and a page says the same without it. */
const script = `
const two = (number) => String(Math.trunc(Math.abs(number))).padStart(2, '0');
for (const time of document.querySelectorAll('time')) {
  const at = new Date(time.dateTime), offset = -at.getTimezoneOffset(), utc = time.title;
  const local = new Date(at.getTime() + offset * 60000).toISOString().slice(0, 19).replace('T', ' ');
  const words = local + (offset < 0 ? ' -' : ' +') + two(offset / 60) + ':' + two(offset % 60);
  if (time.textContent === utc) time.textContent = words;
  else time.title = words + ' (' + utc + ')';
}
`;

/** The parts of a page; `way` leads to it, from below the organization down to where the reader is. */
export interface Page {
  readonly title: string;
  readonly way?: readonly Child[];
  readonly main: Html;
}

/** All around a page: who reads it where, as far as that is known. */
export interface Shell {
  readonly links: Links;
  readonly userName?: string;
  readonly org?: Caller;
  /** The form that ends the session, if there is one. */
  readonly signOut?: Html | undefined;
}

const hashed = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Allows only this style and this script, and forms for ourselves: no other script, no picture, no frame around the page or in it. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${hashed(style)}`,
  `script-src ${hashed(script)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Must keep these exact texts: the policy above knows them by their hashes. A module runs when the page is there. */
const ownElements = new Html(
  `<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M2 8l4 4 8-8' fill='none' stroke='%232da44e' stroke-width='3'/%3E%3C/svg%3E" /><script type="module">${script}</script><style>${style}</style>`,
);

export function documentOf({ main, title, way = [] }: Page, shell: Shell): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${ownElements}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        ${headerOf(shell, way)}
        <main id="main">${main}</main>
        <footer><p>compliance-evidence ${version}</p></footer>
      </body>
    </html> `.toString();
}

function headerOf({ links, org, signOut, userName }: Shell, way: readonly Child[]): Html {
  const begin = [ownLink(links.home(), 'Home'), ...(org === undefined ? [] : [ownLink(links.organization(org.orgName), org.orgName)])];
  const who = userName === undefined ? ownLink(links.signIn(), 'Sign in') : html`${named(userName)}${org && ` (${roleWords(org)})`}`;
  return html`<header>
    <nav aria-label="Where you are">
      <ol>
        ${[...begin, ...way].map((step) => html`<li>${step}</li>`)}
      </ol>
    </nav>
    ${
      org === undefined
        ? undefined
        : html`<form role="search" aria-label="Search the organization" action="${links.search(org.orgName)}">
            <input type="search" name="q" aria-label="Search" maxlength="200" required /> <button>Search</button>
          </form>`
    }
    <div>${who} ${signOut}</div>
  </header>`;
}

export function wayTo({ flow, flows }: Links, org: string, flowName?: string): readonly Html[] {
  const list = ownLink(flows(org), 'Flows');
  return flowName === undefined ? [list] : [list, ownLink(flow(org, flowName), flowName)];
}

/** Longest foreign text on one line, in UTF-16 units. */
const longestLine = 300;
const longestParagraph = 2000;
/** Items of a list in a record that are shown. */
const mostItems = 50;

/** A foreign text on one line. */
export function line(text: string): string {
  return cut(text.trim().replace(/\s*[\r\n\u0085\u2028\u2029]\s*/g, ' ⏎ '), longestLine);
}

/** The name of somebody or something, as others chose it: in bold, and with all in it that is not seen. */
export function named(text: string): Html {
  return html`<b>${line(revealed(text))}</b>`;
}

export function ownLink(address: string, shown: Child): Html {
  return html`<a href="${address}">${shown}</a>`;
}

/** A state: its mark, its word, and the colour that repeats them. */
export function badge({ mark, tone, word }: Badge): Html {
  return html`<span class="state ${tone}"><span aria-hidden="true">${mark}</span> ${word}</span>`;
}

/** A state as the interface names it, and whether it comes from an override. */
export interface StateShown {
  readonly status: string | null | undefined;
  readonly isOverridden: boolean;
}

/** The state that was decided, and next to it the state by the current templates if that is another one. */
export function states(decided: StateShown, current: StateShown): Html {
  const shown = ({ isOverridden, status }: StateShown): Html => badge(stateBadge(status, isOverridden));
  if (current.status === undefined || current.status === decided.status) return shown(decided);
  return html`${shown(decided)} <span class="soft">as decided,</span> ${shown(current)} <span class="soft">by what is asked now</span>`;
}

/** The states, and before them the answer of a gate where that is something else than what was decided. */
export function statesAfterGate(item: object, decided: StateShown, current: StateShown): Html {
  const gate = gateSays(item, decided.status, current.status ?? decided.status);
  if (gate?.differs !== true) return states(decided, current);
  return html`${badge(badgeOf(gate.verdict))} <span class="soft">says a gate; recorded as</span> ${states(decided, current)}`;
}

/** The reason of such an answer; with `fix` also how to fix it. */
export function gateReason(item: object, decided: StateShown, current: StateShown, shows: 'message' | 'fix'): Html | undefined {
  const gate = gateSays(item, decided.status, current.status ?? decided.status);
  if (gate?.differs !== true || gate.message === '') return undefined;
  return html`<span class="soft"
    >A gate says: ${line(gate.message)}${shows === 'fix' && gate.fix !== '' ? html`. Fix: ${line(gate.fix)}` : undefined}</span
  >`;
}

/** A note where a gate would find that nothing is required. */
export function requiresNothing(item: object): Html | undefined {
  return (gateSays(item, undefined)?.note ?? '') !== '' ? html`<span class="soft">Its flow requires nothing.</span>` : undefined;
}

export function stateOfTrail(compliance: Trail['compliance_status']): StateShown {
  const { status } = compliance;
  return { status, isOverridden: standsByOverride(status, trailEntries({ compliance_status: compliance })) };
}

/** Names and what is known about each. Names without a value are left out. */
export function facts(...each: readonly (readonly [name: string, value: Child])[]): Html {
  const known = each.filter(([, value]) => value !== undefined && value !== '');
  if (known.length === 0) return html``;
  return html`<dl>
    ${known.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

/** A moment, given in Unix seconds or as a decimal string of them; `undefined` for anything else. */
export function moment(seconds: unknown): Html | undefined {
  const exact = typeof seconds === 'number' || typeof seconds === 'string' ? utcTime(seconds) : '';
  return /^\d{4}-/.test(exact) ? timeElement(exact, exact) : undefined;
}

/** How long ago a moment in Unix seconds was, with the moment itself for who wants it exactly. */
export function ago(seconds: number): Html {
  return timeElement(utcTime(seconds), timeAgo(seconds, Date.now() / 1000));
}

/** Every time of a page. Its title says it in UTC; a script shows it by the clock of the reader, and leaves words such as `3 hours ago`. */
function timeElement(utc: string, words: string): Html {
  return html`<time datetime="${utc.slice(0, 10)}T${utc.slice(11, 19)}Z" title="${utc}">${words}</time>`;
}

/** A commit: its SHA, as a link if it has a page, and the first line of its message. */
export function commit(info: unknown): Html | undefined {
  const sha = stringAt(info, 'sha1') ?? '';
  if (sha === '') return undefined;
  const author = stringAt(info, 'author') ?? '';
  const branch = stringAt(info, 'branch') ?? '';
  const about = [branch === '' ? '' : `on ${line(branch)}`, author === '' ? '' : `by ${line(author)}`].filter((part) => part !== '');
  return html`${webLink(stringAt(info, 'url'), html`<code>${line(sha)}</code>`)} <span class="name">${messageOf(info)}</span>
    <span class="soft">${about.join(', ')}</span>`;
}

export function shortSha(info: unknown): Html {
  return html`<code>${stringAt(info, 'sha1')?.slice(0, 8) ?? ''}</code>`;
}

/** The name of a trail; that of a commit is as short as people read it. */
export function shortName(name: string): string {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(name) ? name.slice(0, 8) : line(name);
}

export function messageOf(info: unknown): string {
  return line(stringAt(info, 'message')?.trim().split('\n', 1)[0] ?? '');
}

/** A list as far as it is shown, with a line that says how many more items there are; `undefined` if it is empty. */
export function items(shown: readonly Child[], more = Math.max(shown.length - mostItems, 0)): Html | undefined {
  if (shown.length === 0) return undefined;
  return html`<ul>
    ${shown.slice(0, mostItems).map((item) => html`<li>${item}</li>`)}${more > 0 ? html`<li>and ${more} more</li>` : undefined}
  </ul>`;
}

/** The addresses that a client sent, by their labels. */
export function externalLinks(urls: unknown): Html | undefined {
  if (typeof urls !== 'object' || urls === null) return undefined;
  return items(Object.entries(urls).map(([label, url]) => webLink(stringAt(url, 'href'), line(label))));
}

/** A foreign text of several lines, such as a description. */
export function paragraph(text: string | null | undefined): Html | undefined {
  return text === undefined || text === null || text.trim() === ''
    ? undefined
    : html`<span class="text">${cut(text.trim(), longestParagraph)}</span>`;
}

export function pages(name: string, address: string, page: number, hasMore: boolean): Html | undefined {
  return pageLinks(name, page > 1 ? `${address}?page=${page - 1}` : undefined, hasMore ? `${address}?page=${page + 1}` : undefined);
}

export function pageLinks(name: string, before: string | undefined, after: string | undefined): Html | undefined {
  if (before === undefined && after === undefined) return undefined;
  return html`<nav class="pages" aria-label="${name}">
    ${before === undefined ? undefined : html`<a href="${before}" rel="prev">Back</a>`}
    ${after === undefined ? undefined : html`<a href="${after}" rel="next">More</a>`}
  </nav>`;
}

export function rowsOr(rows: readonly Html[], empty: Child): Html {
  return rows.length === 0
    ? html`<p>${empty}</p>`
    : html`<ul class="rows">
        ${rows}
      </ul>`;
}

/** One thing of a list: its state, or its name alone, and below it what is known of it. */
export function row(state: Child, name: Child, ...known: readonly Child[]): Html {
  return html`<li>
    <span>${state}</span>
    <div>${name} ${known}</div>
  </li>`;
}

/** A form that was refused: why, and with which texts. */
export interface Refused {
  readonly refusal: Refusal;
  readonly typed: Readonly<Record<string, unknown>>;
}

/** Why, and how to fix it, in words for people: what was sent is there for them to see. */
export function reasonsOf({ errors, fix, message }: Refusal): readonly string[] {
  if (errors === undefined || fix !== undefined) return [message, fix ?? ''];
  return Object.entries(errors).map(([field, why]) =>
    `${field} ${why}`.replace(/^(?:query|path)\.|^(\w+)\[\d+\]/, '$1').replace(/ \[input: .*/s, ''),
  );
}

/** Why a form was refused. The focus is there. */
export function alert(reasons: readonly string[]): Html {
  return html`<div class="bad" role="alert" tabindex="-1" autofocus>${reasons.map((reason) => html`<p>${line(reason)}</p>`)}</div>`;
}

/** A field of a form: for a text, where `more` says what may stand in it, or one of some choices. */
interface Field {
  readonly name: string;
  readonly label: string;
  readonly more?: string;
  readonly isRequired?: boolean;
  readonly choices?: readonly string[];
}

/** The fields of a form. Where it was refused they have what was typed, and the focus is on the reason, which names them by their labels. */
export function fields(button: string, refused: Refused | undefined, all: readonly Field[]): Html {
  const labelOf = (word: string): string => all.find(({ name }) => name === word)?.label ?? word;
  const reasons = refused === undefined ? [] : reasonsOf(refused.refusal).map((reason) => reason.replace(/^\w+|\w+_\w+/g, labelOf));
  const fieldOf = ({ choices, isRequired = false, label, more, name }: Field): Html => {
    const typed = stringAt(refused?.typed, name);
    if (choices !== undefined) return choiceField(name, label, choices, typed);
    const isWrong = reasons.some((reason) => reason.startsWith(label));
    const marks = new Html(`${isRequired ? ' required' : ''}${isWrong ? ' aria-invalid="true"' : ''}`);
    return html`<label
      >${label} <span class="soft">${more}</span><input name="${name}" value="${typed}" maxlength="512" ${marks}
    /></label>`;
  };
  return html`<div class="fields">${refused && alert(reasons)} ${all.map(fieldOf)} <button>${button}</button></div>`;
}

/** A choice; that of a filter begins with an empty value, which is any. */
export function choiceField(name: string, label: string, choices: readonly string[], chosen = ''): Html {
  const option = (value: string) =>
    html`<option value="${value}" ${value === chosen ? html`selected` : undefined}>${value || 'any'}</option>`;
  return html`<label
    >${label}
    <select name="${name}">
      ${choices.map(option)}
    </select></label
  >`;
}

/** Something that cannot be undone, behind a second step. */
export function twoSteps(what: string, form: Html | undefined): Html | undefined {
  return form && folded(what, form);
}

/** Closed until the reader opens it. */
export function folded(title: string, content: Child): Html {
  return html`<details>
    <summary>${title}</summary>
    ${content}
  </details>`;
}

export function command(text: string): Html {
  return html`<pre tabindex="0">${text}</pre>`;
}

export function yamlFile(name: string, content: string): Html | undefined {
  return content.trim() === '' ? undefined : folded(name, command(content));
}
