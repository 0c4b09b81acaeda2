import { EvidenceError } from './evidence-error.ts';
import { TransportError } from './transport-error.ts';
import { UsageError } from './usage-error.ts';
import type { StopEnding } from './verdict.ts';

/** How a run ends that this error stopped. The exit code follows from it. */
export function stopEndingOf(error: unknown): StopEnding {
  if (error instanceof UsageError) return 'usage';
  if (error instanceof TransportError && error.code === 'interrupted') return 'interrupted';
  return error instanceof EvidenceError ? 'unusable' : 'unknown';
}
