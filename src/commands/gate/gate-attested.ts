import { narrow, type Call } from '../../client/index.ts';
import { decide, type OwnEvidence, type TrailAnswer, type Verdict } from '../../gate/index.ts';
import { trailReader } from './read-trail.ts';
import type { Attested } from '../attest/attest.ts';
import type { AskMerge } from './ask-merges.ts';
import { gate } from './gate.ts';
import type { GateSettings } from '../../options/index.ts';
import { awaitEvaluation } from './await-evaluation.ts';

export interface Decided {
  readonly verdict: Verdict;
  readonly answer: TrailAnswer;
  /** The state of our own evidence when the decision was made. */
  readonly own: OwnEvidence;
}

/** The second half of the use case `attest-and-gate`: waits until the sent record is evaluated, then decides. */
export async function gateAttested(call: Call, attested: Attested, settings: GateSettings, askMerge: AskMerge): Promise<Decided> {
  const { question, nonce } = attested;
  const reader = trailReader(question);
  const { sending } = attested.own;
  if (sending.kind === 'failed') {
    // The answer of a trail without our record is not used, so it is not asked: the service may well be down.
    const answer: TrailAnswer = { kind: 'no-trail' };
    return { own: attested.own, answer, verdict: decide({ question, own: attested.own, answer, records: new Map() }, settings.policy) };
  }
  if (sending.kind !== 'accepted') {
    return { own: attested.own, ...(await gate(call, { question, own: attested.own, reader, askMerge }, settings)) };
  }
  const within = { ...call, deadline: narrow(call.deadline, settings.evaluationTimeout) };
  const evaluated = await awaitEvaluation(within, sending, { question, name: attested.own.name, nonce }, reader);
  const own: OwnEvidence = { ...attested.own, sending: evaluated.sending };
  return { own, ...(await gate(call, { question, own, answer: evaluated.answer, reader, askMerge }, settings)) };
}
