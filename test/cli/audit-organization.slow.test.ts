import { copyFileSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { environmentOf, openOrganization, type Organization } from '../audit/organization/world.ts';
import { privateKey, publicKey } from '../support/app-key.ts';
import { nextId, run as runOf } from '../support/github-api/world/make.ts';
import { stoppedClock } from '../support/moved-clock.ts';
import { zipOf } from '../support/zip.ts';
import { build, type Build, type Ended } from './build.ts';

let cli: Build;
let acme: Organization;
let folder = '';
beforeAll(async () => {
  cli = build();
  folder = mkdtempSync(join(tmpdir(), 'organization-audit-'));
  acme = await openOrganization(
    [
      { name: 'shop', covered: 2 },
      { name: 'stock', covered: 1, pushed: 1 },
      { name: 'site', covered: 1 },
      { name: 'quiet' },
      { name: 'empty', isEmpty: true },
      { name: 'old', more: { archived: true } },
      { name: 'sandbox-1', pushed: 1 },
      { name: 'fresh', covered: 1, more: { createdAt: '2030-01-08T08:00:30Z' } },
    ],
    { app: { id: 'Iv1.app', publicKey } },
  );
  mkdirSync(join(folder, '.github'));
  writeFileSync(
    join(folder, '.github', 'compliance-audit-organization.yml'),
    "exclude:\n  - repositories: ['sandbox-*']\n    reason: Nothing of it is shipped.\n    owner: grace\n    until: 2030-12-31\n",
  );
});
afterAll(async () => {
  cli.remove();
  rmSync(folder, { recursive: true, force: true });
  await acme.close();
});

/** Each command runs at the same moment, so that what two of them write can be compared. */
function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return cli.run(args, {
    cwd: folder,
    node: [process.execPath, '--import', stoppedClock(acme.moments.end)],
    env: { ...environmentOf(acme), ...env },
  });
}

function plan(name: string, shards: number, more: readonly string[] = []): Promise<Ended> {
  return run([
    'audit-plan',
    '--organization',
    'acme',
    '--since',
    acme.moments.begin,
    '--shards',
    `${shards}`,
    '--plan',
    `${name}.json`,
    ...more,
  ]);
}

function part(name: string, index: number, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const files = ['--part', `${name}/${index}.json`, '--part-reports', `reports-${name}`];
  return run(['audit-part', '--plan', `${name}.json`, '--index', `${index}`, ...files], env);
}

function merge(name: string, parts = name): Promise<Ended> {
  const reports = `--html ${name}.html --csv ${name}.csv --json-file ${name}-report.json --markdown ${name}.md`.split(' ');
  return run(['audit-merge', '--plan', `${name}.json`, '--parts', parts, ...reports]);
}

const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
const reportsOf = (name: string): readonly string[] => [`${name}.html`, `${name}.csv`, `${name}-report.json`, `${name}.md`].map(text);
const states = (name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    JSON.parse(text(`${name}.json`)).repositories.map((one: { name: string; state: string }) => [one.name.slice(5), one.state]),
  );

