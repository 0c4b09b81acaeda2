import { readJunit, type JunitEvidence } from '../junit/index.ts';

/** The use case `junit`: reads test results as `attest` would, and sends nothing. */
export function junitReading(patterns: readonly string[], workspace: string): Promise<JunitEvidence> {
  return readJunit(patterns, { workspace });
}
