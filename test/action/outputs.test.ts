import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { outputsOf } from '../../src/action/outputs.ts';
import { withoutSecrets } from '../../src/action/redaction.ts';
import { outputTable, type Judged, type Reported, type Stopped } from '../../src/commands/index.ts';

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
  complaints: [],
  sent: { kind: 'recorded', name: 'unit', id: 'made' },
};

const reported: Reported = {
  kind: 'reported',
  command: 'artifact report',
  resource: 'artifact',
  name: 'shop.tgz',
  change: 'reported',
  question: { subject: 'trail', org: 'acme', flow: 'shop', trail: 'release', commit: 'c0ffee' },
  fingerprint: 'ab'.repeat(32),
  data: {},
  dryRun: false,
  sent: { kind: 'nothing' },
};

describe('outputs', () => {
  it('are all written, in every case', () => {
    const names = Object.keys(outputTable).toSorted();
    expect(Object.keys(outputsOf(result)).toSorted()).toEqual(names);
    expect(Object.keys(outputsOf(stopped)).toSorted()).toEqual(names);
    expect(Object.keys(outputsOf(reported)).toSorted()).toEqual(names);
  });

  it('say yes for the verdict compliant alone', () => {
    expect(outputsOf(result).compliant).toBe('false');
    for (const name of ['non-compliant', 'incomplete', 'unknown', 'unusable'] as const)
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

  it('of an artifact that was reported name it, and are no yes', () => {
    const named = { trail: 'release', commit: 'c0ffee', 'artifact-fingerprint': 'ab'.repeat(32) };
    expect(outputsOf(reported)).toMatchObject({ ...named, verdict: 'recorded', compliant: 'false', reasons: '[]' });
    expect(outputsOf({ ...reported, dryRun: true })).toMatchObject({ ...named, verdict: 'would-record' });
  });

  it('of an answer hold it whole in a file, and as text where it is not too long', () => {
    const temporary = mkdtempSync(join(tmpdir(), 'outputs-'));
    onTestFinished(() => rmSync(temporary, { recursive: true }));
    for (const [answer, isShort] of [
      [{ trails: ['a'] }, true],
      ['x'.repeat(300_000), false],
    ] as const) {
      const outputs = outputsOf(
        { kind: 'viewed', command: 'query', ending: 'answered', fails: false, view: { summary: '' }, answer },
        temporary,
      );
      expect(outputs).toMatchObject({ verdict: 'answered', compliant: 'false', result: isShort ? JSON.stringify(answer) : '' });
      expect(JSON.parse(readFileSync(outputs['result-file'], 'utf8'))).toEqual(answer);
      expect(outputs['result-file'].startsWith(temporary)).toBe(true);
      expect(statSync(outputs['result-file']).mode & 0o777).toBe(0o600);
    }
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

it('every wrong input is a reason of its own, with its fix', () => {
  const complaints = [
    { code: 'invalid-input', message: 'Input flow is wrong', fix: 'Write a name' },
    { code: 'missing-input', message: 'Input org is missing', fix: undefined },
  ];
  const usage: Stopped = { ...stopped, ending: 'usage', code: 'invalid-input', message: 'long', complaints, sent: { kind: 'nothing' } };
  expect(JSON.parse(outputsOf(usage).reasons)).toEqual([
    { code: 'invalid-input', message: 'Input flow is wrong', fix: 'Write a name', verdict: 'usage' },
    { code: 'missing-input', message: 'Input org is missing', fix: expect.stringContaining('Run the job again'), verdict: 'usage' },
  ]);
});
