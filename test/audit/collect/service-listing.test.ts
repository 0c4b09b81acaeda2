import { expect, test } from 'vitest';
import { openAsking, listingOrHole, type PageQuery } from '../../../src/audit/collect/service-ask.ts';
import { withSeen } from '../../../src/audit/collect/service-shipped.ts';
import { startDeadline, type Call, type ListPage } from '../../../src/client/index.ts';
import { entryParts } from '../../../src/commands/audit/entry-parts.ts';

const call: Call = {
  transport: {
    exchange: () => Promise.reject(new Error('Nobody is asked')),
    urlOf: () => new URL('https://nobody.invalid'),
    close: () => {},
  },
  deadline: startDeadline(60_000),
};
const ask = () => openAsking({ ...call, org: 'acme', questions: entryParts.questions }, () => {});

type Pages = readonly ListPage<string>[];
const plain = (...pages: readonly string[]): Pages => pages.map((items) => ({ items: items.split(''), pagination: undefined }));
const counted = (total: number | undefined, count: number, ...pages: readonly string[]): Pages =>
  pages.map((items) => ({ items: items.split(''), pagination: Object({ page: 1, page_count: count, total }) }));

/** All that is read of a listing whose pages may differ in each reading, which pages were asked for, and the hole. */
async function listed(readings: readonly Pages[], end?: string): Promise<string> {
  const asking = ask();
  const asked: string[] = [];
  let reading = -1;
  const items = await listingOrHole(asking, {
    what: 'It',
    text: 'GET /it',
    read: async (_call, { page, per_page: size }: PageQuery): Promise<ListPage<string>> => {
      if (page === 1) reading += 1;
      asked.push(`${page}${size === 100 ? '' : ` of ${size}`}`);
      return readings[Math.min(reading, readings.length - 1)]?.[page - 1] ?? { items: [], pagination: undefined };
    },
    keyOf: (item) => (item === '-' ? undefined : item),
    ...(end === undefined ? {} : { isEnough: (some: readonly string[]) => some.includes(end) }),
  });
  const queries = asking.queries().map(({ answered, text, times }) => `${text} ${times}, ${answered}`);
  return [items.join(''), asked.join(' '), ...queries, ...asking.holes.map(({ why }) => why)].join(' | ');
}

