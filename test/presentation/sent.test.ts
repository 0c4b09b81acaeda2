import { describe, expect, it } from 'vitest';
import {
  objectionWords,
  publishedWords,
  recordedWords,
  reportedParts,
  reportedWords,
  sendingWords,
  sentWords,
  stoppedFix,
  stoppedWords,
  type ReportedFacts,
  type StoppedFacts,
} from '../../src/presentation/index.ts';
import type { Question, Sending } from '../../src/gate/index.ts';
import { questionWords } from '../../src/presentation/sent.ts';

const trail = { subject: 'trail', org: 'acme', flow: 'app', trail: 'abc', commit: undefined } as const;
const artifact = { subject: 'artifact', org: 'acme', flow: 'app', fingerprint: 'f'.repeat(64), approvedFor: undefined } as const;

it.each<[Question, string]>([
  [trail, 'trail abc of flow app'],
  [artifact, `artifact ${'f'.repeat(64)} of flow app`],
  [{ ...artifact, approvedFor: null }, `artifact ${'f'.repeat(64)} of flow app, and its approval`],
  [{ ...artifact, approvedFor: 'production' }, `artifact ${'f'.repeat(64)} of flow app, and its approval for production`],
  [{ subject: 'commit', org: 'acme', commit: 'c1', flow: 'app' } as const, 'commit c1 of flow app'],
  [{ subject: 'commit', org: 'acme', commit: 'c1', flow: undefined } as const, 'commit c1 of all flows'],
])('names what is asked: %j', (question, words) => {
  expect(questionWords(question)).toBe(words);
});

it.each([
  [{ kind: 'nothing' } as const, 'Nothing was sent'],
  [
    { kind: 'on-its-way', name: 'unit' } as const,
    'unit was on its way: it may or may not be recorded. Running this again is safe: the latest record of a name decides',
  ],
  [{ kind: 'recorded', name: 'unit', id: undefined } as const, 'unit was recorded; the trail was not judged'],
  [{ kind: 'recorded', name: 'unit', id: '7' } as const, 'unit was recorded as 7; the trail was not judged'],
])('says what was sent: %j', (sent, words) => {
  expect(sentWords(sent)).toBe(words);
});

const accepted = { kind: 'accepted', id: '7', evaluated: true } as const;
const failed = { kind: 'failed', fault: { code: 'c', message: 'm' } } as const;
it.each<[Sending, boolean, string]>([
  [accepted, true, 'is recorded'],
  [accepted, false, 'is recorded as failed, so that an older green record does not count'],
  [failed, true, 'was not recorded'],
  [{ ...failed, unconfirmed: true }, true, 'may or may not be recorded'],
  [{ kind: 'withheld' }, true, 'was not sent, as on-unusable says'],
  [{ kind: 'dry-run' }, true, 'was not sent (dry run)'],
])('says what became of a record that was %j', (sending, isUsable, words) => {
  expect(sendingWords(sending, isUsable)).toBe(words);
});

it('says of a record that no trail was asked, and of a record that says no what a gate does with it', () => {
  expect(recordedWords('unit', false)).toBe('unit is recorded; whether the trail is compliant was not asked');
  expect(recordedWords('unit', true)).toBe('Dry run: nothing was sent');
  expect(objectionWords('unit', '1 test failed', false)).toBe(
    'unit says no: 1 test failed. Nothing is decided here; a gate will not let this trail pass',
  );
  expect(objectionWords('unit', '1 test failed', true)).toBe(
    'unit would say no: 1 test failed. Nothing is decided here; a gate would not let this trail pass',
  );
});

describe('a report', () => {
  const facts = { resource: 'attestation', name: 'unit', change: 'recorded', question: trail, dryRun: false } as const;
  it.each<[ReportedFacts, string]>([
    [facts, 'attestation unit is recorded on trail abc of flow app'],
    [{ ...facts, dryRun: true }, 'Dry run: nothing was sent; attestation unit would be recorded on trail abc of flow app'],
    [{ ...facts, resource: 'trail', name: 'abc', change: 'begun' } as const, 'trail abc is begun on flow app'],
    [{ ...facts, resource: 'approval', name: '', change: 'requested' } as const, 'approval is requested for trail abc of flow app'],
  ])('says what and where: %j', (one, words) => {
    expect(reportedWords(one)).toBe(words);
    expect(Object.values(reportedParts(one)).join(' ')).toBe(words);
  });
});

describe('a run that was stopped', () => {
  const stopped: StoppedFacts = { ending: 'usage', message: 'flow is missing', fix: undefined, complaints: [], sent: { kind: 'nothing' } };
  const complaint = { code: 'invalid-input', message: 'm', fix: undefined };
  it.each<[Partial<StoppedFacts>, string, string]>([
    [{}, 'flow is missing. Nothing was sent', 'Run the job again; if it happens again, report it with the log'],
    [{ complaints: [complaint, complaint], fix: 'Give both' }, '2 inputs are wrong. Nothing was sent', 'Give both'],
    [{ ending: 'interrupted' }, 'Interrupted. Nothing was sent', 'Run the job again'],
    [{ ending: 'unusable' }, 'flow is missing', 'Run the job again; if it happens again, report it with the log'],
    [{ ending: 'unknown', fix: 'Start it' }, 'flow is missing', 'Start it'],
  ])('by %j says why, and how to go on', (more, words, fix) => {
    expect(stoppedWords({ ...stopped, ...more }, 'inputs')).toBe(words);
    expect(stoppedFix({ ...stopped, ...more })).toBe(fix);
  });
});

it.each([
  [{ outcome: { kind: 'recorded' } } as const, 'The audit is recorded as audit on trail may of flow audits'],
  [
    { outcome: { kind: 'recorded' }, objection: '1 finding' } as const,
    'The audit is recorded as audit on trail may of flow audits, and says no: 1 finding',
  ],
  [
    { outcome: { kind: 'dry-run' }, objection: '1 finding' } as const,
    'Dry run: nothing was sent; the audit would be recorded as audit on trail may of flow audits, and would say no: 1 finding',
  ],
  [
    { outcome: { kind: 'failed', message: 'It is down.', mayBeThere: true } } as const,
    'The audit may or may not be recorded as it should as audit on trail may of flow audits: It is down. Its reports are written',
  ],
  [
    { outcome: { kind: 'failed', message: 'It said no', mayBeThere: false } } as const,
    'The audit was not recorded as audit on trail may of flow audits: It said no. Its reports are written',
  ],
])('says where an audit is recorded: %j', (facts, words) => {
  expect(publishedWords({ flow: 'audits', trail: 'may', name: 'audit', ...facts })).toBe(words);
});
