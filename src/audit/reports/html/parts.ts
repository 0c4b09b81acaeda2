import { Html, html, webLink, type Child } from '../../../html/index.ts';
import { badgeOf, type Badge } from '../../../presentation/index.ts';
import { count, cut, unprintable } from '../../../text/index.ts';
import type { Severity, Subject } from '../../facts/finding.ts';
import { nowWords } from '../../judge/tested.ts';
import type { ChangeState, CoverState, Match } from '../../population/change.ts';
import type { Facts, FirstPage, PageVerdict, Part, Piece, Words } from '../first-page/page.ts';

/** In UTF-16 units; the rest of a longer text is not read. */
const longestLine = 300;
const mostRead = 20_000;

export type Shown = Badge;

/** A foreign text on one line. Marks that stack up over their neighbours stay with four. */
export function line(text: string, longest = longestLine): string {
  const visible = text
    .slice(0, mostRead)
    .toWellFormed()
    .replace(unprintable, '')
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return visible === '' ? '(nothing that can be seen)' : cut(visible, longest);
}

export function name(text: string | null | undefined, absent = 'not known'): Html {
  return text === null || text === undefined ? html`<span class="soft">${absent}</span>` : html`<span class="name">${line(text)}</span>`;
}

export function code(text: string, longest?: number): Html {
  return html`<code>${line(text, longest)}</code>`;
}

export function badge({ mark, tone, word }: Shown): Html {
  return html`<span class="state ${tone}"><span aria-hidden="true">${mark}</span> ${word}</span>`;
}

/** In UTC, to the minute; a text that is not a moment is shown as it is. */
export function moment(at: string | null, absent = 'not known'): Html {
  if (at === null) return html`<span class="soft">${absent}</span>`;
  const read = new Date(at);
  if (Number.isNaN(read.getTime())) return name(at);
  const text = read.toISOString();
  return html`<time datetime="${text.slice(0, 19)}Z">${text.slice(0, 10)} ${text.slice(11, 16)} UTC</time>`;
}

/** The day of a moment: `2026-11-16`. */
export function day(at: string): Html {
  const read = new Date(at);
  if (Number.isNaN(read.getTime())) return name(at);
  const text = read.toISOString().slice(0, 10);
  return html`<time datetime="${text}">${text}</time>`;
}

export function commit(sha: string, url: string | null): Html {
  return webLink(url, html`<code>${line(sha).slice(0, 12)}</code>`);
}

/** `sectionEnd` follows the content. Both texts are constants of ours. */
export function sectionStart(id: string, title: string): Html {
  return new Html(`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2> `);
}

export const sectionEnd = new Html('</section> ');

export function section(id: string, title: string, ...content: readonly Child[]): Html {
  return html`${sectionStart(id, title)}${content}${sectionEnd}`;
}

export const listStart = new Html('<ol class="rows">');
export const listEnd = new Html('</ol> ');

/** A column of numbers is aligned right. */
export type Column = string | { readonly number: string };

/** On a narrow screen: each row as a card, or the whole in a box that scrolls. */
type Narrow = 'cards' | 'whole';

/** In a box that scrolls, and that the keyboard reaches; `tableEnd` follows the rows. `id` is our constant. */
export function tableStart(id: string, caption: Child, columns: readonly Column[], narrow: Narrow = 'cards'): Html {
  const head = html`<thead>
    <tr>
      ${columns.map((column) => html`<th scope="col" ${numeric(column)}>${headOf(column)}</th>`)}
    </tr>
  </thead>`;
  const box = new Html(
    `<div class="scroll" role="group" aria-labelledby="${id}-caption" tabindex="0"><table id="${id}" class="${narrow}">`,
  );
  return html`${box}
    <caption id="${id}-caption">
      ${caption}
    </caption>
    ${head}${new Html('<tbody>')} `;
}

export const tableEnd = new Html('</tbody></table></div> ');

function headOf(column: Column | undefined): string | undefined {
  return typeof column === 'object' ? column.number : column;
}

function numeric(column: Column | undefined): Html | undefined {
  return typeof column === 'object' ? new Html(' class="number"') : undefined;
}

/** Both are made by us. */
interface RowMarks {
  readonly id: string;
  readonly classes: string;
}

