import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pack, type Packing } from '../../../../src/commands/attest/attachment/pack.ts';
import { contextOf, type Event } from '../../../../src/commands/run/context.ts';
import type { EvidenceProblem } from '../../../../src/errors/index.ts';
import { readTestResults } from '../../../../src/commands/results/read-results.ts';
import type { TestResults } from '../../../../src/results/index.ts';
import { classic, oauth } from '../../../text/secrets.ts';
import { folder, unpack } from '../../attach-files.ts';

const suite = (inside = ''): string => `<testsuite name="s"><testcase name="prints">${inside}</testcase></testsuite>`;

interface Packed extends Packing {
  readonly told: readonly Event[];
  readonly temporary: string;
}

/** Packs results files of a workspace with their attachments, after something happened to the files. */
async function packed(
  files: Readonly<Record<string, string>>,
  settings: Partial<Parameters<typeof pack>[0]> = {},
  { change = () => undefined, known = [], problems = [], temporary = folder() }: Partial<Options> = {},
): Promise<Packed> {
  const workspace = folder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(workspace, name), content);
  const told: Event[] = [];
  const context = contextOf({ RUNNER_TEMP: temporary }, workspace, new AbortController().signal, (event) => void told.push(event));
  const results = await readTestResults(['*.xml'], { workspace, secrets: known });
  change(workspace, results);
  return { ...(await pack({ attach: 'results', attachments: [], ...settings }, { results, problems }, known, context)), told, temporary };
}

interface Options {
  readonly change: (workspace: string, results: TestResults) => void;
  readonly known: readonly string[];
  readonly problems: readonly EvidenceProblem[];
  readonly temporary: string;
}

const pathOf = ({ packed: made }: Packing): string => made?.path ?? '';
const nothing = { packed: undefined, problems: [], told: [] };
const warning = (message: unknown): object => ({ kind: 'warning', message });

describe('nothing goes along', () => {
  test.each([
    ['where results are not to, and nothing is attached', { 'a.xml': suite() }, { attach: 'never' }],
    ['where there are no results, and nothing is attached', { 'a.txt': 'words' }, {}],
    ['where there are no results, though all of them would go', { 'a.txt': 'words' }, { attach: 'full' }],
  ] as const)('%s: no folder is made', async (_, files, settings) => {
    const packing = await packed(files, settings);
    expect(packing).toMatchObject(nothing);
    expect(readdirSync(packing.temporary)).toEqual([]);
  });

  test('where what is attached is not found: nothing is left behind', async () => {
    const packing = await packed({}, { attachments: ['*.none'] });
    expect(packing).toMatchObject({ packed: undefined, problems: [] });
    expect(packing.told).toEqual([warning(expect.stringMatching(/^attachments: \*\.none: /))]);
    expect(readdirSync(packing.temporary)).toEqual([]);
  });

  test('where no folder can be made, which is told', async () => {
    const packing = await packed({ 'a.xml': suite() }, {}, { temporary: join(folder(), 'absent') });
    expect(packing).toMatchObject({ packed: undefined, problems: [] });
    expect(packing.told).toEqual([
      warning(expect.stringMatching(/^attach: the files could not be packed, so nothing is attached: ENOENT/)),
    ]);
  });
});

describe('what goes along', () => {
  test('is the results, in a file of its own that can be cleared away', async () => {
    const content = suite('<system-out>words</system-out>');
    const packing = await packed({ 'a.xml': content });
    const { packed: made, temporary, told } = packing;
    expect(made).toMatchObject({
      name: 'a.xml',
      bytes: suite().length,
      holds: '1 results file without 1 element of logs and properties',
    });
    expect(readFileSync(pathOf(packing), 'utf8')).toBe(suite());
    expect(told).toEqual([]);
    made?.remove();
    expect(readdirSync(temporary)).toEqual([]);
    expect(existsSync(pathOf(packing))).toBe(false);
    // Once more does no harm.
    made?.remove();
  });

  test('is what the caller attaches alone, where results are not to', async () => {
    const packing = await packed({ 'a.xml': suite(), 'a.txt': 'words' }, { attach: 'never', attachments: ['a.txt'] });
    expect(packing.packed).toMatchObject({ name: 'a.txt', bytes: 5, holds: '1 attachment' });
  });

  test('is both, and a results file that the caller attaches goes once, as the caller has it', async () => {
    const content = suite('<system-out>words</system-out>');
    const packing = await packed({ 'a.xml': content, 'b.xml': suite(), 'c.txt': 'words' }, { attachments: ['a.xml', 'c.txt'] });
    expect(unpack(readFileSync(pathOf(packing)))).toEqual({ 'a.xml': content, 'b.xml': suite(), 'c.txt': 'words' });
    expect(packing.packed?.holds).toBe('1 results file and 2 attachments');
  });
});

