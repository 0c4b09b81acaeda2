import type { Trail } from '../../contract/index.ts';
import { html, webLink, type Child, type Html } from '../../html/index.ts';
import { gateSays, standsByOverride, stateBadge, trailEntries, utcTime, badgeOf, type Badge } from '../../presentation/index.ts';
import { cut, stringAt } from '../../text/index.ts';

/** Longest foreign text on one line, in UTF-16 units. */
const longestLine = 300;
const longestParagraph = 2000;
/** Items of a list in a record that are shown. */
const mostItems = 50;

/** A foreign text on one line. */
export function line(text: string): string {
  return cut(text.trim().replace(/\s*[\r\n\u0085\u2028\u2029]\s*/g, ' ⏎ '), longestLine);
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
  const text = typeof seconds === 'number' || typeof seconds === 'string' ? utcTime(seconds) : '';
  if (!/^\d{4}-/.test(text)) return undefined;
  return html`<time datetime="${text.slice(0, 10)}T${text.slice(11, 19)}Z">${text}</time>`;
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

export function shortCommit(info: unknown): Html | undefined {
  const sha = stringAt(info, 'sha1')?.slice(0, 12) ?? '';
  return sha === ''
    ? undefined
    : html`${webLink(stringAt(info, 'url'), html`<code>${sha}</code>`)} <span class="name">${messageOf(info)}</span>`;
}

function messageOf(info: unknown): string {
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

/** A YAML file, closed until the reader opens it. */
export function yamlFile(name: string, content: string): Html | undefined {
  if (content.trim() === '') return undefined;
  return html`<details>
    <summary>${name}</summary>
    <pre tabindex="0">${content}</pre>
  </details>`;
}
