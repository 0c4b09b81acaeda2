import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOrganization, type Organization } from '../audit/organization/world.ts';
import { privateKey, publicKey } from '../support/app-key.ts';
import { removeRepositories, temporaryDirectory } from '../support/git.ts';
import { check, requiredChecks, ruleset, suite } from '../support/github-api/world/make.ts';
import { runLines } from './run-lines.ts';

/* Repositories whose changes GitHub’s checks cover, audited together: by an App, by a list, and by git alone. */

let acme: Organization;
beforeAll(async () => {
  acme = await openOrganization(
    [
      { name: 'shop', covered: 2 },
      { name: 'stock', covered: 1, pushed: 1 },
      { name: 'site', covered: 1 },
      { name: 'empty', isEmpty: true },
      { name: 'old', covered: 1, more: { archived: true, pushedAt: '2029-01-01T00:00:00Z' } },
    ],
    { app: { id: 'Iv1.app', publicKey }, hasService: false, begins: '2026-11-01T08:00:00Z' },
  );
  for (const { world } of acme.api.repositories) {
    world.rulesets.push(ruleset({ id: 5, rules: [requiredChecks('test')] }));
    for (const { head, openedAt } of world.pulls) {
      const workflow = { id: head.length, path: '.github/workflows/ci.yml', event: 'pull_request', at: openedAt, changedAt: openedAt };
      const checks = [check({ name: 'test', conclusion: 'success', startedAt: openedAt, endedAt: openedAt })];
      world.suites.push(suite({ sha: head, at: openedAt, checks, workflow }));
    }
  }
});
afterAll(async () => {
  await acme.close();
  removeRepositories();
});

const token = 'ghs_of_the_installation';

/** Both commands in a folder of their own, and what they left there. */
async function audited(plan: readonly string[], env: Readonly<Record<string, string>>, files: Readonly<Record<string, string>> = {}) {
  const cwd = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  const period = ['--since', acme.moments.begin, '--until', acme.moments.end];
  const [planned, ended] = await runLines(
    [
      ['audit-plan', ...plan, ...period, '--plan', 'plan.json'],
      ['audit-part', '--plan', 'plan.json', '--html', 'all.html', '--json-file', 'all.json', '--part-reports', 'reports'],
    ],
    { cwd, env: { GITHUB_API_URL: acme.api.url, GITHUB_SERVER_URL: acme.api.url, RUNNER_TEMP: cwd, ...env } },
  );
  const text = (name: string): string => readFileSync(join(cwd, name), 'utf8');
  return { cwd, planned, ended, text };
}

interface Shown {
  readonly verdict: string;
  readonly kind: string;
  readonly audit: { readonly evidence?: string };
  readonly repositories: readonly {
    readonly name: string;
    readonly state: string;
    readonly verdict: string | null;
    readonly covered?: number;
  }[];
}

const shownIn = (text: string): Shown => JSON.parse(text);
const verdicts = ({ repositories }: Shown): Readonly<Record<string, string | null>> =>
  Object.fromEntries(repositories.map(({ name, state, verdict }) => [name.slice(5), verdict ?? state]));

