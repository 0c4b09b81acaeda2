import { randomUUID } from 'node:crypto';
import { attest, type AttestOperation, type Call } from '../../client/index.ts';
import type { AboutAttestation } from '../../contract/index.ts';
import { UsageError } from '../../errors/index.ts';
import { runKey } from '../../gate/index.ts';
import { subjectOf, type GitFacts } from '../../git/index.ts';
import type { CommonSettings, EvidenceSettings, ServiceSettings } from '../../options/index.ts';
import { bytes } from '../../text/index.ts';
import { aboutFields } from '../resources/about-fields.ts';
import { buildUrlOf } from '../run/build-url.ts';
import { commitIfKnown } from '../run/commit.ts';
import type { RunContext } from '../run/context.ts';
import { hideInRecord, reportHidden } from '../run/hide-in-record.ts';
import { questionAbout } from '../run/question.ts';
import type { Reported } from '../run/result.ts';
import { runFacts, thisRun } from '../run/run-facts.ts';
import { pack } from './attachment/pack.ts';
import { callersObjection, judgedObjection } from './objection.ts';

interface Settings {
  readonly service: ServiceSettings;
  readonly common: CommonSettings;
  readonly evidence: EvidenceSettings;
}

/** Never changed: what the service finds a record by and judges it by, and what distinguishes runs and commits. */
const kept = new Set([
  'attestation_name',
  'artifact_fingerprint',
  'target_artifacts',
  'git_commit_info.sha1',
  'git_commit_info.parents',
  `user_data.${runKey}`,
  'type_name',
  'original_attestation_type',
]);

/** The use case of `attest` for evidence that is no test results: it is sent as it is given, and the service judges it. */
export async function attestEvidence(call: Call, settings: Settings, context: RunContext): Promise<Reported> {
  const { common, evidence, service } = settings;
  if (evidence.type === 'override' && common.attachments.length > 0) {
    throw new UsageError('conflicting-inputs', 'An override has no attachments: it is about a record that has its own', {
      fix: 'Leave attachments out, or say where the proof is: external-urls, description',
    });
  }
  const git = await gitOf(settings, context);
  const question = questionAbout(service, git?.commit.sha1 ?? service.commit, context.event);
  if (question === undefined) {
    throw new UsageError('missing-input', 'Neither a trail nor a commit is known to record the evidence on', {
      fix: 'Give trail or commit, or run inside a git checkout',
    });
  }
  const { secrets } = context;
  const nothing = { junit: { files: [], secrets: new Map() }, problems: [] };
  const { packed } = await pack({ attach: 'never', attachments: common.attachments }, nothing, secrets, context);
  try {
    const { fields, operation } = kindOf(settings.evidence);
    const { found, record: data } = hideInRecord({ ...aboutOf(settings, git, context), ...fields }, secrets, kept);
    reportHidden(found, context.report);
    if (packed !== undefined) context.report({ kind: 'info', message: `Attaching ${packed.attachment.name} (${bytes(packed.bytes)})` });
    const reported = (objection: string | undefined, id?: string): Reported => ({
      kind: 'reported',
      command: 'attest',
      resource: 'attestation',
      name: common.name,
      change: 'recorded',
      question,
      data,
      dryRun: service.dryRun,
      sent: context.sent.soFar(),
      ...(id === undefined ? {} : { id }),
      ...(objection === undefined ? {} : { objection }),
    });
    const said = callersObjection(evidence);
    if (service.dryRun) return reported(said);
    context.sent.begin(common.name);
    const to = { org: question.org, flow_name: question.flow, trail_name: question.trail };
    const { head, id } = await attest(call, operation, { to, data, key: randomUUID(), attachment: packed?.attachment });
    context.sent.end(common.name, { kind: 'accepted', id, evaluated: false });
    if (head !== undefined) context.report({ kind: 'info', message: `Witness: ${head}` });
    const isJudged = !('compliant' in evidence) && id !== undefined;
    return reported(isJudged ? await judgedObjection(call, question.org, id, evidence) : said, id);
  } finally {
    packed?.remove();
  }
}

/** Of an override only the commit that the caller or the event names: whoever overrides may stand in any checkout. */
async function gitOf({ common, evidence, service }: Settings, context: RunContext): Promise<GitFacts | undefined> {
  const isNamed = service.commit !== undefined || subjectOf(context.event).sha !== undefined;
  const anyCheckout = evidence.type === 'override';
  return anyCheckout && !isNamed ? undefined : commitIfKnown(common, service.commit, context, { anyCheckout });
}

function aboutOf({ common, evidence }: Settings, git: GitFacts | undefined, context: RunContext): AboutAttestation {
  const { annotations, artifactFingerprint, name, targetArtifacts } = common;
  const origin = common.originUrl ?? buildUrlOf(context.event);
  // Fields that tell runs apart are for evidence that several runs give; an override is said once, by somebody.
  const run = evidence.type === 'override' ? {} : { [runKey]: runFacts(common, git, thisRun(context.event), randomUUID()) };
  return {
    ...(artifactFingerprint === undefined ? {} : { artifact_fingerprint: artifactFingerprint }),
    ...aboutFields(common, git),
    attestation_name: name,
    ...(targetArtifacts.length === 0 ? {} : { target_artifacts: targetArtifacts }),
    ...(origin === undefined ? {} : { origin_url: origin }),
    user_data: { ...common.userData, ...run },
    ...(annotations.size === 0 ? {} : { annotations: Object.fromEntries(annotations) }),
  };
}

/** What a kind of evidence says, and by which operation; the service holds it to the form of its kind. */
function kindOf(evidence: EvidenceSettings): { readonly operation: AttestOperation; readonly fields: Readonly<Record<string, unknown>> } {
  switch (evidence.type) {
    case 'generic':
      return { operation: 'attestGeneric', fields: { is_compliant: evidence.compliant } };
    case 'custom':
      return { operation: 'attestCustom', fields: { type_name: evidence.typeName, attestation_data: evidence.data } };
    case 'pull_request':
      return { operation: 'attestPullRequest', fields: { git_provider: evidence.provider, pull_requests: evidence.data } };
    case 'snyk':
      return { operation: 'attestSnyk', fields: { snyk_results: evidence.data } };
    case 'sonar':
      return { operation: 'attestSonar', fields: { sonar_results: evidence.data } };
    case 'jira':
      return { operation: 'attestJira', fields: { jira_results: evidence.data } };
    case 'decision': {
      const fields = { type_name: 'decision', control: evidence.control, attestation_data: { is_compliant: evidence.compliant } };
      return { operation: 'attestDecision', fields };
    }
    case 'override': {
      const { compliant, originalType, reason } = evidence;
      return {
        operation: 'overrideAttestation',
        fields: { reason, new_compliance_status: compliant, original_attestation_type: originalType },
      };
    }
  }
}
