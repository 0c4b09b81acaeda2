import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type Shop } from '../audit/world/clone.ts';
import { movedClock } from '../support/moved-clock.ts';
import { build, type Build, type Ended } from './build.ts';

let cli: Build;
let shop: Shop;
let clone = '';
let empty = '';
beforeAll(async () => {
  [cli, shop] = [build(), await openShop()];
  clone = shop.clone();
  empty = mkdtempSync(join(tmpdir(), 'no-repository-'));
});
afterAll(async () => {
  cli.remove();
  rmSync(empty, { recursive: true, force: true });
  await shop.close();
});

interface Running {
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

function audit(args: readonly string[] = [], { cwd = clone, env = {} }: Running = {}): Promise<Ended> {
  const { moments, serverUrl, service } = shop;
  return cli.run(['audit', '--repository', 'acme/shop', '--since', moments.begin, ...args], {
    cwd,
    node: [process.execPath, '--import', movedClock(moments.end)],
    env: {
      EVIDENCE_BASE_URL: service.url,
      EVIDENCE_API_TOKEN: service.token,
      EVIDENCE_ORG: 'acme',
      EVIDENCE_GITHUB_TOKEN: 'ghs_of_the_test',
      GITHUB_API_URL: shop.double.url,
      GITHUB_SERVER_URL: serverUrl,
      NO_COLOR: '1',
      ...env,
    },
  });
}

const written = ['a.html', 'a.csv', 'a.sarif', 'a.xml', 'a.md', 'a.svg', 'a.oscal.json', 'a-plan.oscal.json'];
const everyReport =
  '--html a.html --csv a.csv --sarif a.sarif --junit a.xml --markdown a.md --badge a.svg --oscal a.oscal.json --oscal-plan a-plan.oscal.json --json-file a.json --keep-collected a.ndjson'.split(
    ' ',
  );

it('prints each change with its trail or none, then the findings and the verdict, and writes every report', async () => {
  const { covered, pushed, uncovered } = shop.shas;
  const { code, stderr, stdout } = await audit(everyReport);
  const lines = stdout.split('\n');
  const place = lines[0]?.indexOf('TRAIL') ?? 0;
  const trails = lines.slice(1, 4).map((line) => [line.slice(0, 12), line.slice(place).split(/ {2,}/)[0]]);
  expect(trails[0]).toEqual([pushed.slice(0, 12), 'none']);
  expect(trails[1]).toEqual([uncovered.slice(0, 12), 'none']);
  expect(trails[2]).toEqual([covered.slice(0, 12), expect.stringMatching(/^unit\/[0-9a-f]{12}/)]);
  for (const words of ['high change-without-trail (new): ', 'high pushed-directly (new): ', 'Not tested, or not everywhere: ', 'html: '])
    expect(stdout).toContain(words);
  expect(lines.at(-2)).toMatch(
    /^✘ 3 open findings {2}3 changes in 3 landings, 3 commits from 2030-01-08 .*; 3 open findings \(3 new, 0 accepted\); /,
  );
  expect(stdout + stderr).not.toContain('\u001b');
  expect(stderr).toBe('Collecting from git, GitHub and the service\nJudging what was collected\n');
  for (const name of written) expect(readFileSync(join(clone, name), 'utf8')).not.toBe('');
  expect(code).toBe(1);
  expect(shop.double.breaches).toEqual([]);
});

it('prints a command that asks the whole audit again, and runs in a shell as it stands', async () => {
  const again = /<pre tabindex="0">(.*?)<\/pre>/s.exec(readFileSync(join(clone, 'a.html'), 'utf8'))?.[1] ?? '';
  expect(again).toMatch(/^compliance-evidence audit /);
  const { moments, serverUrl, service } = shop;
  const program = join(empty, 'compliance-evidence');
  // The end of the first audit has to be over.
  const later = movedClock(new Date(Date.parse(moments.end) + 60_000).toISOString());
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' --import '${later}' '${cli.bin}' "$@"\n`, { mode: 0o755 });
  const env = {
    PATH: `${empty}:${process.env['PATH']}`,
    EVIDENCE_API_TOKEN: service.token,
    EVIDENCE_GITHUB_TOKEN: 'ghs_of_the_test',
    GITHUB_API_URL: shop.double.url,
    GITHUB_SERVER_URL: serverUrl,
  };
  const { status, stderr } = await new Promise<{ readonly status: unknown; readonly stderr: string }>((resolve) =>
    execFile('sh', ['-c', `${again} --json-file again.json`], { cwd: clone, env }, (error, _stdout, said) =>
      resolve({ status: error?.code ?? 0, stderr: said }),
    ),
  );
  expect([status, stderr]).toEqual([1, expect.stringContaining('Judging what was collected')]);
  const population = (name: string): unknown => JSON.parse(readFileSync(join(clone, name), 'utf8')).population;
  expect(population('again.json')).toEqual(population('a.json'));
});

it('prints the JSON report alone with --json, and the same again from what was kept', async () => {
  const { code, stdout } = await audit(['--json', '--keep-collected', 'kept.ndjson']);
  const report = JSON.parse(stdout);
  const subjects = report.findings.map(({ rule, subject }: { rule: string; subject: { id: string } }) => `${rule} ${subject.id}`);
  const { pushed, uncovered } = shop.shas;
  expect(subjects.toSorted()).toEqual(
    [`change-without-trail ${pushed}`, `change-without-trail ${uncovered}`, `pushed-directly ${pushed}`].toSorted(),
  );
  expect(report.population).toMatchObject({ changes: 3, landings: 3, commits: 3 });
  expect(code).toBe(1);
  const again = await cli.run(['audit', '--collected', join(clone, 'kept.ndjson'), '--json']);
  expect(again).toMatchObject({ stdout, code: 1 });
});

it('ends with 0 where all is covered, and where nothing landed, which is no green', async () => {
  const covered = await audit(['--until', shop.moments.covered]);
  expect(covered.stdout).toMatch(/[!✔] No open findings.* {2}1 change in 1 landing, .*; no open finding/);
  const nothing = await audit(['--since', '2030-01-08T00:00:00Z', '--until', shop.moments.begin]);
  expect(nothing.stdout).toMatch(/^Nothing landed\.\n[^]*– Nothing landed {2}no change from /);
  expect([covered.code, nothing.code]).toEqual([0, 0]);
});

/** As long as nobody answers, an audit asks again until its time is over. */
const soon = ['--timeout', '5s'];

it.each<[string, () => Promise<Running>, RegExp]>([
  [
    'the service is down',
    async () => ({ env: { EVIDENCE_BASE_URL: 'http://127.0.0.1:9' } }),
    / not known {2}unknown {2}Change 1 [^]*missing evidence of the service: Could not reach/,
  ],
  [
    'the token of the service is wrong',
    async () => ({ env: { EVIDENCE_API_TOKEN: 'wrong' } }),
    / not known {2}unknown {2}Change 1 [^]*answered 401: The token is not known/,
  ],
  [
    'GitHub is at its rate limit',
    async () => ({ args: soon, env: { GITHUB_API_URL: await limited() } }),
    /GitHub takes no more requests until after that/,
  ],
  ['GitHub is down', async () => ({ args: soon, env: { GITHUB_API_URL: 'http://127.0.0.1:9' } }), /missing .*GitHub could not be asked/],
  ['there is no repository', async () => ({ cwd: empty, env: { GITHUB_SERVER_URL: 'http://127.0.0.1:9' } }), /it is in no git repository/],
  ['there is no git', async () => ({ env: { PATH: emptyPath() } }), /there is no git on this machine\n {3}Install git/],
  ['the clone is shallow', async () => ({ cwd: shop.clone('--depth', '1') }), /it is a shallow clone\n {3}Run `git fetch --unshallow`/],
  ['a branch is not there', async () => ({ args: ['--branch', 'nosuch'] }), /has no commit on a branch nosuch\n {3}/],
])('ends with 3, says why, and writes the reports where %s', async (_, given, why) => {
  const { args = [], ...running } = await given();
  const folder = mkdtempSync(join(tmpdir(), 'reports-'));
  try {
    const { code, stdout } = await audit(['--html', join(folder, 'a.html'), '--json-file', join(folder, 'a.json'), ...args], running);
    expect(stdout).toMatch(why);
    expect(stdout).toMatch(/\n\? Unknown {2}[^]*; \d+ things? missing\n$/);
    expect(code).toBe(3);
    expect(JSON.parse(readFileSync(join(folder, 'a.json'), 'utf8'))).toMatchObject({ complete: false });
    expect(readFileSync(join(folder, 'a.html'), 'utf8')).toContain('Unknown');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it.each([
  [['--since', '2031-01-01'], 'The audited time is empty'],
  [['--until', '2031-01-01'], 'The audited time ends in the future'],
  [['--since', 'monday'], '--since is neither a date nor a full SHA'],
])('refuses %j before anybody is asked', async (args, words) => {
  const before = shop.double.asked.length;
  const { code, stderr } = await audit(args);
  expect(stderr).toContain(words);
  expect([code, shop.double.asked.length]).toEqual([64, before]);
});

it('plans by one question about the branch, next to that for its name', async () => {
  const before = shop.double.asked.length;
  const { code, stdout } = await audit(['--plan']);
  expect(stdout).toMatch(/^git .* 3 landings, as GitHub tells; 3 commits$/m);
  expect(shop.double.asked.slice(before)).toEqual([
    expect.stringMatching(/^GET \/repos\/acme\/shop$/),
    expect.stringMatching(/\/activity\?/),
  ]);
  expect(code).toBe(0);
});

async function limited(): Promise<string> {
  const double = await shop.another();
  double.limit('/', { kind: 'primary', times: Infinity, seconds: 3_600 });
  return double.url;
}

/** A PATH that holds only Node, which is started by its whole path. */
function emptyPath(): string {
  const folder = mkdtempSync(join(empty, 'bin-'));
  symlinkSync(process.execPath, join(folder, 'node'));
  return folder;
}
