import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors/index.ts';
import { auditOptions, openReader, uses, type AuditSettings, type RawOptions } from '../../src/options/index.ts';
import { readAudit } from '../../src/options/read-audits.ts';

const service = { 'base-url': 'https://evidence.example', 'api-token': 'a-token', org: 'acme' };
const sha = 'ab'.repeat(20);

function read(raw: RawOptions): AuditSettings {
  const reader = openReader(uses(auditOptions), { raw, naming: (name) => `--${name}` });
  return readAudit(reader);
}

function complaint(raw: RawOptions): UsageError {
  try {
    read(raw);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  return expect.fail('it was taken');
}

const sources = (raw: RawOptions): Extract<AuditSettings['from'], { kind: 'sources' }> => {
  const { from } = read({ ...service, ...raw });
  return from.kind === 'sources' ? from : expect.fail('it asks nobody');
};

describe('the options of an audit', () => {
  it('take witnesses with a package alone, which reads the log', () => {
    expect(sources({ witness: 'heads.txt', package: 'audit.tgz' }).witness).toEqual({ kind: 'file', path: 'heads.txt' });
    const head = 'Ab'.repeat(32);
    for (const text of [head, `${head} Ada\n${head}`, `# of June\n${head}`])
      expect(sources({ witness: text, package: 'audit.tgz' }).witness).toEqual({ kind: 'heads', text });
    for (const path of [`${head}c`, `${head}.txt`, `heads/${head}`])
      expect(sources({ witness: path, package: 'audit.tgz' }).witness).toEqual({ kind: 'file', path });
    expect(sources({ package: 'audit.tgz' }).witness).toBe(undefined);
    expect(complaint({ ...service, witness: 'heads.txt' }).message).toBe('--witness does nothing without package, which reads the log');
  });

  it('write the head of the log with a package alone, also from what was collected before', () => {
    expect(read({ ...service, 'head-file': 'head.txt', package: 'audit.tgz' }).headFile).toBe('head.txt');
    expect(read({ collected: 'c.ndjson', 'head-file': 'head.txt', package: 'audit.tgz' }).headFile).toBe('head.txt');
    expect(complaint({ ...service, 'head-file': 'head.txt' }).message).toBe(
      '--head-file does nothing without package, which reads the log',
    );
  });

  it('are the last seven days of the default branch if nothing is said, and fail from severity high on', () => {
    expect(read(service)).toMatchObject({ failOn: 'high', people: 'login', reports: [], previous: undefined });
    expect(sources({})).toMatchObject({ branches: [], flows: [], period: { since: 'default', until: 'now' }, plan: false });
  });

  it.each([
    ['2026-11-01', { kind: 'moment', at: '2026-11-01T00:00:00.000Z' }],
    ['2026-11-01T09:00+01:00', { kind: 'moment', at: '2026-11-01T08:00:00.000Z' }],
    [sha.toUpperCase(), { kind: 'commit', sha }],
  ])('begin at %s', (since, point) => {
    expect(sources({ since }).period.since).toEqual(point);
  });

  it.each(['2026-02-30', '2026-02-30T00:00Z', '2026-11-01T09:00', 'yesterday', 'abcdef1', '20261101'])('do not begin at %s', (since) => {
    expect(complaint({ ...service, since })).toMatchObject({
      message: `--since is neither a date nor a full SHA: ${JSON.stringify(since)}`,
      fix: expect.stringContaining('2026-11-01'),
    });
  });

  it.each([
    ['2026-10', 'UTC', '2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
    ['2026-Q3', 'UTC', '2026-07-01T00:00:00.000Z', '2026-10-01T00:00:00.000Z'],
    ['2026-q4', 'UTC', '2026-10-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2026-10', 'Europe/Berlin', '2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'],
  ])('take both ends of %s in %s', (since, zone, begin, end) => {
    expect(sources({ since, 'time-zone': zone }).period).toEqual({
      since: { kind: 'moment', at: begin },
      until: { kind: 'moment', at: end },
      timeZone: zone,
      previous: undefined,
    });
  });

  it.each(['2026-10', '2026-Q3', 'last-month'])('refuse another end next to %s, which has both', (since) => {
    expect(complaint({ ...service, since, until: '2026-11-01' })).toMatchObject({
      message: `--until does nothing where since is ${since}, which has both ends`,
      fix: 'Leave `until` out, or write a date as `since`',
    });
  });

  it('leave the last month to the clock of the run', () => {
    expect(sources({ since: 'last-month' }).period).toMatchObject({ since: 'last-month', until: 'now' });
  });

  it.each(['2026-13', '2026-00', '2026-Q5', '2026-Q0', 'last-week', '2026'])('know no period %s', (since) => {
    expect(complaint({ ...service, since }).message).toContain('--since is neither a date nor a full SHA');
  });

  it('mean dates by the time zone that is named, and refuse one that nobody knows', () => {
    const berlin = sources({ since: '2026-10-25', until: '2026-10-26', 'time-zone': 'Europe/Berlin' });
    expect(berlin.period).toMatchObject({ since: { at: '2026-10-24T22:00:00.000Z' }, until: { at: '2026-10-25T23:00:00.000Z' } });
    expect(berlin.given).toMatchObject({ since: '2026-10-25', 'time-zone': 'Europe/Berlin' });
    expect(sources({ since: '2026-10-25T00:00Z', 'time-zone': 'Europe/Berlin' }).period.since).toMatchObject({
      at: '2026-10-25T00:00:00.000Z',
    });
    expect(complaint({ ...service, 'time-zone': 'Berlin' })).toMatchObject({
      message: '--time-zone is no time zone that this machine knows: "Berlin"',
      fix: 'Write Europe/Berlin, or UTC',
    });
  });

  it('begin where the last audit ended only if there was one', () => {
    expect(complaint({ ...service, since: 'last' })).toMatchObject({
      message: expect.stringContaining('no audit before'),
      fix: expect.stringContaining('previous'),
    });
    expect(sources({ since: 'last', previous: 'old.json' }).period.since).toBe('last');
    expect(complaint({ ...service, since: 'lats' }).fix).toMatch(/^Did you mean last\?/);
  });

  it('refuse a time that is empty: nobody would look at anything', () => {
    expect(complaint({ ...service, since: '2026-11-08', until: '2026-11-08' }).message).toContain('--until is not after');
    expect(sources({ since: '2026-11-07', until: '2026-11-08' }).period.until).toEqual({ kind: 'moment', at: '2026-11-08T00:00:00.000Z' });
  });

  it('end at a commit only if they begin at one', () => {
    expect(sources({ since: sha, until: sha }).period).toMatchObject({ since: { sha }, until: { sha } });
    expect(complaint({ ...service, until: sha }).message).toBe('--until is a commit, and `since` is not');
    expect(complaint({ ...service, since: sha, until: '2026-11-08' }).message).toBe('--until is a moment, and `since` is a commit');
  });

  it('name flows and branches, several of each', () => {
    expect(sources({ flow: 'shop\nsite,app' }).flows).toEqual(['shop', 'site', 'app']);
    expect(sources({ branch: 'main\nrelease/1.2\nmain' }).branches).toEqual(['main', 'release/1.2']);
  });

  it.each(['--upload-pack=x', 'a..b', 'a b', 'refs/heads/main', 'x.lock', 'a@{1}', 'main^', 'a\u0007'])(
    'refuse %j as a branch',
    (branch) => {
      expect(complaint({ ...service, branch }).message).toContain('--branch is not the name of a branch');
    },
  );

  it('write a badge as what its name says', () => {
    expect(read({ ...service, badge: 'b.svg', html: 'a.html', 'json-file': 'a.json' }).reports).toEqual([
      { option: 'html', form: 'html', path: 'a.html' },
      { option: 'json-file', form: 'json', path: 'a.json' },
      { option: 'badge', form: 'badge-svg', path: 'b.svg' },
    ]);
    expect(read({ ...service, badge: 'b.json' }).reports).toMatchObject([{ form: 'badge-json' }]);
    expect(complaint({ ...service, badge: 'b.png' }).fix).toContain('badge.svg');
  });

  it('refuse one file for two reports, and for what is kept', () => {
    expect(complaint({ ...service, html: 'a', csv: 'a' }).message).toBe('--csv names the file of html: "a"');
    expect(complaint({ ...service, html: 'a', 'keep-collected': 'a' }).message).toContain('--keep-collected names the file of html');
  });

  it('complain of all that is wrong at once', () => {
    const { parts } = complaint({ evidence: 'service', since: 'x', 'fail-on-severity': 'hgih', people: 'email', html: 'a', csv: 'a' });
    expect(parts.map(({ message }) => message.split(' ')[0])).toEqual(
      expect.arrayContaining(['--base-url', '--api-token', '--org', '--since', '--fail-on-severity', '--people', '--csv']),
    );
    expect(parts.find(({ message }) => message.startsWith('--fail-on-severity'))?.fix).toMatch(/^Did you mean high\?/);
  });

  it('need no service to report from a file, and refuse what would ask somebody then', () => {
    expect(read({ collected: 'c.ndjson', 'github-token': 'x' })).toMatchObject({ from: { kind: 'collected', path: 'c.ndjson' } });
    for (const [name, value] of [
      ['since', '2026-11-01'],
      ['flow', 'shop'],
      ['branch', 'main'],
      ['keep-collected', 'k'],
      ['witness', 'heads.txt'],
      ['plan', 'true'],
      ['repository', 'a/b'],
    ] as const)
      expect(complaint({ collected: 'c.ndjson', [name]: value }).message).toBe(`--${name} does nothing with collected: nobody is asked`);
    expect(complaint({ collected: 'c.ndjson', previous: 'last-run' }).message).toContain('would ask GitHub');
  });

  it('tell what was given, and no secret of it', () => {
    const { given } = sources({ since: '2026-11-01', 'github-token': 'ghs_secret' });
    expect(given).toMatchObject({ since: '2026-11-01', org: 'acme', 'fail-on-severity': 'high' });
    expect(JSON.stringify(given)).not.toMatch(/a-token|ghs_secret/);
  });
});
