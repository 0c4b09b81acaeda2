import { afterAll, expect, test } from 'vitest';
import type { RulesetExport } from '../../../src/audit/facts/check.ts';
import type { Line } from '../../../src/audit/facts/line.ts';
import { collectAudit } from '../../../src/audit/collect/collect.ts';
import type { CollectSettings } from '../../../src/audit/collect/settings.ts';
import { readAuditFile } from '../../../src/audit/file/read-audit-file.ts';
import { removeRepositories } from '../../support/git.ts';
import { makeWorld, settingsOf, sourcesOf } from './world.ts';

/* With a service GitHub is asked for the rules of the branches only where the audit asks for these. */

afterAll(removeRepositories);

const word: RulesetExport = { kind: 'ruleset-export', file: 'rulesets.json', sha256: 'a'.repeat(64), rulesets: [] };

async function collected(text: string, settings: Partial<CollectSettings> = {}, hasToken = true) {
  const world = makeWorld();
  const first = world.write('a');
  world.moved('creation', 'main', null, first);
  const next = world.write('.github/compliance-audit.yml', text);
  world.moved('push', 'main', first, next);
  const asked: object[] = [];
  const port = world.port({
    rulesOf: async (branch, within) => {
      asked.push({ branch, ...within });
      return { kind: 'whole', items: [{ kind: 'branch-rules', branch, rules: [], rulesets: [], classic: [] }] };
    },
  });
  const sources = sourcesOf(world.clone(), hasToken ? port : null, { readAuditFile });
  const lines: readonly Line[] = await Array.fromAsync(collectAudit(settingsOf({ branches: ['main'], ...settings }), sources));
  const kinds = lines.map(({ kind }) => kind).filter((kind) => kind === 'branch-rules' || kind === 'ruleset-export');
  const untold = lines.flatMap((line) => (line.kind === 'untold' && line.source === 'rules' ? [line.why] : []));
  const queries = lines.flatMap((line) => (line.kind === 'query' && line.of === 'file' ? [line.text] : []));
  return { asked, header: lines.flatMap((line) => (line.kind === 'audit' ? [line.rules] : []))[0], kinds, untold, queries };
}

test('nothing is asked where the file names no check, and no export was handed in', async () => {
  expect(await collected('version: 1\n')).toEqual({ asked: [], header: undefined, kinds: [], untold: [], queries: [] });
});

test('they are asked where the file names checks', async () => {
  expect(await collected('version: 1\nchecks:\n  unit:\n')).toEqual({
    asked: [{ branch: 'main', since: '2026-11-02T00:00:00Z', now: '2026-11-09T00:00:00Z' }],
    header: true,
    kinds: ['branch-rules'],
    untold: [],
    queries: [],
  });
});

test('they are asked with an export of rulesets, whose name and hash are written down', async () => {
  expect(await collected('version: 1\n', { rulesets: word })).toMatchObject({
    header: true,
    kinds: ['branch-rules', 'ruleset-export'],
    queries: [`the export rulesets.json of rulesets, SHA-256 ${word.sha256}: the word of whoever exported it`],
  });
});

test('they are untold without a token of GitHub', async () => {
  expect(await collected('version: 1\nchecks:\n  unit:\n', {}, false)).toMatchObject({
    header: true,
    kinds: [],
    untold: ['GitHub was not asked: there is no token'],
  });
});

test('the header of an audit by GitHub’s checks says no more than that', async () => {
  expect(await collected('version: 1\n', { evidence: 'github' })).toMatchObject({ header: undefined, kinds: ['branch-rules'] });
});