describe('an organization without a service', () => {
  it('is audited by its App in two commands, by the checks that GitHub has', async () => {
    const env = { EVIDENCE_APP_ID: 'Iv1.app', EVIDENCE_APP_PRIVATE_KEY: privateKey };
    const { cwd, ended, planned, text } = await audited(['--organization', 'acme'], env);
    expect([planned?.code, ended?.code]).toEqual([0, 1]);
    const all = shownIn(text('all.json'));
    expect(all.audit.evidence).toBe('github');
    expect(verdicts(all)).toEqual({ shop: 'audited', stock: 'non-compliant', site: 'audited', empty: 'not-applicable', old: 'audited' });
    expect(all.repositories.map(({ covered }) => covered)).toEqual([2, 1, 1, undefined, 1]);
    expect(ended?.stdout).toContain('acme: 6 changes, 5 covered, in 4 audited repositories');
    expect(text('all.html')).toContain('GitHub’s checks: no evidence service was asked');
    expect(readdirSync(cwd).toSorted()).toEqual(['all.html', 'all.json', 'plan.json', 'reports']);
    expect(JSON.parse(text('reports/acme-shop/audit.json')).header.evidence).toBe('github');
    expect([acme.api.breaches, [...acme.api.worlds.values()].flatMap(({ breaches }) => breaches)]).toEqual([[], []]);
  });

  it('may be a list, of which each line is looked up, and one that is not there makes the whole unknown', async () => {
    const lines = '# ours\nacme/shop # the shop\nacme/site\n\nacme/gone\nacme/empty\n';
    const { ended, planned, text } = await audited(['--repositories', 'list.txt'], { EVIDENCE_GITHUB_TOKEN: token }, { 'list.txt': lines });
    expect(planned?.stdout).toContain('acme/gone: not seen: GitHub shows no repository acme/gone to this token (404)');
    const all = shownIn(text('all.json'));
    expect([ended?.code, all.verdict, all.kind]).toEqual([3, 'unknown', 'list']);
    expect(verdicts(all)).toEqual({ gone: 'not seen', shop: 'audited', site: 'audited', empty: 'not-applicable' });
    const two = await audited(
      ['--repositories', 'list.txt'],
      { EVIDENCE_APP_ID: 'Iv1.app', EVIDENCE_APP_PRIVATE_KEY: privateKey },
      { 'list.txt': 'acme/shop\nacme/site\nacme/shop' },
    );
    expect(two.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('nobody looked whether there are others') });
  });

  it('may be a list of clones, which are audited where they are', async () => {
    const cwd = temporaryDirectory();
    const clone = join(cwd, 'shop');
    const header = `http.extraheader=authorization: basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
    await promisify(execFile)('git', ['-c', header, 'clone', '--quiet', `${acme.api.url}/acme/shop`, clone]);
    mkdirSync(join(cwd, 'none'));
    const before = acme.api.cloned.length;
    const list = { 'list.txt': `${clone}\n${cwd}/none\n` };
    const { ended, text } = await audited(['--repositories', 'list.txt'], { EVIDENCE_GITHUB_TOKEN: token }, list);
    expect(verdicts(shownIn(text('all.json')))).toMatchObject({ shop: 'audited' });
    expect([ended?.code, acme.api.cloned.length]).toEqual([3, before]);
    expect(ended?.stdout).toContain('none is no clone: it has no .git\n   Correct its line in the list');
    const elsewhere = await audited(
      ['--repositories', 'list.txt', '--organization', 'acme'],
      { EVIDENCE_GITHUB_TOKEN: token, GITHUB_SERVER_URL: 'https://github.com' },
      list,
    );
    expect(elsewhere.planned?.stdout).toContain('is not on https://github.com: GitHub cannot be asked about it');
  });

  it('is unknown by git alone, which says what landed', async () => {
    const clone = join(temporaryDirectory(), 'shop');
    await promisify(execFile)('git', ['clone', '--quiet', join(acme.api.repositories[0]?.world.gitDirectory ?? ''), clone]);
    const { ended, planned, text } = await audited(['--repositories', 'list.txt'], {}, { 'list.txt': clone });
    expect(planned?.stdout).toContain('Seen by git alone: there is no token');
    const all = shownIn(text('all.json'));
    expect([ended?.code, all.verdict, all.repositories.map(({ covered }) => covered)]).toEqual([3, 'unknown', [0]]);
    // Rules with one reason share a line.
    expect(ended?.stdout.match(/^Not tested: .* GitHub was not asked: there is no token$/gm)).toHaveLength(1);
  });
});

describe('a plan', () => {
  it('is audited by the evidence and the tokens that it was made with, and by no others', async () => {
    const { cwd } = await audited(['--organization', 'acme'], { EVIDENCE_GITHUB_TOKEN: token });
    const part = (env: Readonly<Record<string, string>>) =>
      runLines([['audit-part', '--plan', 'plan.json']], {
        cwd,
        env: { GITHUB_API_URL: acme.api.url, GITHUB_SERVER_URL: acme.api.url, ...env },
      });
    const service = { EVIDENCE_BASE_URL: 'http://127.0.0.1:9', EVIDENCE_API_TOKEN: 't', EVIDENCE_ORG: 'acme' };
    const [[named], [without]] = [await part({ ...service, EVIDENCE_GITHUB_TOKEN: token }), await part({})];
    expect([named?.code, named?.stderr]).toEqual([
      64,
      expect.stringContaining('The plan goes by GitHub’s checks, and this run names the service'),
    ]);
    expect([without?.code, without?.stderr]).toEqual([64, expect.stringContaining('The plan asks GitHub, and no token of it is given')]);
  });

  it('refuses a list with lines that name no repository', async () => {
    const { planned } = await audited(
      ['--repositories', 'list.txt'],
      {},
      { 'list.txt': 'acme/shop\nshop\nhttps://github.com/acme/shop\n' },
    );
    expect([planned?.code, planned?.stderr]).toEqual([64, expect.stringMatching(/has lines that name none: 2 and 3/)]);
  });
});
