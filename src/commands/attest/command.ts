import { ownReasons, worst, type Verdict } from '../../gate/index.ts';
import {
  allOrComplaints,
  attestOptions,
  later,
  readAttest,
  readService,
  requiredForService,
  requiredToAttest,
  serviceOptions,
  uses,
  type AttestSettings,
  type ServiceSettings,
} from '../../options/index.ts';
import { describeCommand } from '../command.ts';
import { withService } from '../connect.ts';
import type { RunContext } from '../context.ts';
import { endingOutputs, recordOutputs } from '../outputs.ts';
import type { Judged, Recorded } from '../result.ts';
import { attest, type Attested } from './attest.ts';

interface Settings {
  readonly service: ServiceSettings;
  readonly attestation: AttestSettings;
}

export const attestCommand = describeCommand({
  name: 'attest',
  summary: 'Record evidence on a trail, and decide nothing.',
  examples: [
    "compliance-evidence attest --org acme --flow checkout-service \\\n    --attestation-name unit-tests --junit-paths 'build/test-results/**/*.xml' --dry-run",
  ],
  options: [...uses(serviceOptions, requiredForService), ...uses(attestOptions, requiredToAttest)],
  outputs: [...endingOutputs, ...recordOutputs],
  async read(read): Promise<Settings> {
    const attestation = await later(readAttest(read));
    return allOrComplaints<Settings>({ service: () => readService(read), attestation });
  },
  run({ attestation, service }: Settings, context): Promise<Judged | Recorded> {
    return withService(service, 0, context, async (call) =>
      recorded(await attest(call, service, attestation, context), service.dryRun, context),
    );
  },
});

/** It does not ask the trail. What keeps its own evidence from speaking is a verdict all the same. */
function recorded({ evidence, own, question }: Attested, dryRun: boolean, context: RunContext): Judged | Recorded {
  const facts = { command: 'attest', dryRun, question, evidence, sent: context.sent.soFar() };
  const sending = own.sending.kind === 'accepted' ? { ...own.sending, evaluated: true } : own.sending;
  const reasons = ownReasons({ ...own, sending }, question);
  if (reasons.length === 0) return { kind: 'recorded', ...facts };
  const verdict: Verdict = { name: worst(reasons), reasons, notices: [], rows: [] };
  return { kind: 'judged', ...facts, verdict, fails: true, letThrough: undefined, trailUrl: undefined };
}
