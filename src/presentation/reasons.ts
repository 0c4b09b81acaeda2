import type { Reason } from '../gate/index.ts';
import { list } from '../text/index.ts';

/** The fix of each of several reasons: one that several share is said once, and then whose it was. */
export function fixesOnce(reasons: readonly Pick<Reason, 'artifact' | 'attestation' | 'file' | 'fix'>[]): readonly string[] {
  const firstOf = new Map<string, string | undefined>();
  return reasons.map(({ artifact, attestation, file, fix }) => {
    const about = attestation ?? artifact ?? file;
    if (!firstOf.has(fix)) {
      firstOf.set(fix, about);
      return fix;
    }
    const first = firstOf.get(fix);
    return first === undefined || first === about ? 'The same fix as before' : `The same fix as for ${first}`;
  });
}

/** What failed, by name; `undefined` where the record does not say. Names are foreign text. */
export function failedWords({ failed }: Pick<Reason, 'failed'>): string | undefined {
  if (failed === undefined || failed.names.length === 0) return undefined;
  const more = failed.count - failed.names.length;
  // A suite says itself how many failed in it.
  const names = failed.by === 'test' && more > 0 ? [...failed.names, `${more} more`] : failed.names;
  const isIn = failed.by === 'suite' || failed.of !== undefined;
  return `${isIn ? 'Failed in' : 'Failed'}${failed.of === undefined ? '' : ` ${failed.of}`}: ${list(names, 20)}`;
}

/** The run that recorded it, without its page; `undefined` where it is not known. */
export function runWords({ run }: Pick<Reason, 'run'>): string | undefined {
  if (run === undefined) return undefined;
  return run.label === '' ? 'a run that does not say which' : `the run ${run.label}`;
}

/** Both in lines of text. */
export function reasonDetails(reason: Pick<Reason, 'failed' | 'run'>): readonly string[] {
  const run = runWords(reason);
  const recorded = run === undefined ? undefined : `Recorded by ${run}${reason.run?.url === undefined ? '' : `: ${reason.run.url}`}`;
  return [failedWords(reason), recorded].filter((line) => line !== undefined);
}
