import { findAttestations, narrow, type Call } from '../../client/index.ts';
import type { AttestationRecord } from '../../contract/index.ts';
import { idsOf, rowsOf, runKey, type OwnEvidence, type Sending, type TrailAnswer, type TrailQuestion } from '../../gate/index.ts';
import type { GateSettings } from '../../options/index.ts';
import { seconds, valueAt } from '../../text/index.ts';
import type { Attested } from '../attest/attest.ts';
import { faultFacts } from '../run/fault.ts';
import { backoff, waitWithin } from './gate.ts';
import type { TrailReader } from './read-trail.ts';

export interface Evaluation {
  readonly sending: Sending;
  readonly answer: TrailAnswer;
}

/** Our own evidence when it is evaluated, or the time for that is over; with the last answer of the trail, if it was asked. */
export async function afterEvaluation(
  call: Call,
  { nonce, own, question }: Attested,
  { evaluationTimeout }: Pick<GateSettings, 'evaluationTimeout'>,
  reader: TrailReader,
): Promise<{ readonly own: OwnEvidence; readonly answer?: TrailAnswer }> {
  const { name, sending } = own;
  if (sending.kind !== 'accepted') return { own };
  const within = { ...call, deadline: narrow(call.deadline, evaluationTimeout) };
  const { answer, ...evaluated } = await awaitEvaluation(within, sending, { question, name, nonce }, reader);
  return { own: { ...own, ...evaluated }, answer };
}

/**
 * Waits until the trail shows our own record evaluated: the row of its name carries its id, or that of a later record
 * of the same name. A service that returns no id is asked for the record by its nonce (operation 2).
 */
export async function awaitEvaluation(
  call: Call,
  accepted: Extract<Sending, { kind: 'accepted' }>,
  of: { readonly question: TrailQuestion; readonly name: string; readonly nonce: string },
  reader: TrailReader,
): Promise<Evaluation> {
  const { deadline } = call;
  let { id } = accepted;
  let answer: TrailAnswer = { kind: 'no-trail' };
  let polls = 0;
  for (const pause of backoff(3_000)) {
    polls += 1;
    // The fourth poll comes about two seconds after the first.
    if (polls === 4)
      call.onNotice?.(`Waiting up to ${seconds(deadline.remaining() / 1000)} more until the service has evaluated ${of.name}`);
    answer = await reader(call);
    if (answer.kind === 'failed') break;
    const shown = answer.kind === 'trail' ? idsShown(answer.trail, of.name) : [];
    try {
      if (id === undefined || (shown.length > 0 && !shown.includes(id))) {
        const records = await recordsNamed(call, of.question, of.name);
        id ??= records.find((record) => valueAt(record.user_data, runKey, 'nonce') === of.nonce)?.attestation_id;
        if (id !== undefined && isSuperseded(id, shown, records)) return { sending: { ...accepted, id, evaluated: true }, answer };
      }
    } catch (error) {
      // A record that cannot be read back was not found evaluated.
      const fault = faultFacts(error);
      if (fault.code !== 'deadline') return { sending: { ...accepted, id, evaluated: false }, answer: { kind: 'failed', fault } };
      break;
    }
    if (id !== undefined && shown.includes(id)) return { sending: { ...accepted, id, evaluated: true }, answer };
    if (!(await waitWithin(pause, deadline, 'the wait for the evaluation'))) break;
  }
  return { sending: { ...accepted, id, evaluated: false }, answer };
}

function idsShown(trail: Extract<TrailAnswer, { kind: 'trail' }>['trail'], name: string): readonly string[] {
  return rowsOf(trail)
    .filter((row) => row.status.attestation_name === name)
    .flatMap(idsOf);
}

/** The row carries a record that was made after ours, so ours was evaluated before it. */
function isSuperseded(id: string, shown: readonly string[], records: readonly AttestationRecord[]): boolean {
  const ours = records.find((record) => record.attestation_id === id);
  if (ours === undefined) return false;
  const about = (record: AttestationRecord): string =>
    JSON.stringify([record.artifact_fingerprint ?? '', (record.target_artifacts ?? []).toSorted()]);
  return records.some(
    (record) =>
      shown.includes(record.attestation_id) &&
      record.created_at >= ours.created_at &&
      record.attestation_id !== id &&
      about(record) === about(ours),
  );
}

async function recordsNamed(call: Call, { org, flow, commit }: TrailQuestion, name: string): Promise<readonly AttestationRecord[]> {
  if (commit === undefined) return [];
  const found = await findAttestations(call, { org }, { flow_name: flow, commit_list: [commit], attestation_name: [name] });
  return found.get(commit) ?? [];
}
