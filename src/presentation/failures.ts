import type { Reason } from '../gate/index.ts';
import { oneLine } from '../text/index.ts';
import { failedPaths, longestRecorded, recordedPath } from './tests.ts';

/** Results that are shown test by test. */
interface ShownResults {
  readonly name: string;
  readonly of: string;
  readonly failed: readonly { readonly folder?: string; readonly suite: string; readonly name: string }[];
}

/** Failed tests that a record names, where the record itself is not shown. */
export interface RecordedFailures {
  readonly attestation: string | undefined;
  readonly url: string | undefined;
  readonly paths: readonly string[];
  /** The number of failed tests, with those that the record does not name. */
  readonly count: number;
}

/** The failed tests that reasons name, except those of results that are already shown. */
export function failuresOf(reasons: readonly Reason[], shown: readonly ShownResults[]): readonly RecordedFailures[] {
  return reasons.flatMap((reason) => {
    const { attestation, failed, url } = reason;
    if (failed?.by !== 'test' || shown.some((results) => isAbout(reason, results))) return [];
    return [{ attestation, url, paths: failedPaths(failed), count: failed.count }];
  });
}

/** Whether a reason is about the record of these results: it has their name and their leg, and all of their first tests. */
function isAbout({ attestation, failed }: Reason, { failed: tests, name, of }: ShownResults): boolean {
  if (attestation !== name && attestation?.endsWith(`.${name}`) !== true) return false;
  if (failed === undefined || (failed.of ?? '') !== of) return false;
  const paths = new Set(tests.map((test) => oneLine(recordedPath(test), longestRecorded)));
  return failed.names.every((path) => paths.has(path));
}
