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
    index: 3,
    partFile: 'q',
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
