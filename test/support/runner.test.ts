import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runAction } from './runner/index.ts';
import { bodyOf, runFake, type FakeAction } from './runner/fake-action.ts';

/** The environment that an action gets, its names sorted out by a prefix. */
async function environmentOf(options: FakeAction): Promise<Record<string, string>> {
  const run = await runFake({ ...options, main: 'say(JSON.stringify(env))' });
  const environment: Record<string, string> = JSON.parse(run.rawStdout);
  return environment;
}

const withPrefix = (environment: Record<string, string>, prefix: string): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith(prefix)));

test('names inputs in upper case, spaces as underscores, hyphens kept', async () => {
  const environment = await environmentOf({
    declare: '{ junit-paths: {}, my input: {} }',
    inputs: { 'junit-paths': '**/*.xml', 'my input': ' as is ' },
  });
  expect(withPrefix(environment, 'INPUT_')).toEqual({ 'INPUT_JUNIT-PATHS': '**/*.xml', INPUT_MY_INPUT: ' as is ' });
});

test('passes the default, as text, of what is not given, and an empty text where there is none', async () => {
  const environment = await environmentOf({
    declare:
      '{ a: { default: one }, b: {}, c: { required: true }, d: { default: false }, e: { default: 10 }, f: { default: null }, g: }'.replace(
        ', g:',
        '',
      ),
  });
  expect(withPrefix(environment, 'INPUT_')).toEqual({
    INPUT_A: 'one',
    INPUT_B: '',
    INPUT_C: '',
    INPUT_D: 'false',
    INPUT_E: '10',
    INPUT_F: '',
  });
});

test('does not replace an empty text by the default, and finds the given name in any case', async () => {
  const environment = await environmentOf({ declare: '{ a: { default: one }, Bee: { default: two } }', inputs: { a: '', bee: 'given' } });
  expect(withPrefix(environment, 'INPUT_')).toEqual({ INPUT_A: '', INPUT_BEE: 'given' });
});

test('passes an unknown input on, with a warning that names it and the known ones', async () => {
  const run = await runFake({ declare: '{ junit-paths: {} }', inputs: { 'junit-path': 'x' }, main: 'say(env["INPUT_JUNIT-PATH"])' });
  expect(run.rawStdout).toBe('x\n');
  expect(run.annotations).toEqual([{ level: 'warning', message: "Unexpected input(s) 'junit-path', valid inputs are ['junit-paths']" }]);
  expect(run.conclusion).toBe('success');
});

test('warns of a deprecated input only when it is given', async () => {
  const declare = '{ old: { deprecationMessage: use new }, older: { deprecationMessage: use new, default: x } }';
  const run = await runFake({ declare, inputs: { old: '1' } });
  expect(run.annotations).toEqual([{ level: 'warning', message: "Input 'old' has been deprecated with message: use new" }]);
});

test('evaluates the expressions in defaults', async () => {
  const environment = await environmentOf({
    declare: `{ token: { default: "\${{ github.token }}" }, matrix: { default: "\${{ toJSON(matrix) }}" }, status: { default: "\${{ job.status }}" },
      mixed: { default: "a \${{ github.sha }}/\${{ runner.os }} b" }, quoted: { default: "\${{ '}}' }}" }, absent: { default: "\${{ github.event.nothing.here }}" },
      event: { default: "\${{ github.event.number }}" }, plain: { default: "$\{ { no } }" } }`,
    contexts: { github: { token: 'ghs_x', sha: 'abc' }, matrix: { os: 'linux', n: 1 }, job: { status: 'failure' } },
    event: { name: 'pull_request', payload: { number: 7 } },
  });
  expect(withPrefix(environment, 'INPUT_')).toEqual({
    INPUT_TOKEN: 'ghs_x',
    INPUT_MATRIX: '{\n  "os": "linux",\n  "n": 1\n}',
    INPUT_STATUS: 'failure',
    INPUT_MIXED: 'a abc/Linux b',
    INPUT_QUOTED: '}}',
    INPUT_ABSENT: '',
    INPUT_EVENT: '7',
    INPUT_PLAIN: '${ { no } }',
  });
});

