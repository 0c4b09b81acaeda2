import { grouped } from '../../../text/index.ts';
import type { Audit, JudgedFinding } from '../../judge/audit.ts';
import type { Arranged } from '../arranged.ts';
import { openFindings } from '../numbers.ts';
import { allSince, noneBefore, sinceOf, sinceWords } from '../since-before.ts';
import { link, moment, strong, type Part, type Words } from './page.ts';
import { brief, firstOf, joined } from './words.ts';

/** Findings of a kind that are named. */
const mostNamed = 4;

/** How the findings of the audit before went on, and which ones came to them. */
export function sinceBefore({ findings, world }: Audit, { fixed, shortOf }: Arranged): readonly Part[] {
  const { previous } = world;
  if (previous === null) {
    return [{ kind: 'sentences', id: 'since-before', sentences: [[noneBefore()]] }];
  }
  const open = openFindings(findings);
  const named = (some: readonly JudgedFinding[]): Words => {
    const words = some.slice(0, mostNamed).map(({ key, subject }): Words => {
      const { place, words: short } = shortOf(key);
      return [link(place, short), ` of ${subject.kind.replaceAll('-', ' ')} ${brief(subject.id, 3).slice(0, 40)}`];
    });
    return [strong(grouped(some.length)), ...(some.length === 0 ? [] : [': ', ...joined(firstOf(words, mostNamed, some.length))])];
  };
  const byKind = Map.groupBy([...open, ...fixed], sinceOf);
  const complete = previous.complete ? '' : ', which was not complete';
  return [
    {
      kind: 'table',
      id: 'since-before',
      caption: ['Since the audit before, up to ', moment(previous.until), complete],
      columns: ['Findings', 'How many, and which'],
      rows: allSince.map((kind) => [[sinceWords[kind]], named(byKind.get(kind) ?? [])]),
    },
  ];
}