const hundred = Array.from({ length: 100 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');

const listings: readonly (readonly [what: string, readings: readonly Pages[], end?: string])[] = [
  ['nothing', [plain('')]],
  ['one page', [plain('ab')]],
  ['pages of a size of their own', [plain('ab', 'cd', 'e')]],
  ['full pages', [plain('ab', 'cd')]],
  ['a page that is longer than the first', [plain('ab', 'cde', 'f')]],
  ['the same page again', [plain('ab', 'ab')]],
  ['the same page again, and then not', [plain('ab', 'ab'), plain('ab', 'c')]],
  ['an item twice', [plain('aba')]],
  ['items without a key', [plain('--', '--', '-')]],
  ['a page that grew', [plain('ab', 'c'), plain('abc')]],
  ['until one is enough', [plain('ab', 'cd', 'ef')], 'd'],
  ['until the first is enough', [plain('ab', 'cd')], 'b'],
  ['never enough', [plain('ab', 'cd')], 'x'],
  ['a counted page', [counted(2, 1, 'ab')]],
  ['counted pages', [counted(5, 3, 'ab', 'cd', 'e')]],
  ['counted pages without a total', [counted(undefined, 3, 'ab', 'cd', 'e')]],
  ['counted pages, enough', [counted(5, 3, 'ab', 'cd', 'e')], 'c'],
  ['counted pages, never enough', [counted(5, 3, 'ab', 'cd', 'e')], 'x'],
  ['counted nothing', [counted(0, 0, '')]],
  ['counted nothing, on a page', [counted(0, 1, '')]],
  ['more than it shows', [counted(3, 1, 'ab')]],
  ['less than it shows', [counted(1, 1, 'ab')]],
  ['more pages than it shows', [counted(undefined, 3, 'ab', 'cd')]],
  ['a last page that is empty', [counted(undefined, 2, 'ab', '')]],
  ['a count that does not fit', [counted(900, 3, 'ab', 'cd', 'e')]],
  ['a page in the middle that is short', [counted(5, 3, 'ab', 'c', 'de')]],
  ['a total that changed', [[...counted(4, 2, 'ab'), ...counted(5, 2, 'xx', 'cd').slice(1)]]],
  ['a count that changed', [[...counted(4, 2, 'ab'), ...counted(4, 3, 'xx', 'cd').slice(1)]]],
  ['a total that changed once', [[...counted(4, 2, 'ab'), ...counted(5, 2, 'xx', 'cd').slice(1)], counted(4, 2, 'ab', 'cd')]],
  ['a repeated counted page', [counted(4, 2, 'ab', 'ab')]],
  ['a hundred, and one', [plain(hundred, 'z')]],
  ['more than a hundred at once', [plain(`${hundred}z`, 'y')]],
];

test('a listing is read whole, or it is a hole', async () => {
  const told: string[] = [];
  for (const [what, readings, end] of listings) told.push(`${what}: ${(await listed(readings, end)).replaceAll(hundred, 'HUNDRED')}`);
  expect(told).toMatchInlineSnapshot(`
    [
      "nothing:  | 1 | GET /it 1, 0",
      "one page: ab | 1 2 | GET /it 2, 2",
      "pages of a size of their own: abcde | 1 2 3 | GET /it 3, 5",
      "full pages: abcd | 1 2 3 | GET /it 3, 4",
      "a page that is longer than the first: abcdef | 1 2 3 1 2 3 1 2 3 | GET /it 9, 18 | It could not be read whole: page 2 is not as long as page 1, and not the last",
      "the same page again: abab | 1 2 1 2 1 2 | GET /it 6, 12 | It could not be read whole: page 2 repeats what came before",
      "the same page again, and then not: abc | 1 2 1 2 | GET /it 4, 7",
      "an item twice: aba | 1 2 1 2 1 2 | GET /it 6, 9 | It could not be read whole: page 1 repeats what came before",
      "items without a key: ----- | 1 2 3 | GET /it 3, 5",
      "a page that grew: abc | 1 2 | GET /it 2, 3",
      "until one is enough: abcd | 1 2 | GET /it 2, 4",
      "until the first is enough: ab | 1 | GET /it 1, 2",
      "never enough: abcd | 1 2 3 | GET /it 3, 4",
      "a counted page: ab | 1 | GET /it 1, 2",
      "counted pages: abcde | 1 2 3 | GET /it 3, 5",
      "counted pages without a total: abcde | 1 2 3 | GET /it 3, 5",
      "counted pages, enough: abcd | 1 2 | GET /it 2, 4",
      "counted pages, never enough: abcde | 1 2 3 | GET /it 3, 5",
      "counted nothing:  | 1 | GET /it 1, 0",
      "counted nothing, on a page:  | 1 | GET /it 1, 0",
      "more than it shows: ab | 1 1 1 | GET /it 3, 6 | It could not be read whole: it tells of 3 items, and shows 2",
      "less than it shows: ab | 1 1 1 | GET /it 3, 6 | It could not be read whole: it tells of 1 items, and shows 2",
      "more pages than it shows: abcd | 1 2 3 1 2 3 1 2 3 | GET /it 9, 12 | It could not be read whole: it changed between page 1 and page 3",
      "a last page that is empty: ab | 1 2 1 2 1 2 | GET /it 6, 6 | It could not be read whole: page 2 of 2 is empty",
      "a count that does not fit: ab | 1 1 1 | GET /it 3, 6 | It could not be read whole: it tells of 900 items, and shows 2",
      "a page in the middle that is short: abcde | 1 2 3 1 2 3 1 2 3 | GET /it 9, 15 | It could not be read whole: page 2 is not as long as page 1, and not the last",
      "a total that changed: abcd | 1 2 1 2 1 2 | GET /it 6, 12 | It could not be read whole: it changed between page 1 and page 2",
      "a count that changed: abcd | 1 2 1 2 1 2 | GET /it 6, 12 | It could not be read whole: it changed between page 1 and page 2",
      "a total that changed once: abcd | 1 2 1 2 | GET /it 4, 8",
      "a repeated counted page: abab | 1 2 1 2 1 2 | GET /it 6, 12 | It could not be read whole: page 2 repeats what came before",
      "a hundred, and one: HUNDREDz | 1 2 | GET /it 2, 101",
      "more than a hundred at once: HUNDREDz | 1 | GET /it 1, 101",
    ]
  `);
});

const [print, more] = ['a'.repeat(64), 'b'.repeat(64)];
const reported = {
  kind: 'artifact' as const,
  fingerprint: print,
  name: 'image',
  flow: 'unit',
  trail: 'main',
  commit: null,
  state: 'COMPLIANT',
  url: null,
  at: null,
  running: [],
  withoutProvenance: false,
};
const flow = {
  flow_name: 'other',
  trail_name: 'x',
  git_commit: 'c'.repeat(40),
  artifact_compliance_in_flow: 'NON-COMPLIANT',
  html_url: 'https://x.example',
};

const shown: readonly (readonly [what: string, told: object])[] = [
  ['of its flow', { flow_name: 'unit' }],
  ['of another flow', { flow_name: 'other', compliant: true, name: 'app', html_url: 'https://y.example', git_commit: 'C'.repeat(40) }],
  ['of no flow', { flow_name: '', compliant: false }],
  ['of flows', { flows: [{ flow_name: 'unit' }, flow, { trail_name: 'nameless' }] }],
  ['of flows of which little is told', { flows: [{ flow_name: 'third' }], html_url: 'https://y.example' }],
  ['of an empty list of flows', { flows: [] }],
  ['of a list of nothing', { flows: [{}], flow_name: 'other' }],
  ['of which no flow is told', {}],
];

/** In a word for each thing that is told of it. */
function seenAs(fingerprint: string, told: object): readonly string[] {
  const asking = ask();
  const seen = withSeen(asking, [reported], [{ fingerprint, shown: Object({ fingerprint, ...told }), running: ['production'] }]);
  const words = seen.map(({ commit, ...one }) =>
    Object.values({ ...one, commit: commit?.slice(0, 3) })
      .map(String)
      .join(' '),
  );
  return [...words.map((text) => text.replace(/([ab])\1{63}/, '$1…')), ...asking.untold.map(({ source, why }) => `${source}: ${why}`)];
}

test('what runs is told once for each flow', () => {
  const told = shown.flatMap(([what, of]) => [`${what}, reported:`, ...seenAs(print, of), `${what}:`, ...seenAs(more, of).slice(1)]);
  expect(told).toMatchInlineSnapshot(`
    [
      "of its flow, reported:",
      "artifact a… image unit main COMPLIANT null null production false undefined",
      "of its flow:",
      "artifact b…  null production false unit null UNKNOWN null undefined",
      "of another flow, reported:",
      "artifact a… image unit main COMPLIANT null null production false undefined",
      "artifact a… app null production false other null COMPLIANT https://y.example ccc",
      "of another flow:",
      "artifact b… app null production false other null COMPLIANT https://y.example ccc",
      "of no flow, reported:",
      "artifact a… image unit main COMPLIANT null null production false undefined",
      "of no flow:",
      "artifact b…  null production true  null NON-COMPLIANT null undefined",
      "of flows, reported:",
      "artifact a… image unit main COMPLIANT null null production false undefined",
      "artifact a…  null production false other x NON-COMPLIANT https://x.example ccc",
      "of flows:",
      "artifact b…  null production false unit null UNKNOWN null undefined",
      "artifact b…  null production false other x NON-COMPLIANT https://x.example ccc",
      "of flows of which little is told, reported:",
      "artifact a… image unit main COMPLIANT null null production false undefined",
      "artifact a…  null production false third null UNKNOWN https://y.example undefined",
      "of flows of which little is told:",
      "artifact b…  null production false third null UNKNOWN https://y.example undefined",
      "of an empty list of flows, reported:",
      "artifact a… image unit main COMPLIANT null null production false undefined",
      "of an empty list of flows:",
      "artifact b…  null production true  null UNKNOWN null undefined",
      "of a list of nothing, reported:",
      "artifact a… image unit main COMPLIANT null null production false undefined",
      "artifact a…  null production false other null UNKNOWN null undefined",
      "of a list of nothing:",
      "artifact b…  null production false other null UNKNOWN null undefined",
      "of which no flow is told, reported:",
      "artifact a… image unit main COMPLIANT null null production false undefined",
      "snapshots: Its snapshots do not say which flow has reported an artifact",
      "of which no flow is told:",
      "snapshots: Its snapshots do not say which flow has reported an artifact",
    ]
  `);
});
