import { openChain } from './chain.ts';
import type { Sha256 } from './hash.ts';
import type { LogPlace, PackedLog } from './manifest.ts';
import { isShown, readRecordLine } from './record-line.ts';

/** The place of a head that somebody noted elsewhere: the end of the package's records, a place before it, or nowhere in them. */
export type Witness = { readonly kind: 'end' } | { readonly kind: 'before'; readonly sequence: number } | { readonly kind: 'nowhere' };

export interface CheckedRecords {
  /** Records with their bodies, and those of which only the hash is there. */
  readonly shown: number;
  readonly hidden: number;
  /** The end that the records themselves lead to. */
  readonly head: LogPlace;
  /** Absent where no head was given. */
  readonly witness?: Witness;
  /** The SHA-256 of each file that a shown record has attached. */
  readonly attached: ReadonlySet<string>;
  readonly problems: readonly string[];
}

/**
 * Works out the chain of the packed records, as docs/record-format.md describes it, and compares its end with what the manifest
 * says and with the head that was noted elsewhere.
 */
export async function checkRecords(
  lines: AsyncIterable<string>,
  log: PackedLog,
  sha256: Sha256,
  { head: noted, onLink }: { readonly head?: string; readonly onLink?: (place: LogPlace) => void },
): Promise<CheckedRecords> {
  const problems: string[] = [];
  const attached = new Set<string>();
  let [shown, hidden] = [0, 0];
  const chain = openChain(log, sha256);
  // The lines are read to the end all the same.
  let isLost = false;
  let witness: Witness | undefined = noted === undefined ? undefined : { kind: 'nowhere' };
  if (noted !== undefined && noted === log.from.link && log.from.sequence > 0) witness = { kind: 'before', sequence: log.from.sequence };
  for await (const text of lines) {
    if (isLost) continue;
    const line = readRecordLine(text);
    const linked = chain.add(line);
    problems.push(...linked.problems);
    ({ isLost } = linked);
    if (line === undefined || isLost) continue;
    if (isShown(line)) shown += 1;
    else hidden += 1;
    if (linked.facts?.attached !== undefined) attached.add(linked.facts.attached);
    onLink?.(chain.head);
    if (chain.head.link === noted) witness = { kind: 'before', sequence: line.sequence };
  }
  const { head } = chain;
  if (head.sequence !== log.to.sequence || head.link !== log.to.link) {
    problems.push(
      head.sequence === log.to.sequence
        ? `The records end with the head ${head.link}, and the manifest says ${log.to.link}: something in them was changed`
        : `The records end at ${head.sequence}, and the manifest says ${log.to.sequence}: some are left out or added`,
    );
  }
  if (witness?.kind === 'before' && witness.sequence === head.sequence) witness = { kind: 'end' };
  return { shown, hidden, head, attached, problems, ...(witness === undefined ? {} : { witness }) };
}
