import type { TrailBehind } from './behind.ts';
import { complianceOf } from './states.ts';
import { urlOf, type Reason } from './verdict.ts';

/** An artifact on a trail, and what the service says of it there. */
interface ArtifactOnTrail {
  readonly fingerprint: string;
  readonly flow: string;
  readonly trail: string;
  readonly state: string | null | undefined;
  readonly url: string | null | undefined;
}

/** What the state of an artifact says against a yes. */
export function artifactStateReason({ fingerprint, flow, state, trail, url }: ArtifactOnTrail): Reason | undefined {
  const what = `Artifact ${fingerprint.slice(0, 12)} on trail ${trail} of flow ${flow}`;
  const about = { artifact: fingerprint, trail, flow, ...urlOf(url) };
  switch (complianceOf(state ?? '')) {
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
        message: `${what} is in a state that we do not know: ${JSON.stringify(state ?? null)}`,
        fix: 'Look at the artifact in the service; a newer version of this action may know that state',
      };
  }
}

/** Those reasons that the trail which they name does not give already: it says more exactly why. */
export function unsaidBy(trails: readonly TrailBehind[], reasons: readonly Reason[]): readonly Reason[] {
  return reasons.filter(
    ({ flow, trail, verdict: says }) =>
      !trails.some(
        ({ question, verdict }) =>
          question.trail === trail && question.flow === flow && verdict.reasons.some((reason) => reason.verdict === says),
      ),
  );
}
