import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import type { Header, LandingFact, Line } from '../../../src/audit/facts/line.ts';
import { readLines, type Wanted } from '../../../src/audit/lines/read-lines.ts';
import { lineTexts } from '../../../src/audit/lines/write-lines.ts';
import { commit, pull, review, sha, at, alice } from '../reviews/pull.ts';

const directory = mkdtempSync(join(tmpdir(), 'audit-lines-'));
afterAll(() => rmSync(directory, { recursive: true }));

const header: Header = {
  kind: 'audit',
  version: 1,
  tool: { name: 'compliance-evidence', version: '1.0.0', digest: null },
  workflow: null,
  run: null,
  inputs: { since: 'last' },
  repository: 'acme/shop',
  serverUrl: 'https://github.com',
  service: null,
  branches: [{ name: 'main', tip: sha('a') }],
  basis: 'github',
  period: { since: at('00:00'), until: at('23:00'), sinceSha: null, by: 'landing' },
  at: at('23:00'),
  flows: [],
  file: null,
};

const landing = (id: string, title = 'A change\u2028of two'): LandingFact => ({
  kind: 'landing',
  landing: {
    id,
    branch: 'main',
    kind: 'pull-request',
    at: at('12:00'),
    actor: alice,
    before: sha('0'),
    after: sha('a'),
    commits: [commit('a', { title })],
    count: 1,
    removed: [],
  },
  pulls: [pull({ reviews: [review(alice, 'APPROVED', 'a', '11:00')] })],
  pullsOf: { [sha('a')]: [42] },
  paths: { 42: ['src/a.ts'], '': null },
  file: null,
  workflows: null,
  trails: [],
  trees: {},
});

async function* whole(landings: readonly LandingFact[]): AsyncGenerator<Line> {
  yield header;
  yield* landings;
  yield { kind: 'end', counts: { audit: 1, landing: landings.length }, trailsElsewhere: 2 };
}

async function written(name: string, change: (text: string) => string = (text) => text): Promise<string> {
  const file = join(directory, name);
  writeFileSync(file, change((await Array.fromAsync(lineTexts(whole([landing('3'), landing('2'), landing('1')])))).join('')));
  return file;
}

async function read(file: string, wanted?: Wanted): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for await (const line of readLines(file, wanted)) lines.push(line);
  return lines;
}

const holesOf = (lines: readonly Line[]): readonly string[] => lines.flatMap((line) => (line.kind === 'hole' ? [line.why] : []));
const line = (text: string, index: number, change: (line: string) => string): string =>
  text
    .split('\n')
    .map((each, at) => (at === index ? change(each) : each))
    .join('\n');

describe('a collected file', () => {
  it('is read as it was written', async () => {
    const file = join(directory, 'whole');
    const lines = await Array.fromAsync(whole([landing('3'), landing('2'), landing('1')]));
    writeFileSync(file, (await Array.fromAsync(lineTexts(Readable.from(lines)))).join(''));
    expect(await read(file)).toEqual(lines);
  });

  it('is read without its landings, which are counted and not looked at', async () => {
    const file = await written('small', (text) => text.replace('"reviews":', '"views":'));
    expect((await read(file, { landings: false })).map(({ kind }) => kind)).toEqual(['audit', 'end']);
    await expect(read(file)).rejects.toThrow('reviews is no list');
    const landingsAlone = await written('no header', (text) => text.split('\n').slice(1).join('\n'));
    await expect(read(landingsAlone, { landings: false })).rejects.toThrow('the first line is not what was asked');
    const late = await written('late', (text) => `${text}${text.split('\n')[1]}\n`);
    await expect(read(late, { landings: false })).rejects.toThrow('it comes after the end');
  });

  it('is not made of lines without their last one', async () => {
    const endless = async function* (): AsyncGenerator<Line> {
      yield header;
    };
    await expect(Array.fromAsync(lineTexts(endless()))).rejects.toThrow('without their last one');
  });

  it.each([
    ['without its end', (text: string) => text.split('\n').slice(0, 3).join('\n') + '\n', /cut off/, 2],
    ['cut in the middle of a line', (text: string) => text.slice(0, text.indexOf('"id":"1"')), /cut off/, 2],
    ['without a landing', (text: string) => line(text, 2, () => ''), /2 of kind landing instead of 3/, 2],
    ['with a landing more', (text: string) => line(text, 2, (each) => `${each}\n${each}`), /4 of kind landing instead of 3/, 4],
  ])('%s has a hole', async (name, change, why, landings) => {
    const lines = await read(await written(name, change));
    expect(holesOf(lines)).toEqual([expect.stringMatching(why)]);
    expect(lines.filter(({ kind }) => kind === 'landing')).toHaveLength(landings);
    expect(lines.at(-1)?.kind).toBe('end');
    expect(await read(await written(name, change), { landings: false })).toEqual(lines.filter(({ kind }) => kind !== 'landing'));
  });

  it.each([
    [
      'of another version',
      (text: string) => text.replace('"version":1,', '"version":2,'),
      /line 1: the file is of version 2, and this program reads version 1/,
    ],
    ['with no JSON', (text: string) => line(text, 1, () => '{'), /line 2: it is no JSON/],
    [
      'with a line of no kind',
      (text: string) => line(text, 1, () => '{"kind":"toString"}'),
      /line 2: its kind is none that this version knows/,
    ],
    [
      'with a wrong value',
      (text: string) => line(text, 2, (each) => each.replace(`"sha":"${sha('a')}"`, '"sha":"a"')),
      /line 3: its landing\.landing\.commits\[0\]\.sha is not 40 hexadecimal digits/,
    ],
    [
      'without a field',
      (text: string) => line(text, 3, (each) => each.replace('"reviews":', '"views":')),
      /line 4: its landing\.pulls\[0\]\.reviews is no list/,
    ],
    [
      'with a foreign name',
      (text: string) => line(text, 3, (each) => each.replace('"42":[', '"__proto__":[')),
      /line 4: its landing\.paths\["__proto__"\] is a name that does not belong here/,
    ],
    [
      'that does not begin with what was asked',
      (text: string) => text.split('\n').slice(1).join('\n'),
      /line 1: the first line is not what was asked/,
    ],
    ['with two audits', (text: string) => line(text, 1, (each) => `${text.split('\n')[0]}\n${each}`), /line 2: a second audit begins here/],
    ['with lines after the end', (text: string) => text + text.split('\n')[1] + '\n', /line 6: it comes after the end/],
    ['of nothing', () => '', /line 1: the file is empty/],
  ])('%s is refused', async (name, change, message) => {
    await expect(read(await written(name, change))).rejects.toThrow(message);
  });

  it('that is not there is refused by its name', async () => {
    await expect(read(join(directory, 'nowhere'))).rejects.toMatchObject({ code: 'unreadable-file' });
  });
});
