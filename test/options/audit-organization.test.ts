import { expect, test } from 'vitest';
import {
  auditMergeOptions,
  auditPartOptions,
  auditPlanOptions,
  openReader,
  requiredForMerge,
  requiredForPart,
  requiredForPlan,
  uses,
  type RawOptions,
} from '../../src/options/index.ts';
import { readAuditMerge, readAuditPart, readAuditPlan } from '../../src/options/read-audits.ts';

const naming = (name: string): string => name;
const plan = (more: RawOptions) =>
  readAuditPlan(openReader(uses(auditPlanOptions, requiredForPlan), { raw: { ...planned, ...more }, naming }));

const planned = {
  'base-url': 'https://evidence.example',
  org: 'acme',
  organization: 'acme',
  'plan-file': 'plan.json',
  'github-token': 'ghp_x',
};

test('a plan needs a service, an organization, a file and somebody to ask GitHub', () => {
  expect(plan({})).toMatchObject({
    organization: 'acme',
    shards: 1,
    failOn: 'high',
    people: 'login',
    github: { token: 'ghp_x', app: undefined },
  });
  const app = { 'app-id': 'Iv1.abc', 'app-private-key': 'PEM' };
  expect(plan({ ...app, 'github-token': '' }).github).toEqual({ token: undefined, app: { id: 'Iv1.abc', privateKey: 'PEM' } });
  expect(plan({ since: '2026-11-01', until: '2026-11-08' }).period).toMatchObject({ since: { at: '2026-11-01T00:00:00.000Z' } });
  expect(plan({ since: '2026-10', 'time-zone': 'Europe/Berlin' }).period).toMatchObject({
    since: { at: '2026-09-30T22:00:00.000Z' },
    until: { at: '2026-10-31T23:00:00.000Z' },
    timeZone: 'Europe/Berlin',
  });
  expect(plan({ 'previous-plan': 'last-run', witness: 'heads.txt', branch: 'main', shards: '256' })).toMatchObject({
    previousPlan: { kind: 'last-run' },
    witness: { kind: 'file', path: 'heads.txt' },
    branches: ['main'],
    shards: 256,
  });
  expect(plan({ 'previous-plan': 'old.json' }).previousPlan).toEqual({ kind: 'file', path: 'old.json' });
  expect(plan({}).previousPlan).toBeUndefined();
  expect(plan({ since: 'last-month' }).period).toEqual({ since: 'last-month', until: 'now', timeZone: 'UTC' });
});

test.each<[RawOptions, RegExp]>([
  [{ shards: '0' }, /shards is 0/],
  [{ shards: '257' }, /shards is 257/],
  [{ organization: 'acme/app' }, /organization is no organization of GitHub/],
  [{ organization: '-acme' }, /organization is no organization of GitHub/],
  [{ since: 'last' }, /since is no date/],
  [{ since: 'a'.repeat(40) }, /since is no date/],
  [{ 'github-token': '' }, /github-token is missing, and no App is given/],
  [{ 'app-id': '7' }, /app-id is given without app-private-key/],
  [{ 'app-private-key': 'PEM' }, /app-private-key is given without app-id/],
  [{ 'app-id': '7 8', 'app-private-key': 'PEM' }, /app-id is no id of an App/],
  [{ 'base-url': 'http://evidence.example' }, /base-url/],
  [{ branch: '--all' }, /branch is not the name of a branch/],
])('%j is refused', (raw, why) => {
  expect(() => plan(raw)).toThrow(why);
});

test('a part and a merge name their files', () => {
  const part = {
    'base-url': 'https://evidence.example',
    'api-token': 't',
    org: 'acme',
    'plan-file': 'p',
    'shard-index': '3',
    'part-file': 'q',
    'github-token': 'x',
  };
  expect(readAuditPart(openReader(uses(auditPartOptions, requiredForPart), { raw: part, naming }))).toMatchObject({
    shard: { kind: 'one', index: 3, partFile: 'q' },
  });
  const lacking = openReader(uses(auditPartOptions), { raw: { ...part, 'plan-file': '', 'part-file': '' }, naming });
  expect(() => readAuditPart(lacking)).toThrow('plan-file is missing or empty; part-file is missing or empty');
  const merge = { 'plan-file': 'p', parts: 'one\ntwo', html: 'a.html', 'json-file': 'a.json' };
  expect(readAuditMerge(openReader(uses(auditMergeOptions, requiredForMerge), { raw: merge, naming }))).toEqual({
    planFile: 'p',
    parts: ['one', 'two'],
    reports: [
      { option: 'html', path: 'a.html' },
      { option: 'json-file', path: 'a.json' },
    ],
  });
});

test('GitHub’s checks are the evidence only where nothing points to a service, and git alone is enough for a list alone', () => {
  const none = { 'base-url': '', org: '' };
  expect([plan({}).service?.org, plan(none).service, plan({ evidence: 'github' }).service]).toEqual(['acme', undefined, undefined]);
  for (const one of [
    { 'base-url': '' },
    { org: '' },
    { ...none, evidence: 'service' },
    { ...none, witness: 'h.txt' },
    { ...none, flow: 'f' },
  ])
    expect(() => plan(one)).toThrow(/(?:base-url|org) is missing/);
  expect(() => plan({ evidence: 'github', flow: 'f' })).toThrow('flow does nothing with evidence: github');
  const listed = { ...none, organization: '', repositories: 'list.txt', 'github-token': '' };
  expect(plan(listed)).toMatchObject({ organization: undefined, repositories: 'list.txt', github: { token: undefined, app: undefined } });
  expect(() => plan({ ...listed, 'base-url': 'https://evidence.example', org: 'acme' })).toThrow('github-token is missing');
  expect(() => plan({ ...listed, repositories: '' })).toThrow('organization is missing or empty');
});

test('a part without a shard is about all of them, and has reports', () => {
  const part = (raw: RawOptions) => readAuditPart(openReader(uses(auditPartOptions), { raw: { 'plan-file': 'p', ...raw }, naming }));
  expect(part({ html: 'a.html' })).toMatchObject({
    connection: undefined,
    shard: { kind: 'all', reports: [{ option: 'html', path: 'a.html' }] },
  });
  expect(() => part({ 'part-file': 'q' })).toThrow('part-file is of one shard, and none is named');
  expect(() => part({ 'shard-index': '0', 'part-file': 'q', html: 'a.html' })).toThrow('html does nothing with shard-index');
  expect(() => part({ org: 'acme' })).toThrow('base-url is missing');
});