it('audits every repository as far as its state says, and finds and writes the same with 1, 4 and 8 shards', async () => {
  for (const shards of [1, 4, 8]) {
    const name = `of-${shards}`;
    const planned = await plan(name, shards);
    expect([planned.stderr, planned.code]).toEqual(['Listing the repositories of acme\n', 0]);
    const number = Math.min(shards, 6);
    expect(JSON.parse(text(`${name}.json`)).shards).toHaveLength(number);
    const parts = await Promise.all(Array.from({ length: number }, (_, index) => part(name, index)));
    expect(parts.map(({ code }) => code)).toEqual(Array.from({ length: number }, () => 0));
    const merged = await merge(name);
    expect(merged.stdout).toMatch(/✘ 2 open findings {2}acme: 6 changes, 5 covered, in 5 audited repositories\. 2 .* open: 2 high\./);
  }
  expect(states('of-1')).toEqual({
    shop: 'in scope',
    stock: 'in scope',
    site: 'in scope',
    quiet: 'in scope',
    empty: 'in scope',
    old: 'archived',
    'sandbox-1': 'excluded',
    fresh: 'created',
  });
  expect(reportsOf('of-4')).toEqual(reportsOf('of-1'));
  expect(reportsOf('of-8')).toEqual(reportsOf('of-1'));
  const { repositories, verdict } = JSON.parse(text('of-1-report.json'));
  const verdicts = repositories.map((one: { name: string; verdict: string | null }) => [one.name.slice(5), one.verdict]);
  expect([verdict, Object.fromEntries(verdicts)]).toEqual([
    'non-compliant',
    {
      shop: 'audited',
      stock: 'non-compliant',
      site: 'audited',
      quiet: 'not-applicable',
      empty: 'not-applicable',
      old: null,
      'sandbox-1': null,
      fresh: 'audited',
    },
  ]);
  expect(readdirSync(join(folder, 'reports-of-4')).toSorted()).toEqual(
    ['fresh', 'quiet', 'shop', 'site', 'stock'].map((name) => `acme-${name}`),
  );
  expect(readdirSync(join(folder, 'reports-of-4', 'acme-shop')).toSorted()).toEqual(['audit.csv', 'audit.html', 'audit.json']);
  expect(text('reports-of-4/acme-shop/audit.csv')).toBe(text('reports-of-1/acme-shop/audit.csv'));
  expect(acme.api.breaches).toEqual([]);
});

it('is unknown without a part, names its shard, and is the same as before when that shard alone ran again', async () => {
  await plan('killed', 4);
  await Promise.all([0, 1, 3].map((index) => part('killed', index)));
  const { code, stdout } = await merge('killed');
  const [name = ''] = JSON.parse(text('killed.json'))
    .repositories.filter(({ id }: { id: number }) => JSON.parse(text('killed.json')).shards[2].includes(id))
    .map((one: { name: string }) => one.name);
  expect(stdout).toContain('missing shard 2 of 4: ');
  expect(stdout).toContain(name);
  expect(stdout).toContain('audit-part --plan FILE --index 2');
  expect([code, JSON.parse(text('killed-report.json')).verdict]).toEqual([3, 'unknown']);
  await part('killed', 2);
  expect((await merge('killed')).code).toBe(1);
  expect(reportsOf('killed')).toEqual(reportsOf('of-4'));
});

it('refuses a part of another plan, and two parts of a shard that differ, and takes the same part twice', async () => {
  await plan('other', 4, ['--fail-on-severity', 'critical']);
  await part('other', 1);
  rmSync(join(folder, 'killed', '1.json'));
  const foreign = await merge('killed', 'killed\nother');
  expect(foreign.stderr).toMatch(/other\/1\.json is no part of this plan: it is of the plan [0-9a-f]{64}, and this one is [0-9a-f]{64}/);
  expect(foreign.code).toBe(64);
  await part('killed', 1);
  const again = join(folder, 'of-4', 'again.json');
  writeFileSync(again, text('of-4/0.json'));
  expect((await merge('of-4')).code).toBe(1);
  writeFileSync(again, text('of-4/0.json').replace(/"landings": \d+/, '"landings": 99'));
  const { code, stderr } = await merge('of-4');
  rmSync(again);
  expect([code, stderr]).toEqual([64, expect.stringMatching(/0\.json and \S+again\.json are both of shard 0, and differ/)]);
});

it('sends no token where a plan alone leads', async () => {
  const before = acme.api.cloned.length;
  const { code, stderr } = await part('of-1', 0, { EVIDENCE_BASE_URL: 'http://127.0.0.1:9/api/v2' });
  const elsewhere = await part('of-1', 0, { GITHUB_SERVER_URL: 'http://127.0.0.1:9' });
  expect(stderr + elsewhere.stderr).toMatch(/base-url and org name another one[^]*, and this run is on http:\/\/127\.0\.0\.1:9/);
  expect([code, elsewhere.code, acme.api.cloned.length]).toEqual([64, 64, before]);
});

