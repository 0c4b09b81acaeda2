import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environmentOf, openOrganization, type Organization } from '../audit/organization/world.ts';
import { privateKey, publicKey } from '../support/app-key.ts';
import { stoppedClock } from '../support/moved-clock.ts';
import { build, type Build, type Ended } from './build.ts';

const pulls = [/PullRequest/, 'Commit.associatedPullRequests', /\/commits\/[^/]+\/pulls/, /\/pulls\?/];
const deployments = [/acme\/[^/]+\/deployments/, /DeploymentStatuses/];
/** Without it nothing of a repository is told but its name, and git finds none. */
const contents = [/\/graphql/, /acme\/[^/]+\/[a-z]/];

/**
 * The permissions that the App lacks in a repository of that name, as GitHub shows it, and the tone of its audit. Without the pull
 * request nobody can tell which head a squash was tested by; by git alone it is uncovered.
 */
const cases = {
  'with-all': { lacks: [], tone: 'good', names: [] },
  'without-1': { lacks: pulls, tone: 'unknown', names: ['pull-requests: read'] },
  'without-2': { lacks: deployments, tone: 'open', names: ['deployments: read'] },
  'without-3': { lacks: ['Commit.checkSuites'], tone: 'open', names: ['checks: read'] },
  'without-4': { lacks: [/\/actions\//], tone: 'good', names: [] },
  'without-5': {
    lacks: [...pulls, ...deployments, 'Commit.checkSuites'],
    tone: 'unknown',
    names: ['pull-requests: read', 'deployments: read'],
  },
  'without-6': { lacks: contents, tone: 'unknown', names: ['contents: read'] },
  // The same, and git may read: as a public repository answers an App that is not on it.
  'without-7': { lacks: contents, tone: 'bad', names: ['contents: read', 'pull-requests: read', 'deployments: read'] },
  again: { lacks: [], tone: 'unknown', names: ['another repository now'] },
  gone: { lacks: [], tone: 'unknown', names: ['could not be cloned'] },
} as const;

let cli: Build;
let acme: Organization;
let folder = '';
let part: Ended;
let merged: Ended;
const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
const run = (args: readonly string[]): Promise<Ended> =>
  cli.run(args, {
    cwd: folder,
    node: [process.execPath, '--import', stoppedClock(acme.moments.end)],
    env: { ...environmentOf(acme), EVIDENCE_APP_ID: 'Iv1.app', EVIDENCE_APP_PRIVATE_KEY: privateKey, EVIDENCE_GITHUB_TOKEN: '' },
  });

beforeAll(async () => {
  cli = build();
  folder = mkdtempSync(join(tmpdir(), 'organization-permissions-'));
  const named = Object.keys(cases).map((name) => ({ name, covered: 1 }));
  acme = await openOrganization(named, { app: { id: 'Iv1.app', publicKey } });
  for (const { world } of acme.api.repositories) for (const { head } of world.pulls) world.checkedAt.set(head, acme.moments.begin);
  for (const [name, { lacks }] of Object.entries(cases)) for (const place of lacks) acme.api.worlds.get(name)?.forbid(place);
  await acme.lose('without-6');
  await run(['audit-plan', '--organization', 'acme', '--plan', 'plan.json', '--since', acme.moments.begin]);
  await acme.lose('gone');
  const at = acme.api.repositories.findIndex(({ name }) => name === 'again');
  const [first] = acme.api.repositories.slice(at);
  if (first !== undefined) acme.api.repositories.splice(at, 1, { ...first, id: 99 });
  part = await run(['audit-part', '--plan', 'plan.json', '--index', '0', '--part', 'parts/0.json', '--part-reports', 'reports']);
  const reports = '--html all.html --json-file all.json --markdown all.md --csv all.csv'.split(' ');
  merged = await run(['audit-merge', '--plan', 'plan.json', '--parts', 'parts', ...reports]);
});
afterAll(async () => {
  cli.remove();
  rmSync(folder, { recursive: true, force: true });
  await acme.close();
});

it('audits all repositories that can be read, is unknown as a whole, and ends with 3', () => {
  expect([part.code, merged.code, JSON.parse(text('all.json')).verdict]).toEqual([3, 3, 'unknown']);
});

describe.each(Object.entries(cases))('the repository %s', (name, { names, tone }) => {
  interface Shown {
    readonly name: string;
    readonly outcome: { readonly tone: string; readonly word: string };
    readonly result: string;
  }
  const shown = (): Shown => {
    const [one] = JSON.parse(text('all.json')).repositories.filter((each: Shown) => each.name === `acme/${name}`);
    return one;
  };

  it('is shown as its own page shows it, and no better', () => {
    expect(shown().outcome.tone).toBe(tone);
    const own = shown().result === 'audited' ? JSON.parse(text(`reports/acme-${name}/audit.json`)).outcome : shown().outcome;
    expect(own).toEqual(shown().outcome);
    const row = text('all.md')
      .split('\n')
      .find((line) => line.startsWith(`| acme/${name} | in scope |`));
    expect(row).toContain(`${shown().outcome.word} |`);
    expect(merged.stdout).toContain(`acme/${name}: in scope, ${shown().outcome.word}`);
  });

  it.skipIf(names.length === 0)('names what lacks on every page', () => {
    const own = shown().result === 'audited' ? [text(`reports/acme-${name}/audit.html`), text(`reports/acme-${name}/audit.json`)] : [];
    for (const words of names) {
      const found = [text('all.html'), text('all.json'), text('all.md'), merged.stdout, ...own].map((each) => each.includes(words));
      expect([words, ...found]).toEqual([words, ...found.map(() => true)]);
    }
  });
});