/** The first cell is the heading. On a narrow screen each cell names its column by itself. */
export function row(columns: readonly Column[], [first, ...cells]: readonly Child[], marks?: RowMarks): Html {
  return html`<tr ${marks === undefined ? undefined : new Html(`id="${marks.id}" class="${marks.classes}"`)}>
    <th scope="row">${first}</th>
    ${cells.map((cell, index) => {
      const column = columns[index + 1];
      return html`<td data-label="${headOf(column)}" ${numeric(column)}>${cell}</td>`;
    })}
  </tr> `;
}

export function table(id: string, caption: Child, columns: readonly Column[], rows: readonly (readonly Child[])[], narrow?: Narrow): Html {
  return html`${tableStart(id, caption, columns, narrow)}${rows.map((cells) => row(columns, cells))}${tableEnd}`;
}

export function joinChildren(items: readonly Child[], between = ', '): readonly Child[] {
  return items.map((item, index) => html`${index === 0 ? '' : between}${item}`);
}

/** Counts what is not shown, and says where it is; undefined where all is shown. */
export function leftOut(left: number, noun: string, where = 'The JSON report has all.'): Html | undefined {
  return left <= 0 ? undefined : html`<p class="left-out"><strong>Not shown here: ${count(left, noun)}.</strong> ${where}</p>`;
}

export function lines(items: readonly Child[], absent: string, most = 10): Html {
  if (items.length === 0) return html`<span class="soft">${absent}</span>`;
  const [shown, left] = [items.slice(0, most), items.length - most];
  if (shown.length === 1) return html`${shown}`;
  return html`<ul class="plain">
    ${shown.map((item) => html`<li>${item}</li>`)}${left <= 0 ? undefined : html`<li>and ${left} more</li>`}
  </ul>`;
}

export function names(texts: readonly string[], absent: string): Html {
  return lines(
    texts.map((text) => name(text)),
    absent,
  );
}

export function codes(texts: readonly string[], absent: string, most?: number): Html {
  const shown = texts.map((text) => code(text));
  return lines(shown, absent, most);
}

export function facts(...each: readonly (readonly [name: string, value: Child])[]): Html {
  return html`<dl>
    ${each.map(
      ([term, value]) =>
        html`<dt>${term}</dt>
          <dd>${value}</dd>`,
    )}
  </dl> `;
}

/** In the order in which they are stacked and listed, the best first. */
export const states = {
  covered: { mark: '✔', word: 'covered', tone: 'good' },
  'covered-now': { mark: '✔', word: 'says yes now', tone: 'good' },
  'covered-later': { mark: '…', word: 'covered after its merge alone', tone: 'open' },
  'tested-on-head-only': { mark: '…', word: 'tested on its head alone', tone: 'open' },
  'outside-every-flow': { mark: '–', word: 'outside every flow', tone: 'soft' },
  excluded: { mark: '–', word: 'left out', tone: 'soft' },
  incomplete: badgeOf('incomplete'),
  unknown: badgeOf('unknown'),
  'non-compliant': badgeOf('non-compliant'),
  uncovered: { mark: '✘', word: 'no evidence', tone: 'bad' },
} as const satisfies Readonly<Record<ChangeState, Shown>>;

/** For first-time readers of a report. */
export const meanings: Readonly<Record<ChangeState, string>> = {
  covered: 'evidence of all that it owes existed when it landed, and said yes',
  'covered-now': `its evidence ${nowWords}`,
  'covered-later': 'the evidence came after the merge',
  'tested-on-head-only': 'what was tested is the head of its pull request or what was merged, and the branch had moved since',
  'outside-every-flow': 'it touches nothing that owes evidence',
  excluded: "the audit's file leaves it out, with a reason and an owner",
  incomplete: 'some of the evidence that it owes was never recorded',
  unknown: 'nobody can tell from what was read',
  'non-compliant': 'its evidence says no',
  uncovered: 'nothing was recorded about it',
};

/** A state that this version does not know is shown as it came, and is never good. */
export function stateWords(state: string): Shown {
  return isState(state) ? states[state] : { ...badgeOf('unknown'), word: line(state, 60) };
}

export function isState(state: string): state is ChangeState {
  return Object.hasOwn(states, state);
}

