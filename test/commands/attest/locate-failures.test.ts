import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { locateFailures } from '../../../src/commands/attest/test-evidence.ts';
import { readTestResults } from '../../../src/commands/results/read-results.ts';
import { readEventFacts } from '../../../src/git/index.ts';
import type { FailingCase } from '../../../src/results/index.ts';
import { commit, git, makeRepository, removeRepositories, temporaryDirectory } from '../../support/git.ts';
import { useAttest } from '../attach-support.ts';
import { logOf } from '../../github/printed.ts';

const attest = useAttest();
afterAll(removeRepositories);

function write(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(directory, name, '..'), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
}

function shop(results: string): string {
  const directory = makeRepository();
  write(directory, { 'src/basket.js': 'x', 'src/till.js': 'x' });
  git(directory, ['add', '--all']);
  commit(directory);
  write(directory, { 'build/unit.xml': results });
  return directory;
}

const failure = (attributes: string, trace: string): string =>
  `<testsuite name="s"><testcase name="adds" ${attributes}><failure message="no"><![CDATA[${trace}]]></failure></testcase></testsuite>`;

/** The workspace alone, where nobody listens. */
const at = (workspace: string): Parameters<typeof locateFailures>[1] => ({
  workspace,
  directory: workspace,
  event: readEventFacts({}),
  report: () => undefined,
});

async function failing(workspace: string): Promise<readonly FailingCase[]> {
  return (await locateFailures(await readTestResults(['build/*.xml'], { workspace }), at(workspace), undefined)).failing;
}

test('the job is annotated at the file and line that the trace of a failing test names', async () => {
  const workspace = shop(failure('', 'Error: no\n    at adds (/home/ci/elsewhere/src/basket.js:3:5)'));
  const { result } = await attest(workspace);
  expect(logOf(result)).toContain('::error title=s › adds,file=src/basket.js,line=3::');
});

test('a file that an attribute names outside of the checkout is not repeated', async () => {
  for (const file of ['/etc/passwd', '../basket.js', 'C:\\basket.js']) {
    const [test] = await failing(shop(failure(`file="${file}" line="3"`, '')));
    expect(test).not.toHaveProperty('file');
    expect(test).not.toHaveProperty('line');
  }
});

test('without a checkout a relative path is believed, and no other', async () => {
  const workspace = temporaryDirectory();
  for (const [file, expected] of [
    ['src/basket.js', 'src/basket.js'],
    ['src/basket..js', 'src/basket..js'],
    ['../basket.js', undefined],
    ['src/../../basket.js', undefined],
    ['src\\..', undefined],
    ['/src/basket.js', undefined],
    ['\\src', undefined],
    ['C:basket.js', undefined],
  ] as const) {
    write(workspace, { 'build/unit.xml': failure(`file="${file}" line="3"`, '') });
    const [test] = await failing(workspace);
    expect([file, test?.file, test?.line]).toEqual([file, expected, expected === undefined ? undefined : 3]);
  }
  write(workspace, { 'build/unit.xml': failure('file="src/basket.js"', '') });
  expect((await failing(workspace))[0]).not.toHaveProperty('line');
});

test('one line says how many failing tests got no place, and why', async () => {
  const nameless = '<testcase name="a"><failure message="no"/></testcase>';
  const elsewhere = '<testcase name="b" file="/else/where.js" line="3"><failure message="no"/></testcase>';
  const here = '<testcase name="c" file="src/till.js" line="1"><failure message="no"/></testcase>';
  const told = async (...cases: readonly string[]): Promise<readonly string[]> => {
    const workspace = shop(`<testsuite name="s">${cases.join('')}</testsuite>`);
    const messages: string[] = [];
    const report: Parameters<typeof locateFailures>[1]['report'] = ({ kind, message }) => messages.push(`${kind}: ${message}`);
    await locateFailures(await readTestResults(['build/*.xml'], { workspace }), { ...at(workspace), report }, undefined);
    return messages;
  };
  expect(await told(here)).toEqual([]);
  expect(await told(nameless, elsewhere, elsewhere, here)).toEqual([
    'info: 3 failing tests shown without a place in the code (no file is named: 1; git tracks no file of that path here, or several that it may mean: 2)',
  ]);
  expect(await told(nameless)).toEqual(['info: 1 failing test shown without a place in the code (no file is named: 1)']);
});

test('a green run does not ask git', async () => {
  const junit = await readTestResults(['build/*.xml'], { workspace: shop('<testsuite name="s"><testcase name="adds"/></testsuite>') });
  const { PATH } = process.env;
  process.env['PATH'] = '/nonexistent';
  try {
    expect(await locateFailures(junit, at('/nonexistent'), undefined)).toBe(junit);
  } finally {
    process.env['PATH'] = PATH;
  }
});