it('asks as an App with tokens that it makes, and shows neither them nor the key', async () => {
  const env = { EVIDENCE_APP_ID: 'Iv1.app', EVIDENCE_APP_PRIVATE_KEY: privateKey, EVIDENCE_GITHUB_TOKEN: '' };
  const before = acme.api.issued();
  const planned = await run(
    ['audit-plan', '--organization', 'acme', '--since', acme.moments.begin, '--shards', '2', '--plan', 'app.json'],
    env,
  );
  const parts = await Promise.all([0, 1].map((index) => part('app', index, env)));
  const merged = await merge('app');
  expect([planned, ...parts, merged].map(({ code }) => code)).toEqual([0, 0, 0, 1]);
  expect(acme.api.issued() - before).toBe(3);
  expect(reportsOf('app')).toEqual(reportsOf('of-1'));
  const said = [planned, ...parts, merged].flatMap(({ stderr, stdout }) => [stderr, stdout]).join('');
  const kept = ['app.json', 'app/0.json', 'app/1.json', 'reports-app/acme-shop/audit.json'].map(text).join('');
  for (const secret of ['ghs_made_', ...privateKey.trim().split('\n').slice(1, -1)]) expect(said + kept).not.toContain(secret);
  const wrong = await run(['audit-plan', '--organization', 'acme', '--plan', 'no.json'], { ...env, EVIDENCE_APP_PRIVATE_KEY: 'none' });
  expect(wrong.stderr).toContain('app-private-key is no RSA private key in PEM');
  expect(wrong.code).toBe(64);
});

it('knows by the plan of the newest run which repositories have another name now, and which are gone', async () => {
  const [shop, , site, quiet] = acme.api.repositories;
  if (!shop || !site || !quiet) throw new Error('There are three');
  mkdirSync(join(folder, 'zip'));
  copyFileSync(join(folder, 'of-1.json'), join(folder, 'zip', 'plan.json'));
  const zip = zipOf(join(folder, 'zip'));
  const workflow = '.github/workflows/organization.yml';
  const artifacts = [{ id: nextId(), name: 'compliance-audit-plan', zip }];
  shop.world.runs.push(runOf({ id: 41, sha: 'ab'.repeat(20), at: '2030-01-01T00:00:00Z', workflow, from: 'acme/shop', artifacts }));
  quiet.name = 'silent';
  acme.api.repositories.splice(2, 1);
  const args = [
    'audit-plan',
    '--organization',
    'acme',
    '--since',
    acme.moments.begin,
    '--plan',
    'next.json',
    '--previous-plan',
    'last-run',
  ];
  const { code, stdout, stderr } = await run(args, {
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_WORKFLOW_REF: `acme/shop/${workflow}@refs/heads/main`,
  });
  expect(stderr).toContain('The plan before is that of');
  expect(stdout).toContain('missing acme/site: the plan before has it, and no list has it now');
  expect([code, states('next')]).toEqual([0, expect.objectContaining({ silent: 'renamed', site: 'not seen', shop: 'in scope' })]);
  expect(text('next.json')).toContain('"before": "acme/quiet"');
  acme.api.repositories.splice(2, 0, site);
  quiet.name = 'quiet';
});

it('is unknown where the App does not see a repository, or one cannot be cloned, and audits the others', async () => {
  const [shop] = acme.api.repositories;
  if (shop === undefined) throw new Error('There is a shop');
  shop.unseen = true;
  acme.api.selection = 'selected';
  await acme.lose('stock');
  const planned = await plan('unseen', 1);
  expect(planned.stdout).toContain('acme/shop: not seen: the organization has it, and the token of the audit does not see it');
  expect(planned.stdout).toContain('missing repositories of acme: GitHub tells this token no count of the private ones');
  expect((await part('unseen', 0)).code).toBe(3);
  const merged = await merge('unseen');
  expect(merged.stdout).toMatch(/missing acme\/shop: .*\n\s+Install the App on it/);
  expect(merged.stdout).toMatch(/missing acme\/stock: \S+ could not be cloned: /);
  expect(merged.stdout).toContain('acme/site: in scope, No open findings, ');
  expect([merged.code, JSON.parse(text('unseen-report.json')).verdict]).toEqual([3, 'unknown']);
});
