import {
  allOrComplaints,
  attestOptions,
  gateOptions,
  later,
  readAttest,
  readGate,
  readService,
  requiredForService,
  requiredToAttest,
  serviceOptions,
  uses,
  type AttestSettings,
  type GateSettings,
  type ServiceSettings,
} from '../../options/index.ts';
import { attest } from '../attest/attest.ts';
import { describeCommand } from '../run/command.ts';
import { withService } from '../run/connect.ts';
import { askMerges } from './ask-merges.ts';
import { gateAttested } from './gate-attested.ts';
import { judgeAgain } from './judge-again.ts';
import { judged } from '../run/judged.ts';
import { endingOutputs, judgedOutputs, recordOutputs } from '../run/outputs.ts';
import type { Judged } from '../run/result.ts';

interface Settings {
  readonly service: ServiceSettings;
  readonly attestation: AttestSettings;
  readonly gating: GateSettings;
}

export const attestAndGateCommand = describeCommand({
  name: 'attest-and-gate',
  summary: 'Record evidence, wait until it is evaluated, and decide.',
  examples: [
    "compliance-evidence attest-and-gate --org acme --flow checkout-service \\\n    --attestation-name unit-tests --junit-paths 'build/test-results/**/*.xml' --required-attestations unit-tests",
  ],
  options: [...uses(serviceOptions, requiredForService), ...uses(attestOptions, requiredToAttest), ...uses(gateOptions)],
  outputs: [...endingOutputs, ...judgedOutputs, ...recordOutputs],
  async read(read): Promise<Settings> {
    const attestation = await later(readAttest(read));
    return allOrComplaints<Settings>({
      service: () => readService(read),
      attestation,
      // The number is about the tests of this run: those of other jobs may be fewer, but not none.
      gating: () => readGate(read, () => Math.min(read.count('min-tests'), 1)),
    });
  },
  run({ attestation, gating, service }: Settings, context): Promise<Judged> {
    return withService(service, gating.waitTimeout + gating.evaluationTimeout, context, async (call) => {
      const attested = await attest(call, service, attestation, context);
      const sent = context.sent.soFar();
      const { own, ...decided } = await gateAttested(call, attested, gating, askMerges(attestation.githubToken, context));
      const evidence = { ...attested.evidence, sending: own.sending };
      return judged(
        { command: 'attest-and-gate', dryRun: service.dryRun, question: attested.question, sent, evidence, ...decided },
        gating,
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
