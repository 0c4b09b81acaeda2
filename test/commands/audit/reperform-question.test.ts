import { expect, test } from 'vitest';
import type { Header } from '../../../src/audit/index.ts';
import { questionOf } from '../../../src/commands/audit/reperform.ts';
import { headerLine } from './stage.ts';

const branch = { name: 'main', tip: 'a'.repeat(40) };
const header: Header = { ...headerLine, branches: [branch], flows: ['unit'], service: { url: 'https://evidence.example', org: 'acme' } };
const ask = (more: Partial<Header> = {}, org = 'acme', server = 'https://github.com/'): ReturnType<typeof questionOf> =>
  questionOf({ ...header, ...more }, org, server);

test('the question of a package is that of its header', () => {
  const { since, until } = { since: '2026-11-01T00:00:00.000Z', until: '2026-11-08T00:00:00.000Z' };
  expect(ask()).toEqual({
    branches: ['main'],
    flows: ['unit'],
    repository: 'acme/app',
    period: { since: { kind: 'moment', at: since }, until: { kind: 'moment', at: until }, earlier: { tips: {}, isBegin: false } },
  });
});

test('a period between two commits ends with the tip of then', () => {
  const sha = 'b'.repeat(40);
  const { period } = ask({ basis: 'git', period: { since: null, until: headerLine.at, sinceSha: sha, by: 'commits' } });
  expect(period).toEqual({ since: { kind: 'commit', sha }, until: { kind: 'commit', sha: branch.tip } });
});

test('a period that began with the last complete audit begins there again', () => {
  const after = 'c'.repeat(40);
  const { since, until } = headerLine.period;
  const period = { since, until, sinceSha: after, by: 'last-audit' } as const;
  const { earlier } = ask({
    basis: 'git',
    branches: [
      { ...branch, after },
      { ...branch, name: 'next' },
    ],
    period,
  }).period;
  expect(earlier).toEqual({ tips: { main: after }, isBegin: true });
});

test.each([
  ['another organization', () => ask({}, 'other'), 'The package is of the organization acme, and other would be asked'],
  [
    'another server',
    () => ask({}, 'acme', 'https://ghe.example'),
    'The package is of https://github.com, and https://ghe.example would be asked',
  ],
  ['a repository that is none', () => ask({ repository: 'acme/../x?y' }), 'no repository that can be asked about: acme/../x?y'],
  ['a branch that is an option', () => ask({ branches: [{ ...branch, name: '--upload-pack=x' }] }), 'no branch that can be asked about'],
  [
    'a period without a beginning',
    () => ask({ period: { since: null, until: headerLine.at, sinceSha: null, by: 'committer-date' } }),
    'no period that can be asked about',
  ],
])('%s is refused', (_, asked, words) => {
  expect(asked).toThrow(words);
});
