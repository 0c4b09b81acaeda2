import { describe, expect, it } from 'vitest';
import { outputsOf } from '../../src/action/outputs.ts';
import { withoutSecrets } from '../../src/action/secrets.ts';
import { outputTable, type Judged, type Stopped } from '../../src/commands/index.ts';

const reason = {
  code: 'failing',
  verdict: 'non-compliant',
  message: 'unit is not compliant',
  fix: 'Fix it',
  attestation: 'unit',
} as const;
const result: Judged = {
  kind: 'judged',
  command: 'gate',
  question: { subject: 'trail', org: 'acme', flow: 'shop', trail: 'c0ffee', commit: undefined },
  verdict: { name: 'non-compliant', reasons: [reason], notices: [], rows: [] },
  fails: true,
  letThrough: undefined,
  evidence: undefined,
  trailUrl: 'https://evidence.example/t',
  dryRun: false,
  sent: { kind: 'nothing' },
};
const stopped: Stopped = {
  kind: 'stopped',
  ending: 'interrupted',
  code: 'interrupted',
  message: 'Interrupted',
  fix: undefined,
  stack: undefined,
  sent: { kind: 'recorded', name: 'unit', id: 'made' },
};

describe('outputs', () => {
  it('are all written, in every case', () => {
    const names = Object.keys(outputTable).toSorted();
    expect(Object.keys(outputsOf(result)).toSorted()).toEqual(names);
    expect(Object.keys(outputsOf(stopped)).toSorted()).toEqual(names);
  });

  it('say yes for the verdict compliant alone', () => {
    expect(outputsOf(result).compliant).toBe('false');
    for (const name of ['waived', 'not-applicable', 'unknown'] as const)
      expect(outputsOf({ ...result, fails: false, verdict: { ...result.verdict, name } }).compliant).toBe('false');
    expect(outputsOf({ ...result, verdict: { ...result.verdict, name: 'compliant', reasons: [] } })).toMatchObject({
      compliant: 'true',
      verdict: 'compliant',
      reasons: '[]',
    });
  });

  it('hold the reasons as JSON, whole, within what a job may hold', () => {
    expect(JSON.parse(outputsOf(result).reasons)).toEqual([reason]);
    const many = Array.from({ length: 5_000 }, () => ({ ...reason, message: 'x'.repeat(400) }));
    const { reasons } = outputsOf({ ...result, verdict: { ...result.verdict, reasons: many } });
    expect(reasons.length).toBeLessThanOrEqual(200_000);
    expect(JSON.parse(reasons)).toHaveLength(Math.floor(reasons.length / JSON.stringify(many[0]).length));
  });

  it('of a run without a verdict say how it ended, and why', () => {
    const outputs = outputsOf(stopped);
    expect(outputs).toMatchObject({ verdict: 'interrupted', compliant: 'false', 'attestation-name': 'unit', 'attestation-id': 'made' });
    expect(JSON.parse(outputs.reasons)).toEqual([
      {
        code: 'interrupted',
        message: 'Interrupted. unit was recorded as made; the trail was not judged',
        fix: 'Run the job again',
        verdict: 'interrupted',
      },
    ]);
  });
});

describe('withoutSecrets', () => {
  it('cleans every text in plain data, and leaves the data as it was', () => {
    const data = { a: 'the token', b: [{ c: 'token token' }, null, 7], d: undefined };
    expect(withoutSecrets(data, (text) => text.replaceAll('token', '***'))).toEqual({
      a: 'the ***',
      b: [{ c: '*** ***' }, null, 7],
      d: undefined,
    });
    expect(data.a).toBe('the token');
  });
});