test("shows a job without a matrix as 'null'", async () => {
  expect(await environmentOf({ declare: '{ matrix: { default: "${{ toJSON(matrix) }}" } }' })).toMatchObject({ INPUT_MATRIX: 'null' });
});

test('does not evaluate what is given: that was the work of the workflow', async () => {
  const environment = await environmentOf({ declare: '{ a: {} }', inputs: { a: '${{ github.token }}' } });
  expect(environment['INPUT_A']).toBe('${{ github.token }}');
});

test.each([
  ['${{ secrets.TOKEN }}', 'secrets'],
  ['${{ inputs.a }}', 'inputs'],
  ['${{ env.A }}', 'env'],
  ["${{ hashFiles('x') }}", 'hashFiles'],
  ['${{ github.token', 'not closed'],
  ['${{ matrix }}', 'Object'],
])('refuses a default of %s', async (expression, message) => {
  const run = runFake({ declare: `{ a: { default: ${JSON.stringify(expression)} } }`, contexts: { matrix: { os: 'linux' } } });
  await expect(run).rejects.toThrow(message);
});

test('gives the action a clean environment', async () => {
  vi.stubEnv('INPUT_LEAK', 'x');
  vi.stubEnv('GITHUB_LEAK', 'x');
  vi.stubEnv('NODE_OPTIONS', '--no-deprecation');
  vi.stubEnv('HTTPS_PROXY', 'http://proxy.invalid');
  vi.stubEnv('NODE_EXTRA_CA_CERTS', '/nowhere.pem');
  onTestFinished(() => void vi.unstubAllEnvs());
  const environment = await environmentOf({});
  for (const name of ['INPUT_LEAK', 'GITHUB_LEAK', 'NODE_OPTIONS', 'HTTPS_PROXY', 'NODE_EXTRA_CA_CERTS'])
    expect(environment).not.toHaveProperty(name);
  expect(environment['PATH']).toBe(process.env['PATH']);
  expect(environment['HOME']).not.toBe(process.env['HOME']);
});

test("takes over the machine's proxy or certificates when asked", async () => {
  vi.stubEnv('https_proxy', 'http://proxy.invalid');
  vi.stubEnv('NODE_EXTRA_CA_CERTS', '/nowhere.pem');
  onTestFinished(() => void vi.unstubAllEnvs());
  const proxy = await environmentOf({ machine: ['proxy'] });
  expect(proxy['https_proxy']).toBe('http://proxy.invalid');
  expect(proxy).not.toHaveProperty('NODE_EXTRA_CA_CERTS');
  expect(await environmentOf({ machine: ['certificates'] })).toMatchObject({ NODE_EXTRA_CA_CERTS: '/nowhere.pem' });
});

test('exports the contexts, but neither the token nor numbers', async () => {
  const environment = await environmentOf({
    contexts: { github: { sha: 'abc', run_id: 5, ref_protected: true, token: 'ghs_x' }, runner: { debug: '1' } },
  });
  expect(environment).toMatchObject({
    GITHUB_SHA: 'abc',
    GITHUB_REF_PROTECTED: 'true',
    GITHUB_ACTIONS: 'true',
    CI: 'true',
    RUNNER_OS: 'Linux',
    RUNNER_DEBUG: '1',
  });
  expect(environment).not.toHaveProperty('GITHUB_RUN_ID');
  expect(Object.values(environment)).not.toContain('ghs_x');
});

test('lets `env:` through, but not over inputs and contexts', async () => {
  const environment = await environmentOf({
    declare: '{ a: {} }',
    inputs: { a: 'input' },
    env: { FREE: '1', INPUT_A: 'env', GITHUB_SHA: 'env', CI: 'mine' },
  });
  expect(environment).toMatchObject({ FREE: '1', INPUT_A: 'input', CI: 'mine' });
  expect(environment['GITHUB_SHA']).not.toBe('env');
});