describe('a file that is no longer what was counted', () => {
  const change = (workspace: string): void => writeFileSync(join(workspace, 'a.xml'), suite().replace('prints', 'painted'));

  test.each([
    ['of the results', {}],
    ['that the caller attaches', { attachments: ['a.xml'] }],
  ])('%s makes the evidence unusable', async (_, settings) => {
    const packing = await packed({ 'a.xml': suite() }, settings, { change });
    expect(packing).toMatchObject({ packed: undefined, problems: [{ code: 'changed-file', file: 'a.xml' }] });
    expect(packing.told).toEqual([warning(expect.stringMatching(/^attach: a\.xml is not attached: /))]);
    expect(readdirSync(packing.temporary)).toEqual([]);
  });

  test('is a problem, though others go along', async () => {
    const packing = await packed({ 'a.xml': suite(), 'b.xml': suite() }, {}, { change });
    expect(packing).toMatchObject({ packed: { name: 'b.xml' }, problems: [{ code: 'changed-file', file: 'a.xml' }] });
  });
});

describe('a secret in what goes along', () => {
  const leak = suite(`<failure>${classic}</failure>`);

  test.each([
    ['of the results', { 'a.xml': leak }, {}, 'a.xml'],
    ['of the caller', { 'a.txt': `${classic} ` }, { attachments: ['a.txt'] }, 'a.txt'],
  ])('%s is told with its file', async (_, files, settings, name) => {
    // Makes the reading of the results tell nothing of it.
    const change = (_workspace: string, { secrets }: TestResults): void => (secrets instanceof Map ? secrets.clear() : undefined);
    const packing = await packed(files, settings, { change });
    const message = expect.stringContaining(`${name}: a secret was found and hidden in what is attached of it`);
    expect(packing.told).toEqual([expect.objectContaining({ kind: 'warning', message, file: name })]);
    expect(readFileSync(pathOf(packing), 'utf8')).not.toContain(classic);
  });

  test('that was told of the names and messages is not told again', async () => {
    expect((await packed({ 'a.xml': leak })).told).toEqual([]);
  });

  test('that was told of one test case is told of another', async () => {
    const log = `<testcase name="logs"><system-out>${oauth}</system-out></testcase></testsuite>`;
    const { told } = await packed({ 'a.xml': leak.replace('</testsuite>', log) }, { attach: 'full' });
    expect(told).toEqual([expect.objectContaining({ kind: 'warning', message: expect.stringContaining('the test case "logs"') })]);
    expect(JSON.stringify(told)).not.toContain('"prints"');
  });
});

describe('files that are no evidence', () => {
  const problem = (code: EvidenceProblem['code'], file?: string): EvidenceProblem => ({
    code,
    message: 'no',
    ...(file === undefined ? {} : { file }),
  });

  test.each(['broken-file', 'empty-file', 'unreadable-file', 'stale-file', 'not-junit'] as const)('are told: %s', async (code) => {
    const { told } = await packed({}, { attach: 'full' }, { problems: [problem(code, 'x.xml')] });
    expect(told).toEqual([warning('attach: x.xml is no evidence, so not attached')]);
  });

  test('are told together, and those that name no file or say something else are not', async () => {
    const problems = [
      problem('broken-file', 'x.xml'),
      problem('empty-file', 'y.xml'),
      problem('broken-file'),
      problem('contradiction', 'z.xml'),
    ];
    expect((await packed({}, { attach: 'full' }, { problems })).told).toEqual([
      warning('attach: x.xml and y.xml are no evidence, so not attached'),
    ]);
    expect((await packed({}, { attach: 'full' }, { problems: problems.slice(2) })).told).toEqual([]);
  });

  test.each(['never', 'results'] as const)('are not told where nobody asked for whole files: %s', async (attach) => {
    expect((await packed({}, { attach }, { problems: [problem('broken-file', 'x.xml')] })).told).toEqual([]);
  });
});
