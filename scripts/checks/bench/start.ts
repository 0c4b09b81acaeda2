import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { costOf, costOfServe, filesOfServe, type Cost } from './cost.ts';
import { makeData, serving, startServed, token } from './served.ts';

// Measures how much a step, a command and a service cost to start: whole processes, taken in turn in one run, so that a busy
// machine slows all of them alike. Prints the medians of the time that passed, and the means of the processor time, which other
// work on the machine changes least, each with its ratio to Node alone.
//
//     npm run bench:start -- [ROUNDS] [ANOTHER CHECKOUT, built]
//
// With another checkout all is measured of both, and the ratio of this one's processor time to the other's is shown.

const root = join(import.meta.dirname, '../../../');
const [, , roundsText = '25', another] = process.argv;
const rounds = Number(roundsText);
const roots = { ...(another === undefined ? {} : { old: resolve(another) }), new: root };
const folder = mkdtempSync(join(tmpdir(), 'bench-start-'));

const junit = join(folder, 'results.xml');
writeFileSync(junit, `<testsuite name="small">${'<testcase classname="a" name="b" time="0.1"/>'.repeat(20)}</testsuite>`);
const workspace = join(folder, 'workspace');
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args], { cwd: folder, encoding: 'utf8' }).trim();
git('init', '--quiet', workspace);
git('-C', workspace, 'commit', '--quiet', '--allow-empty', '--message', 'Begin');
const sha = git('-C', workspace, 'rev-parse', 'HEAD');
const manifest: { inputs: Record<string, { default?: string }> } = parse(readFileSync(join(root, 'action.yml'), 'utf8'));

function environment(inputs: Record<string, string>): NodeJS.ProcessEnv {
  const github = {
    GITHUB_EVENT_NAME: 'push',
    GITHUB_SHA: sha,
    GITHUB_REF: 'refs/heads/main',
    GITHUB_REPOSITORY: 'acme/app',
    GITHUB_REPOSITORY_ID: '1',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_RUN_ID: '1',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_WORKFLOW: 'CI',
    GITHUB_JOB: 'test',
    GITHUB_WORKSPACE: workspace,
  };
  const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') };
  for (const file of Object.values(files)) writeFileSync(file, '');
  const given = Object.entries(manifest.inputs).map(([name, input]) => {
    const value = inputs[name] ?? (input.default?.startsWith('${{') === true ? '' : (input.default ?? ''));
    return [`INPUT_${name.toUpperCase()}`, value];
  });
  return { PATH: process.env['PATH'], HOME: folder, ...github, ...files, ...Object.fromEntries(given) };
}

const ofPerson = { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder } };
const dataOf = (bin: string, name: string): string => makeData(bin, join(folder, name), ofPerson);

const bin = join(root, 'lib', 'cli', 'bin.js');
const service = await startServed(serving(bin, dataOf(bin, 'data')), ofPerson);
try {
  const inputs = {
    'base-url': service.url.origin,
    'api-token': token,
    org: 'acme',
    flow: 'bench',
    'attestation-name': 'unit-tests',
    'junit-paths': junit,
    'required-attestations': 'unit-tests',
  };
  let flows = 0;
  const stepOf = (home: string, own: Record<string, string>): Cost =>
    costOf([join(home, 'dist', 'index.js')], { cwd: folder, env: environment({ ...inputs, ...own }) });
  const casesOf = (name: string, home: string): Readonly<Record<string, () => Cost | Promise<Cost>>> => {
    const own = join(home, 'lib', 'cli', 'bin.js');
    const data = dataOf(own, `data-${name}`);
    return {
      'attest, dry run': () => stepOf(home, { command: 'attest', 'dry-run': 'true' }),
      // Each round has a flow of its own: a trail with the records of all rounds on it would be another question.
      'attest-and-gate': () => stepOf(home, { flow: `bench-${(flows += 1)}` }),
      'junit x.xml': () => costOf([own, 'junit', junit], ofPerson),
      '--help': () => costOf([own, '--help'], ofPerson),
      'serve, ready': () => costOfServe(serving(own, data), ofPerson),
    };
  };
  const cases = Object.entries(roots).map(([name, home]) => ({ name, home, cases: casesOf(name, home) }));
  const all = [
    { name: 'node -e 0', run: () => costOf(['-e', '0'], ofPerson) },
    ...Object.keys(cases[0]?.cases ?? {}).flatMap((title) =>
      cases.flatMap(({ name, cases: own }) => ({ name: `${title} (${name})`, run: own[title] ?? (() => costOf(['-e', '0'], ofPerson)) })),
    ),
  ];
  const costs = new Map(all.map(({ name }) => [name, [] as Cost[]]));
  for (let round = -1; round < rounds; round += 1) {
    for (const { name, run } of all) {
      const cost = await run();
      if (round >= 0) costs.get(name)?.push(cost);
    }
  }
  show(costs);
  for (const { name, home } of cases) {
    const own = join(home, 'lib', 'cli', 'bin.js');
    const files = await filesOfServe(serving(own, join(folder, `data-${name}`)), ofPerson);
    const entry = statSync(join(home, 'dist', 'index.js')).size / 1e6;
    process.stdout.write(`${name}: serve loads ${files} files of code; dist/index.js has ${entry.toFixed(2)} MB\n`);
  }
} finally {
  service.child.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}

function show(costs: ReadonlyMap<string, readonly Cost[]>): void {
  const median = (of: readonly Cost[]): number =>
    of.map(({ time }) => time).toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? Number.NaN;
  const mean = (of: readonly Cost[], value: (cost: Cost) => number): number => of.reduce((sum, cost) => sum + value(cost), 0) / of.length;
  const processor = (of: readonly Cost[]): number => mean(of, (cost) => cost.processor);
  const node = costs.get('node -e 0') ?? [];
  const cell = (value: number, base: number): string => `${value.toFixed(0).padStart(8)} ms${(value / base).toFixed(2).padStart(7)} ×`;
  process.stdout.write(`${`${rounds} rounds`.padEnd(24)}${'time that passed'.padStart(20)}${'processor time'.padStart(20)}\n`);
  for (const [name, of] of costs) {
    const old = costs.get(name.replace(/\(new\)$/, '(old)')) ?? of;
    const more = [
      ...(old === of ? [] : [`${(processor(of) / processor(old)).toFixed(2)} of old`]),
      ...(of[0]?.memory === undefined ? [] : [`${mean(of, ({ memory = 0 }) => memory).toFixed(0)} MB`]),
    ];
    process.stdout.write(
      `${name.padEnd(24)}${cell(median(of), median(node))}${cell(processor(of), processor(node))}  ${more.join(', ')}\n`.replace(
        / +\n/,
        '\n',
      ),
    );
  }
}
