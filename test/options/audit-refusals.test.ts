import { describe, expect, it } from 'vitest';
import { auditOnLineOptions, openReader, uses, type RawOptions } from '../../src/options/index.ts';
import { readAudit, readAuditIssues } from '../../src/options/read-audits.ts';
import { reading, said } from '../support/commands.ts';

const sha = 'ab'.repeat(20);

describe('an audit', () => {
  const service = { 'base-url': 'https://evidence.example', 'api-token': 'a-token', org: 'acme' };
  const audit = (raw: RawOptions): unknown => {
    const read = openReader(uses(auditOnLineOptions), { raw, naming: (name) => name });
    return said(() => readAudit(read, read));
  };
  const issues = (most: string): unknown =>
    said(() => readAuditIssues(reading({ 'json-file': 'a.json', 'github-token': 'ghs_x', 'most-issues': most })));
  const both = 'Leave one of the two out';
  it.each<[RawOptions, string]>([
    [{ publish: 'true', plan: 'true' }, `publish does nothing with plan, which only says what would be asked: ${both}`],
    [
      { 'dry-run': 'true' },
      'dry-run does nothing without publish: an audit writes nothing to the service: Give `publish` too, or leave it out',
    ],
    [{ package: 'a.tgz', people: 'pseudonym' }, `package holds records that name people, and people is pseudonym: ${both}`],
    [
      { 'as-of': '2026-07-01', witness: 'heads.txt', package: 'a.tgz' },
      `as-of cannot be held against witness: a head of a later record would seem to be nowhere: ${both}`,
    ],
    [{ 'as-of': '2026-07-01', since: sha }, 'as-of is a moment, and since is a commit: Name a date in all of them'],
    [{ 'as-of': '2026-07-01', since: sha, until: sha }, 'as-of is a moment, and since is a commit: Name a date in all of them'],
    [{ 'as-of': 'soon' }, 'as-of is no moment: "soon": Write 2026-07-01, or 2026-07-01T09:00:00+02:00'],
    [
      { 'as-of': '2026-07-01', since: '2026-05-01', until: '2026-07-02' },
      'as-of is before the end of the audited time: what was recorded between the two would be left out: Name an earlier time: without `until` it ends at that moment',
    ],
  ])('is not asked for by %j', (raw, words) => {
    expect(audit({ ...service, ...raw })).toBe(words);
  });

  it('of a past moment may end then, or before', () => {
    for (const until of ['2026-07-01', '2026-06-01'])
      expect(audit({ ...service, 'as-of': '2026-07-01', since: '2026-05-01', until })).toMatchObject({
        from: { asOf: '2026-07-01T00:00:00.000Z', given: { 'as-of': '2026-07-01', until } },
      });
    const [what, fix] = ['does nothing with collected: nobody is asked', 'Leave it out, or leave collected out to ask again'];
    expect(audit({ collected: 'c', 'as-of': '2026-07-01' })).toBe(`as-of ${what}: ${fix}`);
  });

  it('knows the audit before by its file, or by the run before', () => {
    expect(audit({ ...service, previous: 'a.json', 'previous-repository': 'acme/old' })).toMatchObject({
      previous: { kind: 'file', path: 'a.json' },
      previousRepository: 'acme/old',
    });
    expect(audit({ ...service, previous: 'last-run' })).toMatchObject({ previous: { kind: 'last-run' } });
    expect(audit({ collected: 'c', previous: 'a.json' })).toMatchObject({ previous: { kind: 'file', path: 'a.json' } });
    expect(audit({ collected: 'c' })).toMatchObject({ previous: undefined });
    expect(audit({ ...service, 'previous-repository': 'acme/old' })).toBe(
      'previous-repository does nothing without previous, the audit before: Give both, or leave it out',
    );
    expect(audit({ ...service, previous: 'a', 'previous-repository': 'old' })).toBe(
      'previous-repository is not a repository: "old": Write owner/name',
    );
  });

  it('is published by what it has itself, or over a connection of its own', () => {
    expect(audit({ ...service, publish: 'true', 'publish-flow': 'audits' })).toMatchObject({ publish: { flow: 'audits', dryRun: false } });
    expect(audit({ ...service, publish: 'true' })).not.toHaveProperty('publish.connection');
    expect(audit({ ...service, collected: 'c', publish: 'true' })).toMatchObject({ publish: { connection: { org: 'acme' } } });
  });

  it.each(['1', '100'])('has up to %s issues', (most) => {
    expect(issues(most)).toMatchObject({ most: Number(most), issues: 'one', dryRun: false });
  });

  it.each(['0', '101'])('has no bound of %s issues', (most) => {
    expect(issues(most)).toBe(`Input most-issues is ${most}: Write 1 to 100, or \`issues: none\` for no issue`);
  });
});
