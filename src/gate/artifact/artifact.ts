import type { Artifact } from '../../contract/index.ts';
import { approvalReasons, type ApprovalsAnswer } from './approval.ts';
import { artifactNotices, artifactReasons, unsaidBy, type ArtifactOnTrail } from './state.ts';
import { verdictOn, type TrailVerdict } from '../subject-verdict.ts';
import type { ArtifactQuestion, FaultFacts, Policy, TrailQuestion } from '../evidence.ts';
import { reportFingerprint } from '../advice/fixes.ts';
import { treeFindings, type ReportsAnswer } from './trees.ts';
import type { Reason, Verdict } from '../verdict.ts';

/** The answer to the question for the artifacts of a flow, as far as they have the fingerprint. */
export type ArtifactsAnswer =
  | { readonly kind: 'artifacts'; readonly artifacts: readonly Artifact[] }
  /** Also where the listing moved or was cut while it was read. */
  | { readonly kind: 'failed'; readonly fault: FaultFacts };

/** All that a decision about an artifact is made from. */
export interface ArtifactEvidence {
  readonly question: ArtifactQuestion;
  readonly answer: ArtifactsAnswer;
  readonly trails: readonly TrailVerdict[];
  /** Only where it must be approved. */
  readonly approvals: ApprovalsAnswer | undefined;
  /** In the whole organization; absent where the flow does not have the artifact. */
  readonly reports: ReportsAnswer | undefined;
}

/** The trails that an artifact was reported on, each as a question of its own for the commit that it was made of. */
export function trailsOfArtifact(answer: ArtifactsAnswer, { flow, org }: ArtifactQuestion): readonly TrailQuestion[] {
  if (answer.kind === 'failed') return [];
  const byName = new Map<string, TrailQuestion>();
  for (const { git_commit: commit, trail_name: trail } of answer.artifacts) {
    if (typeof trail !== 'string' || trail === '') continue;
    const sha = /^[a-f0-9]{40}$/i.test(commit ?? '') ? commit?.toLowerCase() : undefined;
    byName.set(`${trail} ${sha}`, { subject: 'trail', org, flow, trail, commit: sha });
  }
  return [...byName.values()];
}

/** The verdict on an artifact: it must be compliant wherever it was reported, with all that stands behind each of those trails. */
export function decideArtifact({ answer, approvals, question, reports, trails }: ArtifactEvidence, policy: Policy): Verdict {
  const ofArtifact =
    answer.kind === 'failed'
      ? [unread(`The artifacts of flow ${question.flow}`, answer.fault, question)]
      : reasonsOf(answer.artifacts, question, trails, policy);
  const approval = approvals === undefined ? [] : approvalReasons(approvals, question);
  const tree = reports?.kind === 'reports' ? treeFindings(reports.reports, approvals, question) : { reasons: [], notices: [] };
  const unreadReports =
    reports?.kind === 'failed'
      ? [unread(`The reports of artifact ${question.fingerprint.slice(0, 12)} in organization ${question.org}`, reports.fault, question)]
      : [];
  const onTrails = answer.kind === 'failed' ? [] : onTrailsOf(answer.artifacts, question);
  const notices = [...tree.notices, ...onTrails.flatMap((onTrail) => artifactNotices(onTrail, policy))];
  return verdictOn([...ofArtifact, ...tree.reasons, ...unreadReports, ...approval], trails, notices);
}

/** An artifact of no trail is in no decision, and one in a state that we do not know is in no yes. */
function reasonsOf(
  artifacts: readonly Artifact[],
  question: ArtifactQuestion,
  trails: readonly TrailVerdict[],
  policy: Policy,
): readonly Reason[] {
  if (artifacts.length === 0) return [missing(question)];
  const onTrails = onTrailsOf(artifacts, question);
  const reasons = onTrails.flatMap((onTrail) => artifactReasons(onTrail, policy));
  return [...artifacts.slice(onTrails.length).map(() => withoutTrail(question)), ...unsaidBy(trails, reasons)];
}

/** Where the artifact was reported on a trail. */
function onTrailsOf(artifacts: readonly Artifact[], { fingerprint, flow }: ArtifactQuestion): readonly ArtifactOnTrail[] {
  return artifacts.flatMap(({ html_url: url, state, trail_name: trail, ...templates }) =>
    typeof trail === 'string' && trail !== '' ? [{ fingerprint, flow, trail, answer: { ...templates, decided: state ?? '' }, url }] : [],
  );
}

function withoutTrail(question: ArtifactQuestion): Reason {
  const { fingerprint, flow } = question;
  return {
    code: 'trail-untold',
    verdict: 'unknown',
    artifact: fingerprint,
    message: `Artifact ${fingerprint.slice(0, 12)} was reported in flow ${flow} without a trail, so nothing decides it`,
    fix: `Report it on a trail, as a step of a workflow does. ${reportFingerprint(question)}`,
  };
}

function missing(question: ArtifactQuestion): Reason {
  const { fingerprint, flow } = question;
  return {
    code: 'artifact-missing',
    verdict: 'incomplete',
    artifact: fingerprint,
    message: `Flow ${flow} has no artifact with the fingerprint ${fingerprint}`,
    fix: reportFingerprint(question),
  };
}

function unread(what: string, { fix, message }: FaultFacts, { fingerprint }: ArtifactQuestion): Reason {
  return {
    code: 'service-failed',
    verdict: 'unknown',
    artifact: fingerprint,
    message: `${what} could not be read: ${message}`,
    fix: fix ?? 'Run the job again; if it happens again, look at the service',
  };
}
