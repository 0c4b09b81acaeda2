import { describe, expect, it } from 'vitest';
import type { Landing } from '../../../src/audit/facts/landing.ts';
import type { LandingFact, Line } from '../../../src/audit/facts/line.ts';
import type { EvidenceRecord } from '../../../src/audit/facts/trail.ts';
import { outcomeOf } from '../../../src/audit/reports/numbers.ts';
import { at, pull, sha } from '../reviews/pull.ts';
import { deployment, record, trail } from '../rules/evidence-change.ts';
import { auditFile, judged, landed } from './judged.ts';

const why = 'GitHub refused it (403) (it needs pull-requests: read)';
const refused: Line = { kind: 'untold', source: 'pull-requests', why, fix: 'permissions:\n  pull-requests: read' };
const flow: Line = { kind: 'flow', name: 'unit', url: null, template: null };
const own = (records: readonly Partial<EvidenceRecord>[], of = 'unit') =>
  trail(
    records.map((more, index) => record({ id: `${of}${index}`, commit: sha('t'), ...more })),
    {
      flow: of,
      at: records[0]?.at ?? at('11:00'),
      commits: [sha('t')],
      state: records.some(({ compliant }) => compliant === false) ? 'NON-COMPLIANT' : 'COMPLIANT',
      template: { version: 1, trail: { attestations: [{ name: 'unit-tests', type: 'junit' }], artifacts: [] } },
    },
  );

interface Scene extends Partial<Pick<LandingFact, 'pulls' | 'trails'>> {
  readonly kind?: Landing['kind'];
  readonly file?: string;
  readonly more?: readonly Line[];
}

async function told({ file = 'version: 1\n', kind = 'pull-request', more = [refused], pulls = [], trails = [] }: Scene = {}) {
  const fact = landed({ landing: { kind }, pulls, trails, file: 'the file' });
  const audit = await judged({ lines: [auditFile(file), flow, ...more, fact], header: { file: 'the file' } });
  const rule = audit.rules.find((one) => one.rule === 'change-without-trail');
  const found = audit.findings.filter(({ controls }) => controls.includes('NIST SSDF PW.8')).map((one) => one.rule);
  return { states: Object.keys(audit.totals.states), all: audit.findings, found, rule, said: outcomeOf(audit) };
}

describe('a merge whose pull request GitHub did not tell', () => {
  it.each(['pull-request', 'merge-queue'] as const)('is not known where nothing is recorded about what landed: %s', async (kind) => {
    const { all, rule, said, states } = await told({ kind });
    expect([states, all]).toEqual([['unknown'], []]);
    expect([rule?.result, rule?.lack]).toEqual(['not tested', 'answer']);
    expect(rule?.why).toBe(`nobody tells with which pull request it landed, so that the head that was tested is not known: ${why}`);
    expect([said.tone, said.ending, said.fails]).toEqual(['unknown', 'unknown', true]);
  });

  it('is not known where the list of pull requests was cut off', async () => {
    const cut: Line = { kind: 'hole', what: 'pull requests of commits', why: 'a page did not come', fix: 'Collect again' };
    expect(await told({ more: [cut] })).toMatchObject({ states: ['unknown'], found: [] });
  });

  it.each<readonly [string, Partial<EvidenceRecord>, readonly string[], readonly string[]]>([
    ['a yes before it landed', {}, ['covered'], []],
    ['a no before it landed', { compliant: false }, ['non-compliant'], ['trail-non-compliant']],
    ['a yes that came later', { at: at('13:00') }, ['unknown'], []],
    ['a no that came later', { at: at('13:00'), compliant: false }, ['unknown'], []],
  ])('goes by the evidence of its own commit: %s', async (_, more, states, found) => {
    for (const file of ['version: 1\n', 'version: 1\nflows:\n  - name: unit\n'])
      expect(await told({ trails: [own([more])], file })).toMatchObject({ states, found });
  });

  it('is covered by one flow where none is mapped, also where evidence of another came later', async () => {
    const trails = [own([{}]), own([{ at: at('13:00') }], 'scans')];
    expect(await told({ trails })).toMatchObject({ states: ['covered'], found: [] });
  });

  it('is a no where its own evidence said no when it was deployed', async () => {
    const shipped = deployment('14:00', { production: true, sha: sha('t'), brought: [sha('t')] });
    const trails = [own([{ at: at('13:00'), compliant: false }])];
    const { all, states } = await told({ trails, more: [refused, shipped] });
    expect([states, all.map(({ rule }) => rule)]).toEqual([['non-compliant'], ['trail-non-compliant']]);
    expect(all[0]?.message).toContain('said no when the change was deployed: unit-tests says no. Commit ttttttt, merged by bob, landed');
  });
});

describe('a landing without evidence', () => {
  it('stays a finding where GitHub tells a push, or its pull request', async () => {
    const [one] = (await told({ kind: 'push' })).all;
    expect([one?.rule, one?.message.includes('pushed by bob')]).toEqual(['change-without-trail', true]);
    expect((await told({ pulls: [pull({ mergeCommit: sha('t') })] })).found).toEqual(['change-without-trail']);
  });

  it('stays one where all pull requests were told, and is never called a push where it was merged', async () => {
    const [one] = (await told({ more: [] })).all;
    expect(one?.message).toBe('Commit ttttttt, merged by bob, landed on main on 2026-11-02 at 12:00 UTC without a trail in flow unit.');
  });
});
