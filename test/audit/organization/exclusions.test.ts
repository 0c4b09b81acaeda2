import { expect, test } from 'vitest';
import { exclusionIn, inForce, readOrganizationFile } from '../../../src/audit/organization/make-plan.ts';

const path = '.github/compliance-audit-organization.yml';
const entry = (repositories: string, more = 'reason: r\n    owner: o\n    until: 2027-01-01'): string =>
  `exclude:\n  - repositories: ${repositories}\n    ${more}\n`;

function fileOf(text: string) {
  const read = readOrganizationFile(text, path);
  if ('fault' in read) throw new Error(read.fault);
  return read.file;
}

const entries = (text: string) => fileOf(text).exclude;

test('teams name their repositories, with exclusions or without', () => {
  expect(fileOf('teams:\n  shop: [shop, shop-*]\n  web: [site]\n')).toEqual({
    exclude: [],
    teams: new Map([
      ['shop', ['shop', 'shop-*']],
      ['web', ['site']],
    ]),
  });
  expect(fileOf(`teams:\n  web: [site]\n${entry('[old]')}`)).toMatchObject({
    exclude: [{ reason: 'r' }],
    teams: new Map([['web', ['site']]]),
  });
});

test('a name or a pattern leaves out the repositories that it fits, whatever the case of their letters', () => {
  const exclusionOf = exclusionIn(entries(entry("[Sandbox-*, old, '{a,b}-docs']")));
  const names = ['acme/sandbox-1', 'acme/SANDBOX-', 'acme/Old', 'acme/b-docs', 'acme/old2', 'acme/my-sandbox-1', 'acme/shop'];
  expect(names.map((name) => exclusionOf(name)?.reason)).toEqual(['r', 'r', 'r', 'r', undefined, undefined, undefined]);
});

test('an entry leaves nothing out from its day on', () => {
  const [read] = [entries(entry('[old]'))];
  expect(inForce(read, '2026-12-31T23:59:59Z')).toMatchObject({ active: [{ until: '2027-01-01' }], over: [] });
  expect(inForce(read, '2027-01-01T00:00:00Z')).toMatchObject({ active: [], over: [{ until: '2027-01-01' }] });
});

test.each([
  ['a team without a list', 'teams:\n  web: site\n', /line 2: teams\.web must be a list, and is "site"/],
  ['a team by owner and name', 'teams:\n  web: [acme/site]\n', /teams\.web\[0\] has a slash/],
  ['no reason', entry('[old]', 'owner: o\n    until: 2027-01-01'), /line 2: exclude\[0\] has no reason/],
  ['no end', entry('[old]', 'owner: o\n    reason: r'), /exclude\[0\] has no until/],
  ['no owner', entry('[old]', 'until: 2027-01-01\n    reason: r'), /exclude\[0\] has no owner/],
  ['a day that is none', entry('[old]', 'reason: r\n    owner: o\n    until: 2027-02-30'), /there is no such day/],
  ['an empty list', entry('[]'), /is an empty list/],
  ['an organization in a name', entry('[acme/old]'), /has a slash: write the name without the organization/],
  ['all but some', entry("['*', '!shop']"), /begins with !/],
  ['a mistyped key', 'exlude: []\n', /has the key "exlude": did you mean exclude\?/],
  ['no YAML', 'exclude: [', /cannot be used/],
])('a file with %s leaves nothing out in part: it is refused', (_, text, why) => {
  expect(() => entries(text)).toThrow(why);
});
