import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { environmentOf, openOrganization, type Organization } from '../audit/organization/world.ts';
import { tokenOf } from '../audit/world/service.ts';
import { stoppedClock } from '../support/moved-clock.ts';
import { build, type Build, type Ended } from './build.ts';

let cli: Build;
let acme: Organization;
let folder = '';
beforeAll(async () => {
  cli = build();
  folder = mkdtempSync(join(tmpdir(), 'organization-before-'));
  writeFileSync(
    join(folder, 'others.yml'),
    "exclude:\n  - repositories: ['stock', 'shop']\n    reason: Another test.\n    owner: grace\n    until: 2030-12-31\n",
  );
  acme = await openOrganization(
    [
      { name: 'shop', covered: 1 },
      { name: 'stock', pushed: 1 },
      { name: 'site', covered: 1 },
    ],
    { roles: ['member'] },
  );
});
afterAll(async () => {
  cli.remove();
  rmSync(folder, { recursive: true, force: true });
  await acme.close();
});

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return cli.run(args, {
    cwd: folder,
    node: [process.execPath, '--import', stoppedClock(acme.moments.end)],
    env: { ...environmentOf(acme), ...env },
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
  expect(md).toContain('Nothing to compare with: record-altered: the service’s log was held against no head that somebody kept');
  expect(md).toMatch(/\| Open, and not looked at again \| [1-9]\d* \| acme\/stock \|/);
  expect(md).toContain('No audit before this one was handed in for 1 repository &#40;acme/site&#41;: each finding is new there');
  const stock = repositories.find(({ name }: { name: string }) => name === 'acme/stock');
  expect([stock.since.new, stock.since.carried > 0, stock.previous.until]).toEqual([0, true, middle]);
  const { findings: all, fixed } = JSON.parse(text('reports-week-2/acme-stock/audit.json'));
  expect([stock.findings.length, fixed]).toEqual([all.length, undefined]);
});

it('is no green where the App lacks a permission: the first page names the rules, where they were not tested, and why', async () => {
  acme.api.worlds.get('site')?.forbid('deployments');
  const { code, stdout } = await audit('forbidden', ['--since', acme.moments.begin, '--exclusions', 'others.yml']);
  const { outcome, repositories, verdict } = JSON.parse(text('forbidden-report.json'));
  expect([code, verdict, outcome.tone]).toEqual([0, 'audited', 'open']);
  expect(outcome.word).toMatch(/^No open findings, \d+ rules not tested/);
  const site = repositories.find(({ name }: { name: string }) => name === 'acme/site');
  expect([site.outcome.word, site.outcome.tone]).toEqual([outcome.word, 'open']);
  expect(JSON.parse(text('reports-forbidden/acme-site/audit.json')).outcome).toEqual(site.outcome);
  expect(stdout).toMatch(
    /Not tested: evidence-after-deployment, deployed-outside-population, deployed-before-approval in 1 repository: acme\/site: .*deployments/,
  );
  for (const report of [text('forbidden.md'), text('forbidden.html')]) expect(report).toContain('deployed-outside-population');
});

it('holds the log against the heads in the plan and in the reports before, with the token of somebody who may read it', async () => {
  const others = ['--exclusions', 'others.yml', '--since', acme.moments.begin];
  // Nobody kept a head yet: that of an empty log proves nothing, and lets each shard print its own.
  await audit('first', [...others, '--witness', '0'.repeat(64)]);
  const told = await run(['audit-part', '--plan', 'first.json', '--index', '0', '--part', 'again/0.json']);
  const [, head = ''] = /^Witness: ([0-9a-f]{64}) \(record \d+\)/m.exec(told.stdout) ?? [];
  const ruleOf = (name: string): unknown => {
    const [one] = JSON.parse(text(`${name}-report.json`)).repositories.filter((each: { audited: boolean }) => each.audited);
    return one.rules.find(({ rule }: { rule: string }) => rule === 'record-altered');
  };
  expect(ruleOf('first')).toMatchObject({ result: 'not tested', lack: 'head' });

  writeFileSync(join(folder, 'heads.txt'), `${head} in:mail the auditor\n`);
  await audit('witnessed', [...others, '--witness', 'heads.txt'], ['--previous-reports', 'reports-first']);
  expect(ruleOf('witnessed')).toMatchObject({ result: 'tested', found: 0, why: null });
  const { witnesses } = JSON.parse(text('reports-witnessed/acme-site/audit.json')).log;
  expect(witnesses.map(({ keeper, witness }: Record<string, string>) => [witness, keeper?.replace(/of .*/, '')])).toEqual([
    [head, 'the auditor'],
  ]);
  for (const report of [text('witnessed.md'), text('witnessed.html')]) expect(report).not.toContain('record-altered');
  expect(text('witnessed.html')).toContain(`<code>${head}</code>`);

  const strange = await audit('strange', [...others, '--witness', 'f'.repeat(64)]);
  expect([strange.code, JSON.parse(text('strange-report.json')).verdict]).toEqual([1, 'non-compliant']);
  expect(text('strange.md')).toContain('is nowhere in the log of acme');
  const member = await run(['audit-part', '--plan', 'strange.json', '--index', '0', '--part', 'member/0.json'], {
    EVIDENCE_API_TOKEN: tokenOf('member'),
  });
  const merged = await run(['audit-merge', '--plan', 'strange.json', '--parts', 'member', '--html', 'member.html']);
  expect([member.code, merged.code]).toEqual([3, 3]);
  expect(merged.stdout).toMatch(/missing acme\/site: records of the service’s log: .*Use the token of an auditor/);
});
