import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { environmentOf, openOrganization, type Organization } from '../audit/organization/world.ts';
import { stoppedClock } from '../support/moved-clock.ts';
import { build, type Build, type Ended } from './build.ts';

let cli: Build;
let acme: Organization;
let folder = '';
beforeAll(async () => {
  cli = build();
  folder = mkdtempSync(join(tmpdir(), 'organization-before-'));
  acme = await openOrganization([
    { name: 'shop', covered: 1 },
    { name: 'stock', pushed: 1 },
    { name: 'site', covered: 1 },
  ]);
});
afterAll(async () => {
  cli.remove();
  rmSync(folder, { recursive: true, force: true });
  await acme.close();
});

function run(args: readonly string[]): Promise<Ended> {
  return cli.run(args, {
    cwd: folder,
    node: [process.execPath, '--import', stoppedClock(acme.moments.end)],
    env: environmentOf(acme),
  });
}

/** The audit of all of it in one shard, of a name. */
async function audit(name: string, ofPlan: readonly string[], ofPart: readonly string[] = []): Promise<Ended> {
  await run(['audit-plan', '--organization', 'acme', '--plan', `${name}.json`, ...ofPlan]);
  const files = ['--part', `${name}/0.json`, '--part-reports', `reports-${name}`];
  await run(['audit-part', '--plan', `${name}.json`, '--index', '0', ...files, ...ofPart]);
  const reports = `--html ${name}.html --json-file ${name}-report.json --markdown ${name}.md`.split(' ');
  return run(['audit-merge', '--plan', `${name}.json`, '--parts', name, ...reports]);
}

const text = (name: string): string => readFileSync(join(folder, name), 'utf8');

it('begins where the audit before ended, and knows by the report of each repository what is new, and whether time was left out', async () => {
  // After all that landed.
  const middle = new Date(Date.parse(acme.moments.end) - 300_000).toISOString();
  await audit('week-1', ['--since', acme.moments.begin, '--until', middle]);
  rmSync(join(folder, 'reports-week-1', 'acme-site'), { recursive: true });
  await audit('week-2', ['--previous-plan', 'week-1.json'], ['--previous-reports', 'reports-week-1']);
  const { period } = JSON.parse(text('week-2.json'));
  expect(period).toEqual({ since: middle, until: expect.stringMatching(/^2030-/) });
  const { repositories } = JSON.parse(text('week-2-report.json'));
  const ruleIn = (name: string, rule: string): object =>
    repositories.find((one: { name: string }) => one.name === `acme/${name}`).rules.find((one: { rule: string }) => one.rule === rule);
  expect(ruleIn('shop', 'audit-gap')).toMatchObject({ result: 'tested', found: 0, lack: null });
  expect(ruleIn('site', 'audit-gap')).toMatchObject({ result: 'not tested', lack: 'answer', why: expect.stringContaining('acme/site') });
  const { findings, previous } = JSON.parse(text('reports-week-2/acme-stock/audit.json'));
  expect(previous.until).toBe(middle);
  expect(findings.map((one: { status: string; rule: string }) => [one.rule, one.status])).toContainEqual(['pushed-directly', 'open']);
  const md = text('week-2.md');
  expect(md).toContain('| audit-gap | 1 repository: acme/site | previous-reports has no report of the audit before of acme/site |');
  expect(md).toContain('Nothing to compare with yet: record-altered: nobody handed in a head');
});

it('is no green where the App lacks a permission: the first page names the rules, where they were not tested, and why', async () => {
  const others = "['stock', 'shop']";
  writeFileSync(
    join(folder, 'others.yml'),
    `exclude:\n  - repositories: ${others}\n    reason: Another test.\n    owner: grace\n    until: 2030-12-31\n`,
  );
  acme.api.worlds.get('site')?.forbid('deployments');
  const { code, stdout } = await audit('forbidden', ['--since', acme.moments.begin, '--exclusions', 'others.yml']);
  const { outcome, repositories, verdict } = JSON.parse(text('forbidden-report.json'));
  expect([code, verdict, outcome.tone]).toEqual([0, 'audited', 'open']);
  expect(outcome.word).toMatch(/^No open findings, \d+ rules not tested/);
  const site = repositories.find(({ name }: { name: string }) => name === 'acme/site');
  expect([site.outcome.word, site.outcome.tone]).toEqual([outcome.word, 'open']);
  expect(JSON.parse(text('reports-forbidden/acme-site/audit.json')).outcome).toEqual(site.outcome);
  expect(stdout).toMatch(/Not tested: deployed-outside-population in 1 repository: acme\/site: .*deployments/);
  for (const report of [text('forbidden.md'), text('forbidden.html')]) expect(report).toContain('deployed-outside-population');
});
