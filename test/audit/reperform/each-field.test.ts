import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import type { Line } from '../../../src/audit/facts/line.ts';
import { compareFacts, compareLog } from '../../../src/audit/reperform/compare-facts.ts';
import { root } from '../../support/sources.ts';
import { opened } from '../recompute/packed-story.ts';

/*
 * Every field of the facts of a played audit is changed in turn, and every fact is taken away: the differences to the facts as they
 * were are compared with test/fixtures/audit/reperform.txt. `npx vitest run test/audit/reperform/each-field.test.ts -u` writes it, look
 * at what changed. A field for which no difference is told is one that nobody would see changed.
 */
let lines: readonly Line[] = [];

beforeAll(async () => {
  const { contents } = await opened(brotliDecompressSync(readFileSync(join(root, 'test/fixtures/audit/package.tar.br'))));
  const texts = (contents.get('collected.ndjson')?.toString() ?? '').trim().split('\n');
  lines = texts.map((text): Line => JSON.parse(text));
});

const fileOf = (facts: readonly Line[]) =>
  async function* (): AsyncGenerator<Line> {
    yield* facts;
  };

/** Each way to change one part of a value, with the name of the part. */
function* changesOf(value: unknown, path = ''): Generator<readonly [path: string, changed: unknown]> {
  if (Array.isArray(value)) {
    for (const [at, part] of value.entries()) {
      yield [`${path}[] gone`, value.toSpliced(at, 1)];
      for (const [name, changed] of changesOf(part, `${path}[]`)) yield [name, value.with(at, changed)];
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      const name = path === '' ? key : `${path}.${/^(?:[0-9a-f]{40}|.*\/.*)$/.test(key) ? 'KEY' : key}`;
      for (const [changed, other] of changesOf(part, name)) yield [changed, { ...value, [key]: other }];
    }
  } else if (typeof value === 'string') yield [path, value.startsWith('2030-') ? value.replace('2030', '2031') : `${value}x`];
  else if (typeof value === 'number') yield [path, value + 1];
  else if (typeof value === 'boolean') yield [path, !value];
  else yield [path, { id: 9, login: 'x', kind: 'person', name: 'x' }];
  if (value !== null && path !== '') yield [`${path} to null`, null];
}

async function differences(before: readonly Line[], after: readonly Line[]): Promise<string> {
  try {
    const { counts, differences: found, notCompared } = await compareFacts(fileOf(before), fileOf(after));
    const told = found.map(({ about, field, subject, weight, what }) => `${weight} ${what} ${about}: ${subject}, ${field}`);
    const gaps = notCompared.map(
      ({ counts: isCounted, what, why }) => `not compared: ${what}: ${why}${isCounted ? '' : ', which does not count'}`,
    );
    const text = [...told, ...gaps, Object.values(counts).join(' ')].join('\n  ');
    return text.replaceAll(/[0-9a-f]{40,64}/g, 'HASH').replaceAll(/[0-9a-f]{12}\b/g, 'SHORT');
  } catch (error) {
    return String(error);
  }
}

/** Facts of each kind that the story lacks, and others with all of their fields. */
const rare = readFileSync(join(root, 'test/fixtures/audit/rare.ndjson'), 'utf8').trim().split('\n');

const isAsked = ({ kind }: Line): boolean => kind !== 'query' && kind !== 'end' && kind !== 'total';

/** The differences that are told where each field of some facts is changed, and each of them is gone or new; the others stay. */
async function tellEach(facts: readonly Line[], others: readonly Line[] = []): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  /** The changes by what is told of them. */
  const noted = new Map<string, Set<string>>();
  const note = async (name: string, changed: readonly Line[]): Promise<void> => {
    const [before, after] = [
      [...others, ...facts],
      [...others, ...changed],
    ];
    const [forth, back] = [await differences(before, after), await differences(after, before)];
    const told = `${forth}${back === forth ? '' : `\n and back:\n  ${back}`}`;
    noted.set(told, (noted.get(told) ?? new Set()).add(name));
  };
  await note('nothing', facts);
  for (const [at, line] of facts.entries()) {
    if (!isAsked(line)) continue;
    if (line.kind !== 'audit') await note(`${line.kind} gone`, facts.toSpliced(at, 1));
    // No reader gives a fact whose form is wrong: only fields that differ are meant.
    for (const [name, changed] of changesOf(line))
      if (name !== 'kind' && name !== 'kind to null') await note(`${line.kind}.${name}`, facts.with(at, Object(changed)));
  }
  if (others.length > 0) return noted;
  const hole = { kind: 'hole', what: 'reviews', why: 'refused', fix: 'Ask' };
  const holed = [...facts.slice(0, 1), Object(hole), ...facts.slice(1)];
  await note('a hole', holed);
  for (const kind of ['artifact', 'approval', 'deployment', 'landing', 'flow'])
    await note(
      `a hole, and no ${kind}`,
      holed.filter((line) => line.kind !== kind),
    );
  return noted;
}

const textOf = (noted: ReadonlyMap<string, ReadonlySet<string>>): string =>
  Array.from(noted, ([told, names]) => `${[...names].join(', ')}:\n  ${told}\n`).join('');

test('each field that is changed, and each fact that is gone or new, is told by its weight', async () => {
  await expect(textOf(await tellEach(lines))).toMatchFileSnapshot(join(root, 'test/fixtures/audit/reperform.txt'));
}, 60_000);

test('so it is of facts that the story has not', async () => {
  const others = lines.filter(({ kind }) => kind === 'audit' || kind === 'log');
  await expect(
    textOf(
      await tellEach(
        rare.map((text) => JSON.parse(text)),
        others,
      ),
    ),
  ).toMatchFileSnapshot(join(root, 'test/fixtures/audit/reperform-rare.txt'));
});

test('another log is told, and none that was read is no agreement', async () => {
  const log = lines.find((line) => line.kind === 'log');
  if (log === undefined || log.chain === null) throw new Error('The story has no log');
  const { chain } = log;
  const now = (change: object) => Object({ chain, problems: [], witnesses: [{ link: chain.link, sequence: chain.sequence }], ...change });
  const before = Object({ chain });
  const told = ([one, other, why]: Parameters<typeof compareLog>) => compareLog(one, other, why);
  const all = {
    'the same': told([before, now({}), undefined]),
    'none before': told([null, now({}), undefined]),
    'none now': told([before, null, undefined]),
    'none now, and why': told([before, null, { why: 'refused', fix: 'Ask' }]),
    problems: told([before, now({ problems: Array.from({ length: 30 }, (_, at) => `problem ${at}`) }), undefined]).differences.length,
    others: told([
      before,
      now({ chain: { ...chain, orgId: 'other' }, problems: ['bad link'], witnesses: [{ link: chain.link, sequence: 3 }] }),
      undefined,
    ]),
    'no witness': told([before, now({ witnesses: [] }), undefined]),
  };
  await expect(JSON.stringify(all, undefined, 1)).toMatchFileSnapshot(join(root, 'test/fixtures/audit/reperform-log.txt'));
});
