import { narrow, type Deadline, type EvidenceClient } from '../../client/index.ts';
import { decide, type OwnEvidence, type TrailAnswer, type Verdict } from '../../gate/index.ts';
import { trailAsker } from './read-trail.ts';
import type { Attested } from '../attest/attest.ts';
import type { RunContext } from '../context.ts';
import { gate } from './gate.ts';
import type { GateSettings } from '../../options/settings-types.ts';
import { settle } from './await-evaluation.ts';

export interface Decided {
  readonly verdict: Verdict;
  readonly answer: TrailAnswer;
  /** Our own evidence as it stood when the decision was made. */
  readonly own: OwnEvidence;
}

/** The second half of the use case `attest-and-gate`: waits until what was sent is evaluated, then decides. */
export async function gateAttested(
  attested: Attested,
  settings: GateSettings,
  client: EvidenceClient,
  deadline: Deadline,
  context: RunContext,
): Promise<Decided> {
  const { question, nonce } = attested;
  const tell = (message: string): void => context.report({ kind: 'info', message });
  const asker = trailAsker(question, tell);
  const { sending } = attested.own;
  if (sending.kind === 'failed') {
    // What the trail says without our record is not used, so it is not asked: the service may well be down.
    const answer: TrailAnswer = { kind: 'no-trail' };
    return { own: attested.own, answer, verdict: decide({ question, own: attested.own, answer, records: new Map() }, settings.policy) };
  }
  if (sending.kind !== 'accepted') {
    return { own: attested.own, ...(await gate({ question, own: attested.own }, settings, asker, client, deadline, context)) };
  }
  const within = narrow(deadline, settings.evaluationTimeout);
  const settled = await settle(sending, { question, name: attested.own.name, nonce }, asker, client.within(within), within, tell);
  const own: OwnEvidence = { ...attested.own, sending: settled.sending };
  return { own, ...(await gate({ question, own, answer: settled.answer }, settings, asker, client, deadline, context)) };
}
