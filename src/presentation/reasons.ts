import type { Reason } from '../gate/index.ts';
import { list, otherwise } from '../text/index.ts';

/** The reasons with a fix to print: one that several share is printed once; after that, only whose fix it was. */
export function fixedOnce<Told extends Pick<Reason, 'artifact' | 'attestation' | 'file' | 'fix'>>(
  reasons: readonly Told[],
): readonly Told[] {
  const firstOf = new Map<string, { readonly about: string | undefined; readonly isLast: boolean }>();
  return reasons.map((reason) => {
    const { artifact, attestation, file, fix } = reason;
    const about = attestation ?? artifact ?? file;
    // The advice for a name that was not meant is often the same for several reasons.
    const [specific, ...rest] = fix.split(otherwise);
    const shared = rest.length === 0 ? fix : rest.join(otherwise);
    const isLast = rest.length > 0;
    const first = firstOf.get(shared);
    if (first === undefined) {
      firstOf.set(shared, { about, isLast });
      return reason;
    }
    const where = first.isLast && !isLast ? ', after "Otherwise"' : '';
    const whose = first.about === undefined || first.about === about ? 'as before' : `as for ${first.about}`;
    return { ...reason, fix: isLast ? `${specific}${otherwise}the same fix ${whose}` : `The same fix ${whose}${where}` };
  });
}

/** `undefined` where the record does not say. Names are foreign text. */
export function failedWords({ failed }: Pick<Reason, 'failed'>): string | undefined {
  if (failed === undefined || failed.names.length === 0) return undefined;
  // The reason itself says the first cause.
  if (failed.by === 'cause') return failed.names.length === 1 ? undefined : `Unusable: ${list(failed.names, 20)}`;
  const more = failed.count - failed.names.length;
  // A suite itself says how many of its tests failed.
  const names = failed.by === 'test' && more > 0 ? [...failed.names, `${more} more`] : failed.names;
  const isIn = failed.by === 'suite' || failed.of !== undefined;
  return `${isIn ? 'Failed in' : 'Failed'}${failed.of === undefined ? '' : ` ${failed.of}`}: ${list(names, 20)}`;
}

/** Without its page; `undefined` where it is not known. */
export function runWords({ run }: Pick<Reason, 'run'>): string | undefined {
  if (run === undefined) return undefined;
  return run.label === '' ? 'a run that does not say which' : `the run ${run.label}`;
}

export function reasonDetails(reason: Pick<Reason, 'failed' | 'run'>): readonly string[] {
  const run = runWords(reason);
  const recorded = run === undefined ? undefined : `Recorded by ${run}${reason.run?.url === undefined ? '' : `: ${reason.run.url}`}`;
  return [failedWords(reason), recorded].filter((line) => line !== undefined);
}

interface FixPart {
  readonly kind: 'text' | 'yaml' | 'sh';
  readonly lines: readonly string[];
}

/** Among sentences: indented, an item of a list, or a key alone. */
const yamlLine = /^(?:\s+\S|- \S|[\w-]+:$)/;

const shellLine = /^\s+(?:git|echo|printf|\(cd) /;

/** In order; blank lines only separate them. */
export function fixParts(fix: string): readonly FixPart[] {
  const parts: { readonly kind: FixPart['kind']; readonly lines: string[] }[] = [];
  let isApart = true;
  for (const line of fix.split('\n')) {
    const kind = shellLine.test(line) ? 'sh' : yamlLine.test(line) ? 'yaml' : 'text';
    if (line.trim() === '') isApart = true;
    else if (!isApart && parts.at(-1)?.kind === kind) parts.at(-1)?.lines.push(line);
    else parts.push({ kind, lines: [line] });
    if (line.trim() !== '') isApart = false;
  }
  return parts;
}
