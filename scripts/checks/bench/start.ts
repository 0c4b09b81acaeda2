import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

// What a step costs next to starting Node at all: whole processes, taken in turn in one run, so that a busy machine
// slows all of them alike. Prints the medians of the time that passed, and the means of the processor time, which other
// work on the machine changes least, each with its ratio to Node alone. Aims for the time that passed: a dry-run `attest`
// ≤ 4.5, `attest-and-gate` ≤ 5.5.

const root = fileURLToPath(new URL('../../../', import.meta.url));
const rounds = Number(process.argv[2] ?? 25);
const folder = mkdtempSync(join(tmpdir(), 'bench-start-'));
const token = 'bench-token-bench-token';

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

interface Cost {
  /** Milliseconds that passed. */
  readonly time: number;
  /** Milliseconds of processor time, those of git and of other threads included. */
  readonly processor: number;
}

/** Processor time of all processes that were waited for so far (proc_pid_stat(5), `cutime` and `cstime`, in 1/100 s). */
function processorTime(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

function costOf(args: readonly string[], env: NodeJS.ProcessEnv): Cost {
  const before = processorTime();
  const start = performance.now();
  const { status, stdout } = spawnSync(process.execPath, [...args], { cwd: folder, env, encoding: 'utf8' });
  const time = performance.now() - start;
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout}`);
  return { time, processor: processorTime() - before };
}

async function startService(): Promise<{ child: ChildProcess; url: string }> {
  const cli = join(root, 'lib', 'cli', 'bin.js');
  const data = join(folder, 'data');
  execFileSync(process.execPath, [
    cli,
    'token',
    'create',
    '--init',
    '--data',
    data,
    '--user',
    'bench',
    '--org',
    'acme',
    '--role',
    'admin',
    '--token',
    token,
  ]);
  const child = spawn(process.execPath, [cli, 'serve', '--data', data, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((done) =>
    child.stdout.setEncoding('utf8').on('data', (text: string) => done(/http:\S+/.exec(text)?.[0] ?? '')),
  );
  return { child, url };
}

const { child, url } = await startService();
let flows = 0;
try {
  const inputs = {
    'base-url': url,
    'api-token': token,
    org: 'acme',
    flow: 'bench',
    'attestation-name': 'unit-tests',
    'junit-paths': junit,
    'required-attestations': 'unit-tests',
  };
  const bundle = [join(root, 'dist', 'index.js')];
  const cases = {
    'node -e 0': () => costOf(['-e', '0'], environment({})),
    'attest, dry run': () => costOf(bundle, environment({ ...inputs, command: 'attest', 'dry-run': 'true' })),
    // A flow of its own each time: a trail with the records of all rounds on it would be another question.
    'attest-and-gate': () => costOf(bundle, environment({ ...inputs, flow: `bench-${(flows += 1)}` })),
  };
  const costs = new Map(Object.keys(cases).map((name) => [name, [] as Cost[]]));
  for (let round = -2; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(cases)) {
      const cost = run();
      if (round >= 0) costs.get(name)?.push(cost);
    }
  }
  const median = (of: readonly Cost[]): number =>
    of.map(({ time }) => time).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
  const mean = (of: readonly Cost[]): number => of.reduce((sum, { processor }) => sum + processor, 0) / of.length;
  const node = costs.get('node -e 0') ?? [];
  const cell = (value: number, base: number): string => `${value.toFixed(0).padStart(8)} ms${(value / base).toFixed(2).padStart(6)} ×`;
  process.stdout.write(`${rounds} rounds           time that passed   processor time\n`);
  for (const [name, of] of costs)
    process.stdout.write(`${name.padEnd(18)}${cell(median(of), median(node))}${cell(mean(of), mean(node))}\n`);
} finally {
  child.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
