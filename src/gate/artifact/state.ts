import type { TrailVerdict } from '../subject-verdict.ts';
import type { Policy } from '../evidence.ts';
import { complianceOf, judgedState, templateNotices, templateReasons, type TemplateAnswer } from '../trail/template.ts';
import { urlOf, type Reason } from '../verdict.ts';

/** An artifact on a trail, and what the service says of it there. */
export interface ArtifactOnTrail {
  readonly fingerprint: string;
  readonly flow: string;
  readonly trail: string;
  readonly answer: TemplateAnswer;
  readonly url: string | null | undefined;
}

/** The reasons against a yes in the state of an artifact and in the templates behind it. */
export function artifactReasons(artifact: ArtifactOnTrail, policy: Policy): readonly Reason[] {
  const { answer } = artifact;
  // The decided state must be known too: a service that gives an unknown state is not believed.
  const state = complianceOf(answer.decided) === undefined ? answer.decided : judgedState(answer, policy);
  const reason = stateReason(artifact, state);
  return [...(reason === undefined ? [] : [reason]), ...templateReasons(answer, subjectOf(artifact), policy)];
}

/** Notices about an artifact, where the service does not tell the templates. Where it does, the trail has them. */
export function artifactNotices(artifact: ArtifactOnTrail, policy: Policy): readonly string[] {
  const { current } = artifact.answer;
  return current === undefined || current === null ? templateNotices(artifact.answer, subjectOf(artifact), policy) : [];
}

function subjectOf({ fingerprint, flow, trail, url }: ArtifactOnTrail) {
  return {
    what: `Artifact ${fingerprint.slice(0, 12)} on trail ${trail} of flow ${flow}`,
    flow,
    about: { artifact: fingerprint, trail, flow, ...urlOf(url) },
  };
}

function stateReason(artifact: ArtifactOnTrail, state: string): Reason | undefined {
  const { about, what } = subjectOf(artifact);
  switch (complianceOf(state)) {
    case 'compliant':
      return undefined;
    case 'non-compliant':
      return {
        ...about,
        code: 'artifact-non-compliant',
        verdict: 'non-compliant',
        message: `${what} is not compliant`,
        fix: 'Look at its evidence in the service, fix what failed, and record it again',
      };
    case 'incomplete':
      return {
        ...about,
        code: 'artifact-incomplete',
        verdict: 'incomplete',
        message: `${what} is incomplete: evidence that its template requires is missing`,
        fix: 'Look at its trail in the service, and record what is missing before the gate',
      };
    case undefined:
      return {
        ...about,
        code: 'unknown-state',
        verdict: 'unknown',
        message: `${what} is in a state that we do not know: ${JSON.stringify(state === '' ? null : state)}`,
        fix: 'Look at the artifact in the service; a newer version of this action may know that state',
      };
  }
}

/** Those reasons that the trail which they name does not give already, or waives: it says more exactly why. */
export function unsaidBy(trails: readonly TrailVerdict[], reasons: readonly Reason[]): readonly Reason[] {
  return reasons.filter(
    ({ artifact = '', code, flow, trail, verdict: says }) =>
      !trails.some(
        ({ question, verdict: { reasons: why, waived = [] } }) =>
          question.trail === trail &&
          question.flow === flow &&
          (why.some((reason) => reason.verdict === says) || (code === 'artifact-non-compliant' && waived.includes(artifact))),
      ),
  );
}
