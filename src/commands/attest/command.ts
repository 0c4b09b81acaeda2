import { getAttestation, narrow, type Call } from '../../client/index.ts';
import { UsageError } from '../../errors/index.ts';
import { ownReasons, worst, type Verdict } from '../../gate/index.ts';
import { subjectOf } from '../../git/index.ts';
import {
  allOrComplaints,
  attestOptions,
  evidenceOptions,
  isTestResults,
  jobsOptions,
  readAttest,
  readCommon,
  readEvidence,
  readJobs,
  readService,
  refuseJobs,
  refuseOtherEvidence,
  requiredForService,
  serviceOptions,
  statementFolderOption,
  uses,
} from '../../options/index.ts';
import type { CommonSettings, EvidenceSettings, ServiceSettings } from '../../options/index.ts';
import { count, given, grouped } from '../../text/index.ts';
import { describeCommand, endingOutputs, recordOutputs, statementOutputs } from '../run/command.ts';
import { commitIfKnown, thisRun } from '../run/commit.ts';
import { withService } from '../run/connect.ts';
import type { RunContext } from '../run/context.ts';
import { questionAbout } from '../run/question.ts';
import type { Judged, Recorded, RecordedEvidence, Reported } from '../run/result.ts';
import { contentOf } from './kinds.ts';
import { attestTestResults, record, type Attested } from './record.ts';

/** In milliseconds, for the service's verdict on a record. */
const longest = 5_000;

function testsObjection({ results: { totals } }: Pick<RecordedEvidence, 'results'>): string | undefined {
  const failed = totals.failures + totals.errors;
  return failed === 0 ? undefined : `${grouped(failed)} of ${count(totals.total, 'test')} failed`;
}

function callersObjection(evidence: EvidenceSettings): string | undefined {
  return 'compliant' in evidence && !evidence.compliant ? '`compliant` is false' : undefined;
}

/** As the service judged the record. Where it does not say, the record stays as it is. */
async function serviceObjection(call: Call, org: string, id: string, { type }: EvidenceSettings): Promise<string | undefined> {
  const asking = { ...call, deadline: narrow(call.deadline, longest) };
  const records = await getAttestation(asking, { org }, id).catch(() => []);
  return records.some((record) => record.is_compliant === false) ? `the service judged it so, by the rules for ${type}` : undefined;
}

interface Settings {
  readonly service: ServiceSettings;
  readonly common: CommonSettings;
  readonly evidence: EvidenceSettings;
}

async function attestEvidence(call: Call, { common, evidence, service }: Settings, context: RunContext): Promise<Reported> {
  const content = contentOf(evidence, common);
  // The user who overrides may work in any checkout, and means the commit that the caller or the event names.
  const anyCheckout = content.ofRun === undefined;
  const isNamed = service.commit !== undefined || subjectOf(context.event).sha !== undefined;
  const git = anyCheckout && !isNamed ? undefined : await commitIfKnown(common, service.commit, context, { anyCheckout });
  const question = questionAbout(service, git?.commit.sha1 ?? service.commit, context.event);
  if (question === undefined) {
    throw new UsageError('missing-input', 'Neither a trail nor a commit is known to record the evidence on', {
      fix: `Give trail or commit${anyCheckout ? ': an override takes none from the checkout' : ', or run inside a git checkout'}`,
    });
  }
  const settings = { ...common, attach: 'never', onUnusable: 'post-error' } as const;
  const what = { git, results: { files: [], secrets: new Map() }, problems: [], content: () => content, hasVerdict: false };
  const { data, sending } = await record(call, { service, settings, question, run: thisRun(context.event), ...what }, context);
  const id = sending.kind === 'accepted' ? sending.id : undefined;
  const isServices = id !== undefined && !('compliant' in evidence);
  const objection = isServices ? await serviceObjection(call, question.org, id, evidence) : callersObjection(evidence);
  return {
    kind: 'reported',
    command: 'attest',
    resource: 'attestation',
    name: common.name,
    change: 'recorded',
    question,
    data,
    dryRun: service.dryRun,
    sent: context.sent.soFar(),
    ...given({ id, objection }),
  };
}

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
    ...uses([...attestOptions, ...jobsOptions, statementFolderOption], ['attestation-name']),
  ],
  outputs: [...endingOutputs, ...recordOutputs, ...statementOutputs],
  read(read) {
    const service = () => readService(read);
    if (!isTestResults(read)) {
      const found = allOrComplaints({
        service,
        evidence: () => readEvidence(read),
        common: () => readCommon(read),
        jobs: () => refuseJobs(read),
      });
      return { kind: 'other' as const, ...found };
    }
    const { attestation, jobs, ...found } = allOrComplaints({
      service,
      type: () => refuseOtherEvidence(read),
      attestation: () => readAttest(read),
      jobs: () => given({ jobs: readJobs(read) }),
    });
    return { kind: 'results' as const, service: found.service, attestation: { ...attestation, ...jobs } };
  },
  run(settings, context): Promise<Judged | Recorded | Reported> {
    const { service } = settings;
    return withService(service, 0, context, async (call) =>
      settings.kind === 'other'
        ? attestEvidence(call, settings, context)
        : recorded(await attestTestResults(call, service, settings.attestation, context), service.dryRun, context),
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
