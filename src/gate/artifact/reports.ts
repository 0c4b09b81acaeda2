import type { Artifact, SearchResult } from '../../contract/index.ts';
import { mostFound } from '../commit/commit.ts';
import type { FaultFacts } from '../evidence.ts';
import type { ArtifactQuestion } from '../question.ts';

/** A report of an artifact, and its flow where that is known. */
export interface ArtifactReport {
  readonly flow: string | undefined;
  readonly artifact: Artifact;
}

/** The answer to the question for all reports of an artifact in the organization. */
export type ReportsAnswer =
  | { readonly kind: 'reports'; readonly reports: readonly ArtifactReport[] }
  | { readonly kind: 'failed'; readonly fault: FaultFacts };

/** The flows that an artifact was reported in, as a search for its fingerprint says; `undefined` where it may leave some out. */
export function flowsFound({ artifacts, resolved_to: resolved }: SearchResult, question: ArtifactQuestion): readonly string[] | undefined {
  if (resolved?.type !== 'fingerprint' || resolved.full_match?.toLowerCase() !== question.fingerprint) return undefined;
  if (artifacts.length >= mostFound) return undefined;
  // One that was only seen in an environment has no report.
  const flows = artifacts.filter(({ has_provenance: isReported }) => isReported !== false).map(({ flow }) => flow ?? '');
  // A search may lag: one that does not know what the flow's list shows is not believed.
  return !flows.includes('') && flows.includes(question.flow) ? [...new Set(flows)] : undefined;
}
