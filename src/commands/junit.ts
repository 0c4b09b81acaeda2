import { readJunit, type JunitEvidence } from '../junit/index.ts';
import { junitSettings } from '../options/junit-settings.ts';
import type { OptionReader } from '../options/reader.ts';

/** The use case `junit`: reads test results as `attest` would, and sends nothing. */
export function junitReading(patterns: readonly string[], read: OptionReader, workspace: string): Promise<JunitEvidence> {
  return readJunit(patterns, { workspace, ...junitSettings(read) });
}
