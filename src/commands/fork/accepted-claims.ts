import { list } from '../../text/index.ts';
import type { Artifact, Refusal } from './artifacts.ts';

/** Which claims are accepted: those of an attestation that the caller allows, and each job and leg once. */
export function acceptedClaims(
  artifacts: readonly Artifact[],
  allowed: ReadonlySet<string>,
): { readonly accepted: readonly Artifact[]; readonly refused: readonly Refusal[] } {
  const accepted = new Map<string, Artifact>();
  const refused: Refusal[] = [];
  for (const artifact of artifacts) {
    const { attestationName, job, leg, matrix } = artifact.claims;
    const key = JSON.stringify([attestationName, job, leg, ordered(matrix)]);
    const first = accepted.get(key);
    if (!allowed.has(attestationName)) {
      refused.push({
        artifact: artifact.name,
        why: `it is about the attestation ${attestationName}, which the run of a pull request may not claim`,
        fix: `It may claim ${list([...allowed], 20)}: where this one is meant too, add it to attestation-names`,
      });
    } else if (first !== undefined) {
      refused.push({
        artifact: artifact.name,
        why: `it is about ${attestationName} of the same job and leg as ${JSON.stringify(first.name)}`,
        fix: 'Give each call of fork-collect a `leg` of its own',
      });
    } else accepted.set(key, artifact);
  }
  return { accepted: [...accepted.values()], refused };
}

/** With sorted keys: the same leg, in whatever order its keys were written. As deep as claims may be. */
function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(ordered);
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, inner]: readonly [string, unknown]) => [name, ordered(inner)]);
}