test('writes the event payload to a file', async () => {
  const run = await runFake({
    event: { name: 'pull_request', payload: { a: 'ä' } },
    main: 'say(env.GITHUB_EVENT_NAME + fs.readFileSync(env.GITHUB_EVENT_PATH))',
  });
  expect(run.rawStdout).toBe('pull_request{"a":"ä"}\n');
});

test('starts in an empty workspace, has places for files, a closed stdin, and cleans up', async () => {
  const run = await runFake({
    main: `say(JSON.stringify({ cwd: process.cwd(), workspace: env.GITHUB_WORKSPACE, files: fs.readdirSync('.'), stdin: fs.readFileSync(0, 'utf8'),
      temp: fs.statSync(env.RUNNER_TEMP).isDirectory(), tools: fs.statSync(env.RUNNER_TOOL_CACHE).isDirectory(), home: fs.readdirSync(env.HOME) }))`,
  });
  const seen: { cwd: string; workspace: string } = JSON.parse(run.rawStdout);
  expect(seen).toMatchObject({ cwd: seen.workspace, files: [], stdin: '', temp: true, tools: true, home: [] });
  expect(existsSync(seen.workspace)).toBe(false);
});

test('starts in the given workspace and leaves it', async () => {
  const workspace = await mkdtemp(join(tmpdir(), 'workspace-'));
  onTestFinished(() => rm(workspace, { recursive: true }));
  await writeFile(join(workspace, 'a.xml'), '');
  const run = await runFake({ workspace, main: 'say(String(fs.readdirSync(".")))' });
  expect(run.rawStdout).toBe('a.xml\n');
  expect(existsSync(join(workspace, 'a.xml'))).toBe(true);
});

test('lists the inputs at the start of the log, masked', async () => {
  const run = await runFake({
    declare: '{ a: {}, b: {}, c: {} }',
    inputs: { a: 'plain', b: 's3cret' },
    secrets: ['s3cret'],
    env: { E: '1' },
    main: 'say("hello")',
  });
  expect(run.log).toBe('##[group]Run acme/compliance-evidence@v1\nwith:\n  a: plain\n  b: ***\nenv:\n  E: 1\n##[endgroup]\nhello\n');
  expect(bodyOf(run)).toEqual(['hello']);
});

test('fails a step by its exit code alone', async () => {
  const run = await runFake({ main: 'process.exitCode = 3' });
  expect(run).toMatchObject({ exitCode: 3, signal: null, conclusion: 'failure', annotations: [], commandErrors: [] });
  expect(await runFake({ main: 'say("::error::x")' })).toMatchObject({ exitCode: 0, conclusion: 'success' });
});

test.each([
  ['runs: { using: composite, steps: [] }', 'node20 and node24'],
  ['runs: { using: node24, pre: b.mjs, main: a.mjs }', "no 'pre'"],
  ['runs: { using: node24, main: a.mjs, post: b.mjs, post-if: success() }', 'not where success()'],
  ['runs: { using: node24 }', 'runs.main is missing'],
  ['runs: { using: node24, main: absent.mjs }', 'npm run build'],
  ['inputs: [a]\nruns: { using: node24, main: a.mjs }', 'a mapping was expected'],
  [
    "inputs: { a: { description: '${{ b }}' } }\nruns: { using: node24, main: a.mjs }",
    'inputs.a.description: expressions are not allowed here',
  ],
])('says why it cannot run %s', async (manifest, message) => {
  const directory = await mkdtemp(join(tmpdir(), 'fake-action-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await writeFile(join(directory, 'action.yml'), manifest);
  await expect(runAction({ manifest: join(directory, 'action.yml'), inputs: {} })).rejects.toThrow(message);
});
