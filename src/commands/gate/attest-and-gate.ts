import type { Call } from '../../client/index.ts';
import { decide, type OwnEvidence, type TrailAnswer } from '../../gate/index.ts';
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
  uses,
  type GateSettings,
} from '../../options/index.ts';
import { attest, type Attested } from '../attest/attest.ts';
import { describeCommand, endingOutputs, judgedOutputs, recordOutputs } from '../run/command.ts';
import { withService } from '../run/connect.ts';
import { judged } from '../run/question.ts';
import type { Judged } from '../run/result.ts';
import { afterEvaluation } from './await-evaluation.ts';
import { askMerges, gate, type AskMerge } from './gate.ts';
import { judgeAgain, judgingIn, type Judgement } from './judge-subject.ts';
import { trailReader } from './read-trail.ts';

export const attestAndGateCommand = describeCommand({
  name: 'attest-and-gate',
  summary: 'Record evidence, wait until it is evaluated, and decide.',
  examples: [
    "compliance-evidence attest-and-gate --org acme --flow checkout-service \\\n    --attestation-name unit-tests --junit-paths 'build/test-results/**/*.xml' --required-attestations unit-tests",
  ],
  options: [...uses(serviceOptions, requiredForService), ...uses(attestOptions, requiredToAttest), ...uses(gateOptions)],
  outputs: [...endingOutputs, ...judgedOutputs, ...recordOutputs],
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
      const attested = await attest(call, service, attestation, context);
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
