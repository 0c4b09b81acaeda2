import { findAttestations, narrow, type Call } from '../../client/index.ts';
import type { AttestationRecord } from '../../contract/index.ts';
import { decide, idsOf, rowsOf, runKey, type OwnEvidence, type Sending, type TrailAnswer, type TrailQuestion } from '../../gate/index.ts';
import {
  allOrComplaints,
  attestOptions,
  gateOptions,
  readAttest,
  readGate,
  readService,
  requiredForService,
  requiredToAttest,
  serviceOptions,
  statementFolderOption,
  uses,
  type GateSettings,
} from '../../options/index.ts';
import { seconds, valueAt } from '../../text/index.ts';
import { attestTestResults, type Attested } from '../attest/record.ts';
import { describeCommand, endingOutputs, judgedOutputs, recordOutputs, statementOutputs } from '../run/command.ts';
import { withService } from '../run/connect.ts';
import { faultFacts } from '../run/fault.ts';
import { judged } from '../run/question.ts';
import type { Judged } from '../run/result.ts';
import { askMerges, backoff, gate, waitWithin, type AskMerge } from './gate.ts';
import { judgeAgain, judgingIn, type Judgement } from './judge-subject.ts';
import { trailReader, type TrailReader } from './read-trail.ts';

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

export const attestAndGateCommand = describeCommand({
  name: 'attest-and-gate',
  summary: 'Record evidence, wait until it is evaluated, and decide.',
  examples: [
    "compliance-evidence attest-and-gate --org acme --flow checkout-service \\\n    --attestation-name unit-tests --junit-paths 'build/test-results/**/*.xml' --required-attestations unit-tests",
  ],
  options: [
    ...uses(serviceOptions, requiredForService),
    ...uses(attestOptions, requiredToAttest),
    ...uses([...gateOptions, statementFolderOption]),
  ],
  outputs: [...endingOutputs, ...judgedOutputs, ...recordOutputs, ...statementOutputs],
  read(read) {
    return allOrComplaints({
      service: () => readService(read),
      attestation: () => readAttest(read),
      // The number is about the tests of this run: those of other jobs may be fewer, but not none.
      gating: () => readGate(read, () => Math.min(read.count('min-tests'), 1)),
    });
  },
  run({ attestation, gating, service }, context): Promise<Judged> {
    return withService(service, gating.waitTimeout + gating.evaluationTimeout, context, async (call) => {
      const attested = await attestTestResults(call, service, attestation, context);
      const sent = context.sent.soFar();
      const { own, ...decided } = await gateAttested(
        call,
        attested,
        judgingIn(gating, context),
        askMerges(attestation.githubToken, context),
      );
      const evidence = { ...attested.evidence, sending: own.sending };
      return judged(
        { command: 'attest-and-gate', dryRun: service.dryRun, question: attested.question, sent, evidence, ...decided },
        gating,
        context,
      );
    });
  },
  judging: {
    again({ attestation: { githubToken }, gating, service }, question, context) {
      return judgeAgain('attest-and-gate', { connection: service, gating, githubToken }, question, context);
    },
    commit: ({ service }) => Promise.resolve(service.commit),
  },
});

/** `own`: the state of our own evidence when the wait ends. */
async function gateAttested(
  call: Call,
  attested: Attested,
  settings: GateSettings,
  askMerge: AskMerge,
): Promise<Judgement & { readonly own: OwnEvidence }> {
  const { question } = attested;
  if (attested.own.sending.kind === 'failed') {
    // The answer of a trail without our record is not used, so it is not asked: the service may well be down.
    const { own } = attested;
    const answer: TrailAnswer = { kind: 'no-trail' };
    return { own, answer, verdict: decide({ question, own, answer, records: new Map() }, settings.policy) };
  }
  const reader = trailReader(question);
  const evaluated = await afterEvaluation(call, attested, settings, reader);
  return { own: evaluated.own, ...(await gate(call, { question, ...evaluated, reader, askMerge }, settings)) };
}
