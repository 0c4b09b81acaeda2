import { count, grouped } from '../../../text/index.ts';
import { mostNamed, someNamed, type Gathered, type Untested } from '../gathered.ts';
import type { FilterId } from '../looked-up.ts';
import { code, link, strong, type Piece, type Words } from './page.ts';
import { firstOf, joined, type Answer } from './words.ts';

/** The answers but a clean yes, the worst first, with the filter that shows their changes. */
const kinds: readonly (readonly [tested: Untested, filter: FilterId, words: string])[] = [
  ['no', 'only-untested', 'Not tested'],
  ['failed', 'only-failed', 'The tests said no'],
  ['head', 'only-head', 'Tested on the head alone'],
  ['not known', 'only-tests-unknown', 'Not known'],
];

/** Names that an answer of 75 words has room for. */
const room = 28;

/** Which changes were not tested before the merge: each by its name where they are few, with the word that changes.csv has for it. */
export function tested({ changes, now, tested: counts, untested }: Gathered): Answer {
  const question = '3. Which changes were not tested before the merge?';
  const asOfNow = now.yes + now.failed + now.head + now.no + now['not known'];
  const isNow = changes > 0 && asOfNow === changes;
  const words = isNow ? ' says what is known of then' : ' has the words in brackets';
  const how: Words = ['In changes.csv: ', code('tested_before_merge'), `${words}, `, code('tested_why'), ' the reason'];
  if (changes === 0) return { question, answer: ['Nothing landed.'], how };
  if (isNow) return { question, answer: stateOfNow(now, changes), how };
  const share = Math.floor(room / Math.max(1, kinds.filter(([kind]) => counts[kind] > 0).length));
  const [most, some] = [Math.min(mostNamed, share), Math.min(someNamed, share - 3)];
  const said = kinds.flatMap(([kind, filter, words]): Words => {
    const heading = only(filter, counts[kind], words);
    if (counts[kind] === 0) return [heading, '. '];
    const named = untested[kind].map(({ of, place }): Words => [link(`#${place}`, of)]);
    return [heading, ' (', code(kind), '): ', ...joined(firstOf(named, counts[kind] > most ? some : most, counts[kind])), '. '];
  });
  return {
    question,
    answer: [...said, 'Tested, and said yes (', code('yes'), '): ', strong(grouped(counts.yes)), ` of ${count(changes, 'change')}.`],
    how,
  };
}

/** The answer where nobody tells when anything landed. */
function stateOfNow(now: Gathered['now'], changes: number): Words {
  return [
    'Nobody tells when anything landed: this is the state of ',
    strong('now'),
    `, of ${count(changes, 'change')}. Tests say yes: `,
    strong(grouped(now.yes)),
    '. Say no: ',
    strong(grouped(now.failed)),
    `. Yes on the head alone: ${grouped(now.head)}. None recorded: `,
    strong(grouped(now.no)),
    `. Not known: ${grouped(now['not known'])}. Of those with a yes, recorded after the period had ended: ${grouped(now.late)}. Whether they were there when the changes landed is not known.`,
  ];
}

/** A number of changes with a way to them; nothing to follow where it is zero. */
export function only(id: FilterId, number: number, words: string): Piece {
  const text = `${words}: ${grouped(number)}`;
  return number === 0 ? text : link(`#${id}`, text);
}
