import { html, type Child, type Html } from '../../../html/index.ts';
import { count, grouped } from '../../../text/index.ts';
import { mostNamed, someNamed, type Gathered, type Untested } from './gathered.ts';
import { filters, type FilterId } from './looked-up.ts';
import { code, firstOf, joined } from './parts.ts';

/** The answers but a clean yes, the worst first, with the filter that shows their changes. */
const kinds: readonly (readonly [tested: Untested, filter: FilterId, words: string])[] = [
  ['no', 'only-untested', 'Not tested'],
  ['failed', 'only-failed', 'The tests said no'],
  ['head', 'only-head', 'Tested on the head of the pull request alone'],
  ['not known', 'only-tests-unknown', 'Not known'],
];

/** Which changes were not tested before the merge: each by its name where they are few, with the word that changes.csv has for it. */
export function tested({ changes, tested: counts, untested }: Gathered): readonly Child[] {
  const question = '3. Which changes were not tested before the merge?';
  const how = html`In changes.csv each has the word in brackets in <code>tested_before_merge</code>, and the reason in
    <code>tested_why</code>`;
  if (changes === 0) return [question, 'Nothing landed.', how];
  const said = kinds.map(([kind, filter, words]) => {
    const heading = only(filter, counts[kind], words);
    if (counts[kind] === 0) return html`${heading}. `;
    const named = untested[kind].map(({ of, place }) => html`<a href="#${place}">${of}</a>`);
    return html`<b>${heading}</b> (${code(kind)}):
      ${joined(firstOf(named, counts[kind] > mostNamed ? someNamed : mostNamed, counts[kind]))}. `;
  });
  return [
    question,
    html`${said}Tested, and said yes (<code>yes</code>): <b>${grouped(counts.yes)}</b> of ${count(changes, 'change')}.`,
    how,
  ];
}

/** A number of changes with a way to them; nothing to follow where it is zero. */
export function only(id: FilterId, number: number, words: string): Html {
  const filter = filters.find((one) => one.id === id);
  return number === 0 || filter === undefined
    ? html`${words}: ${grouped(number)}`
    : html`<a href="#${id}">${words}: ${grouped(number)}</a>`;
}
