import { ownReasons, worst, type Verdict } from '../../gate/index.ts';
import {
  allOrComplaints,
  attestOptions,
  evidenceOptions,
  isTestResults,
  jobsOptions,
  later,
  readAttest,
  readCommon,
  readEvidence,
  readJobs,
  readService,
  refuseJobs,
  refuseOtherEvidence,
  requiredForService,
  serviceOptions,
  uses,
} from '../../options/index.ts';
import { given } from '../../text/index.ts';
import { describeCommand } from '../run/command.ts';
import { withService } from '../run/connect.ts';
import type { RunContext } from '../run/context.ts';
import { endingOutputs, recordOutputs } from '../run/outputs.ts';
import type { Judged, Recorded, Reported } from '../run/result.ts';
import { attestEvidence } from './attest-evidence.ts';
import { attest, type Attested } from './attest.ts';
import { testsObjection } from './objection.ts';

export const attestCommand = describeCommand({
  name: 'attest',
  summary: 'Record evidence on a trail, and decide nothing.',
  examples: [
    "compliance-evidence attest --org acme --flow checkout-service \\\n    --attestation-name unit-tests --junit-paths 'build/test-results/**/*.xml' --dry-run",
    'compliance-evidence attest --org acme --flow checkout-service --attestation-name review --type generic --compliant true',
    'compliance-evidence attest --org acme --flow checkout-service --attestation-name scan --type snyk --data findings.json',
  ],
  options: [
    ...uses(serviceOptions, requiredForService),
    ...uses(evidenceOptions),
    ...uses([...attestOptions, ...jobsOptions], ['attestation-name']),
  ],
  outputs: [...endingOutputs, ...recordOutputs],
  async read(read) {
    const service = () => readService(read);
    if (isTestResults(read)) {
      const attestation = await later(readAttest(read));
      const jobs = () => given({ jobs: readJobs(read) });
      const found = allOrComplaints({ service, type: () => refuseOtherEvidence(read), attestation, jobs });
      return { kind: 'results' as const, service: found.service, attestation: { ...found.attestation, ...found.jobs } };
    }
    const [evidence, common] = await Promise.all([later(readEvidence(read)), later(readCommon(read))]);
    return { kind: 'other' as const, ...allOrComplaints({ service, evidence, common, jobs: () => refuseJobs(read) }) };
  },
  run(settings, context): Promise<Judged | Recorded | Reported> {
    const { service } = settings;
    return withService(service, 0, context, async (call) =>
      settings.kind === 'other'
        ? attestEvidence(call, settings, context)
        : recorded(await attest(call, service, settings.attestation, context), service.dryRun, context),
    );
  },
});

/** The command does not ask the trail. But where its own evidence cannot count, it still gives a verdict. */
function recorded({ evidence, own, question }: Attested, dryRun: boolean, context: RunContext): Judged | Recorded {
  const facts = { command: 'attest', dryRun, question, evidence, sent: context.sent.soFar() };
  const sending = own.sending.kind === 'accepted' ? { ...own.sending, evaluated: true } : own.sending;
  const reasons = ownReasons({ ...own, sending }, question);
  if (reasons.length === 0) return { kind: 'recorded', ...facts, objection: testsObjection(evidence) };
  const verdict: Verdict = { name: worst(reasons), reasons, notices: [], rows: [] };
  return { kind: 'judged', ...facts, verdict, fails: true, letThrough: undefined, trailUrl: undefined };
}
