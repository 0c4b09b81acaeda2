import { describe, expect, it } from 'vitest';
import type { Header, Line } from '../../../src/audit/facts/line.ts';
import type { Artifact } from '../../../src/audit/facts/shipped.ts';
import { at, commit, record, sha, trail } from '../coverage/world.ts';
import { bob, signed } from '../reviews/pull.ts';
import { auditFile, judged, landed, previousOf } from './judged.ts';

const monday = { since: '2026-11-03T00:00:00Z', until: '2026-11-10T00:00:00Z', sinceSha: null, by: 'landing' } as const;
const nextWeek: Partial<Header> = { period: monday, at: '2026-11-10T00:00:00Z' };
const flow: Line = { kind: 'flow', name: 'unit', url: null, template: { version: 1, trail: { attestations: [], artifacts: [] } } };

/** `rule status carried` of each finding of the second of two audits. */
async function second(
  first: { readonly lines: readonly Line[]; readonly header?: Partial<Header> },
  then: { readonly lines: readonly Line[]; readonly header?: Partial<Header> },
  rule: string,
): Promise<readonly string[]> {
  const { findings } = await judged({ ...then, previous: previousOf(await judged(first)) });
  return findings.filter((each) => each.rule === rule).map(({ carried, status }) => `${status}${carried ? ' carried' : ''}`);
}

describe('a finding of the run before', () => {
  const red = landed({ trails: [trail('t', [record('t', '11:00', { compliant: false }), record('t', '13:00')])] });

  it('is not fixed by another landing of the same commit', async () => {
    const again = landed({ trails: red.trails, landing: { id: '2', branch: 'release', at: '2026-11-05T12:00:00Z' } });
    expect(await second({ lines: [flow, red] }, { lines: [flow, again], header: nextWeek }, 'trail-non-compliant')).toEqual([
      'open carried',
    ]);
    const green = { ...red, trails: [trail('t', [record('t', '11:00')])] };
    expect(await second({ lines: [flow, red] }, { lines: [flow, green] }, 'trail-non-compliant')).toEqual(['fixed']);
  });

  it('is not fixed by an audit of other flows', async () => {
    const file = auditFile('flows:\n  unit:\n  scans:\n');
    const lines = [file, flow, { ...red, file: 'the file' }];
    const header = { file: 'the file' };
    const narrow = { lines: [file, flow, landed({ file: 'the file' })], header: { ...header, flows: ['scans'] } };
    expect(await second({ lines, header }, narrow, 'trail-non-compliant')).toEqual(['open carried']);
    const same = { ...narrow, header: { ...header, flows: ['unit'] } };
    expect(await second({ lines, header: { ...header, flows: ['unit'] } }, same, 'trail-non-compliant')).toEqual(['fixed']);
  });

  it('is not fixed by an audit of other branches', async () => {
    const forced = landed({ landing: { kind: 'force-push', removed: [sha('x')] } });
    const other = { lines: [landed({ landing: { branch: 'next' } })], header: { branches: [{ name: 'next', tip: sha('t') }] } };
    expect(await second({ lines: [forced] }, other, 'history-rewritten')).toEqual(['open carried']);
    expect(await second({ lines: [forced] }, { lines: [landed()] }, 'history-rewritten')).toEqual(['fixed']);
  });

  it('is not fixed by an audit that does not go by its rule', async () => {
    const asking = auditFile("ticket:\n  patterns: ['A-\\d+']\n");
    const without = landed({ file: 'the file', tickets: { '': [{ in: 'landed', named: [] }] } });
    const first = { lines: [asking, flow, without], header: { file: 'the file' } };
    expect(await second(first, { lines: [flow, landed()] }, 'change-without-ticket')).toEqual(['open carried']);
    const named = landed({ file: 'the file', tickets: { '': [{ in: 'landed', named: ['A-1'] }] } });
    expect(await second(first, { ...first, lines: [asking, flow, named] }, 'change-without-ticket')).toEqual(['fixed']);
  });

  it('is not fixed by a rule that did not look everywhere', async () => {
    const told = (name: string, failure: string | null | undefined): Line => ({ kind: 'notification', name, targets: 1, failure });
    const first = { lines: [told('chat', 'It failed'), told('mail', null)] };
    expect(await second(first, { lines: [told('chat', undefined), told('mail', null)] }, 'notification-failing')).toEqual(['open carried']);
    expect(await second(first, { lines: [told('chat', null), told('mail', null)] }, 'notification-failing')).toEqual(['fixed']);
  });

  it('of an artifact is not fixed because another week lists others, and is where it does not run any more', async () => {
    const artifact = (more: Partial<Artifact>): Artifact => ({
      kind: 'artifact',
      fingerprint: 'f'.repeat(64),
      name: 'shop',
      flow: 'unit',
      trail: null,
      commit: null,
      state: 'NON-COMPLIANT',
      url: null,
      at: at('11:00'),
      running: [],
      withoutProvenance: false,
      ...more,
    });
    const other = { lines: [artifact({ fingerprint: 'e'.repeat(64), state: 'COMPLIANT' })], header: nextWeek };
    expect(await second({ lines: [artifact({})] }, other, 'artifact-non-compliant')).toEqual(['open carried']);
    expect(await second({ lines: [artifact({ running: ['production'] })] }, other, 'artifact-non-compliant')).toEqual(['fixed']);
    expect(await second({ lines: [artifact({})] }, { lines: [artifact({ state: 'COMPLIANT' })] }, 'artifact-non-compliant')).toEqual([
      'fixed',
    ]);
  });
});

describe('a fault that two landings show', () => {
  it('is as severe as the worse of them', async () => {
    const override = record('t', '11:10', {
      type: 'override',
      by: 'alice',
      commit: null,
      override: { id: '', type: 'junit', reason: 'flaky' },
    });
    const trails = [trail('t', [override], { name: 'shared', commits: [sha('t'), sha('u')] })];
    const bobs = commit('u', { author: signed(bob), committer: signed(bob) });
    const newer = landed({ trails, landing: { id: '2', before: sha('t'), commits: [bobs] } });
    const { findings } = await judged({
      lines: [flow, newer, landed({ trails })],
      header: { branches: [{ name: 'main', tip: sha('u') }] },
    });
    const found = findings.filter(({ rule }) => rule === 'overridden').map(({ change, severity }) => [severity, change?.sha]);
    expect(found).toEqual([['high', sha('t')]]);
  });
});
