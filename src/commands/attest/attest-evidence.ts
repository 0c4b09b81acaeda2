import type { Call } from '../../client/index.ts';
import { UsageError } from '../../errors/index.ts';
import { subjectOf } from '../../git/index.ts';
import type { CommonSettings, EvidenceSettings, ServiceSettings } from '../../options/index.ts';
import { given } from '../../text/index.ts';
import { commitIfKnown } from '../run/commit.ts';
import type { RunContext } from '../run/context.ts';
import { questionAbout } from '../run/question.ts';
import type { Reported } from '../run/result.ts';
import { thisRun } from '../run/run-facts.ts';
import { contentOf } from './kinds.ts';
import { callersObjection, serviceObjection } from './objection.ts';
import { record } from './record.ts';

interface Settings {
  readonly service: ServiceSettings;
  readonly common: CommonSettings;
  readonly evidence: EvidenceSettings;
}

/** The use case `attest` for evidence other than test results: it is sent as given, and the service judges it. */
export async function attestEvidence(call: Call, { common, evidence, service }: Settings, context: RunContext): Promise<Reported> {
  const content = contentOf(evidence, common);
  // The user who overrides may work in any checkout, and means the commit that the caller or the event names.
  const anyCheckout = content.ofRun === undefined;
  const isNamed = service.commit !== undefined || subjectOf(context.event).sha !== undefined;
  const git = anyCheckout && !isNamed ? undefined : await commitIfKnown(common, service.commit, context, { anyCheckout });
  const question = questionAbout(service, git?.commit.sha1 ?? service.commit, context.event);
  if (question === undefined) {
    throw new UsageError('missing-input', 'Neither a trail nor a commit is known to record the evidence on', {
      fix: 'Give trail or commit, or run inside a git checkout',
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
