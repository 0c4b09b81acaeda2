import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

// What a step costs beside starting Node at all: whole processes, taken in turn in one run, so that a busy machine
// slows all of them alike. Prints ratios of medians. Aims: a dry-run `attest` ≤ 4, `attest-and-gate` ≤ 5.

const root = fileURLToPath(new URL('../../', import.meta.url));
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

function time(args: readonly string[], env: NodeJS.ProcessEnv): number {
  const start = performance.now();
  const { status, stdout } = spawnSync(process.execPath, [...args], { cwd: folder, env, encoding: 'utf8' });
  const took = performance.now() - start;
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout}`);
  return took;
}

async function startService(): Promise<{ child: ChildProcess; url: string }> {
  const cli = join(root, 'lib', 'cli', 'bin.js');
  const data = join(folder, 'data');
  execFileSync(process.execPath, [
    cli,
    'token',
    'create',
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
    'node -e 0': () => time(['-e', '0'], environment({})),
    'attest, dry run': () => time(bundle, environment({ ...inputs, command: 'attest', 'dry-run': 'true' })),
    // A flow of its own each time: a trail with the records of all rounds on it would be another question.
    'attest-and-gate': () => time(bundle, environment({ ...inputs, flow: `bench-${(flows += 1)}` })),
  };
  const times = new Map(Object.keys(cases).map((name) => [name, [] as number[]]));
  for (let round = -2; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(cases)) {
      const took = run();
      if (round >= 0) times.get(name)?.push(took);
    }
  }
  const median = (name: string): number => times.get(name)?.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
  process.stdout.write(`${rounds} rounds, medians\n`);
  for (const name of Object.keys(cases))
    process.stdout.write(
      `${name.padEnd(18)}${median(name).toFixed(0).padStart(6)} ms${(median(name) / median('node -e 0')).toFixed(2).padStart(8)} ×\n`,
    );
} finally {
  child.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