const coverWords: Readonly<Record<CoverState, Shown>> = {
  compliant: badgeOf('compliant'),
  'non-compliant': badgeOf('non-compliant'),
  incomplete: badgeOf('incomplete'),
  none: { mark: '✘', word: 'no evidence', tone: 'bad' },
  unknown: badgeOf('unknown'),
  'not-known': { ...badgeOf('unknown'), word: 'moment not known' },
};

export function cover(state: CoverState | null): Shown {
  return state === null ? { mark: '–', word: 'not deployed', tone: 'soft' } : coverWords[state];
}

export const matchWords: Readonly<Record<Match, string>> = {
  sha: 'the commit itself',
  group: 'the head of its merge group',
  tree: 'the same files, tested before they were merged',
  head: 'the head that was merged, on another base',
  none: 'no trail',
};

export const severityWords: Readonly<Record<Severity, Shown>> = {
  critical: { mark: '▲▲', word: 'critical', tone: 'bad' },
  high: { mark: '▲', word: 'high', tone: 'bad' },
  medium: { mark: '◆', word: 'medium', tone: 'open' },
  low: { mark: '▽', word: 'low', tone: 'soft' },
};

export const landingWords: Readonly<Record<string, string>> = {
  push: 'pushed directly',
  'force-push': 'pushed by force',
  'pull-request': 'merged',
  'merge-queue': 'merged by the queue',
  creation: 'branch created',
  deletion: 'branch deleted',
  unknown: 'way not known',
};

export const subjectWords: Readonly<Record<Subject['kind'], string>> = {
  commit: 'Commit',
  'pull-request': 'Pull request',
  artifact: 'Artifact',
  trail: 'Trail',
  tag: 'Tag',
  branch: 'Branch',
  deployment: 'Deployment',
  notification: 'Notification',
  audit: 'Audit',
  log: 'Log of the service',
};

export function printed(words: Words): Html {
  return html`${words.map(piece)}`;
}

function piece(one: Piece): Child {
  if (typeof one === 'string') return one;
  switch (one.kind) {
    case 'strong':
      return html`<b>${line(one.text)}</b>`;
    case 'name':
      return name(one.text);
    case 'code':
      return one.text.length > 30 ? html`<code class="long">${line(one.text)}</code>` : code(one.text);
    case 'link':
      return one.to.startsWith('#') ? html`<a href="${one.to}">${line(one.text)}</a>` : webLink(one.to, line(one.text));
    case 'moment':
      return moment(one.at);
    case 'state':
      return badge(one.badge);
  }
}

export function printedFacts(all: Facts): Html {
  return facts(...all.map(([term, value]) => [term, printed(value)] as const));
}

export function printedVerdict({ mark, tone, why, word }: PageVerdict): Html {
  return html`<div class="verdict ${tone}">
    <p class="word"><span aria-hidden="true">${mark}</span> ${word}</p>
    ${why.map((sentence) => html`<p>${printed(sentence)}</p>`)}
  </div> `;
}

export function printedCover({ facts: all, heading, verdict }: FirstPage, foot: Html): Html {
  const [columns, empty] = [
    ['', 'Name', 'Date', 'Signature'],
    ['', '', ''],
  ] as const;
  return html`<div class="cover">
    <p class="heading">${line(heading)}</p>
    ${printedFacts(all)} ${facts(['Foot of each sheet', foot])}
    <p class="word"><span aria-hidden="true">${verdict.mark}</span> ${verdict.word}</p>
    ${table('signatures', 'To be filled in by hand', columns, [
      ['Prepared by', ...empty],
      ['Reviewed by', ...empty],
    ])}
  </div> `;
}

export function printedPart(part: Part): Html {
  switch (part.kind) {
    case 'sentences':
      return html`${part.sentences.map((sentence, index) => (index === 0 ? html`<p id="${part.id}">${printed(sentence)}</p> ` : html`<p>${printed(sentence)}</p> `))}`;
    case 'list':
      return html`<p id="${part.id}-caption"><b>${printed(part.caption)}</b></p>
        <ul id="${part.id}" aria-labelledby="${part.id}-caption">
          ${part.items.map((item) => html`<li>${printed(item)}</li>`)}
        </ul> `;
    case 'table':
      return table(
        part.id,
        printed(part.caption),
        part.columns,
        part.rows.map((cells) => cells.map(printed)),
      );
  }
}
