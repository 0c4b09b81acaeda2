import { describe, expect, it, test } from 'vitest';
import { statements } from '../../../src/audit/reports/statements.ts';
import { readStatement } from '../../../src/statement/index.ts';
import { attacks, hostileAudit, textOf } from './hostile.ts';
import { reported, sample, sha, world } from './sample.ts';

const linesOf = async (audit: Parameters<typeof statements>[0]): Promise<readonly string[]> =>
  (await textOf(statements(audit))).match(/.+/g) ?? [];

const said = async (...changes: ReturnType<typeof reported>[]): Promise<readonly unknown[]> =>
  (await linesOf(sample({}, changes))).map((line) => {
    const { statement } = readStatement(Buffer.from(line));
    return 'verifiedLevels' in statement.predicate ? statement.predicate.verifiedLevels[0] : undefined;
  });

const override = {
  id: 'o',
  flow: 'unit',
  trail: sha('a'),
  name: 'unit',
  fingerprint: null,
  by: 'bob',
  at: '2026-11-16T09:00:00Z',
  compliant: true,
  reason: 'seen',
  url: null,
};

describe('the statements of changes', () => {
  it('have the commit, the repository, the moment of the audit, and the page of the flow', async () => {
    const [line = ''] = await linesOf(sample({}, [reported()]));
    expect(JSON.parse(line)).toEqual({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: sha('a'), uri: `https://github.com/acme/shop/commit/${sha('a')}`, digest: { gitCommit: sha('a') } }],
      predicateType: 'https://slsa.dev/verification_summary/v1',
      predicate: {
        verifier: { id: 'pkg:npm/compliance-evidence', version: { 'compliance-evidence': expect.any(String) } },
        timeVerified: world.header.at,
        resourceUri: 'git+https://github.com/acme/shop',
        policy: { uri: 'https://evidence.example/acme/flows/unit', digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
        verificationResult: 'PASSED',
        verifiedLevels: ['COMPLIANCE_EVIDENCE_COMPLIANT'],
      },
    });
  });

  it.each([
    ['covered', ['COMPLIANCE_EVIDENCE_COMPLIANT']],
    ['covered-now', ['COMPLIANCE_EVIDENCE_COMPLIANT']],
    ['tested-on-head-only', ['FAILED']],
    ['covered-later', ['FAILED']],
    ['incomplete', ['FAILED']],
    ['uncovered', ['FAILED']],
    ['non-compliant', ['FAILED']],
    ['unknown', []],
    ['outside-every-flow', []],
    ['excluded', []],
    ['a state of later', []],
  ])('of one that is %s say %j', async (state, levels) => {
    expect(await said(reported({ state }))).toEqual(levels);
  });

  it('say that a yes may stand by an override, and no more of a no', async () => {
    expect(await said(reported({ overrides: [override] }))).toEqual(['COMPLIANCE_EVIDENCE_OVERRIDDEN']);
    expect(await said(reported({ overrides: [{ ...override, compliant: null }] }))).toEqual(['COMPLIANCE_EVIDENCE_OVERRIDDEN']);
    expect(await said(reported({ overrides: [{ ...override, compliant: false }] }))).toEqual(['COMPLIANCE_EVIDENCE_COMPLIANT']);
    expect(await said(reported({ overrides: [{ ...override, flow: 'other' }] }))).toEqual(['COMPLIANCE_EVIDENCE_COMPLIANT']);
    expect(await said(reported({ state: 'uncovered', overrides: [override] }))).toEqual(['FAILED']);
  });

  it('are the same bytes each time, and name another policy where a flow demands something else', async () => {
    const [line] = await linesOf(sample({}, [reported()]));
    expect(await linesOf(sample({}, [reported()]))).toEqual([line]);
    const template = { version: 1, trail: { attestations: [{ name: 'unit', type: 'junit' }], artifacts: [] } } as const;
    const flows = new Map([['unit', { kind: 'flow', name: 'unit', url: null, template } as const]]);
    const [other] = await linesOf(sample({ world: { ...world, flows } }, [reported()]));
    expect(other).not.toBe(line);
    expect(other?.replace(/[0-9a-f]{64}/, '')).toBe(line?.replace(/[0-9a-f]{64}/, ''));
  });

  it('are none where the repository is not known', async () => {
    expect(await linesOf(sample({ world: { ...world, header: { ...world.header, repository: null } } }))).toEqual([]);
  });
});

test.each(attacks)('facts with %s give statements that can be read, or none', async (_, text) => {
  const coverage = reported().coverage.map((each) => ({ ...each, flow: text }));
  const { header, ...rest } = hostileAudit(text).world;
  const hostile = { ...rest, header: { ...header, service: { url: `https://evidence.example/${text}`, org: text } } };
  for (const line of await linesOf(sample({ world: hostile }, [reported({ coverage })]))) {
    expect(readStatement(Buffer.from(line)).statement.subject).toHaveLength(1);
  }
});
