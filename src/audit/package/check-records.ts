import { hashOf, type Sha256 } from './hash.ts';
import type { LogPlace, PackedLog } from './manifest.ts';
import { isShown, readBody, readRecordLine } from './record-line.ts';

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

/** Versions of the record format; the link of the first one is over the body itself, so that its hash does not do. */
const versions: ReadonlySet<number> = new Set([1, 2]);

/**
 * Works out the chain of the packed records, as docs/record-format.md describes it, and compares its end with what the manifest
 * says and with the head that was noted elsewhere.
 */
export async function checkRecords(
  lines: AsyncIterable<string>,
  log: PackedLog,
  sha256: Sha256,
  noted: string | undefined,
): Promise<CheckedRecords> {
  const problems: string[] = [];
  const attached = new Set<string>();
  let [shown, hidden, version, time] = [0, 0, 0, 0];
  let head: LogPlace = log.from;
  // Without the right record no later link can be worked out. The lines are read to the end all the same.
  let isLost = false;
  let witness: Witness | undefined = noted === undefined ? undefined : { kind: 'nowhere' };
  if (noted !== undefined && noted === head.link && head.sequence > 0) witness = { kind: 'before', sequence: head.sequence };
  for await (const text of lines) {
    if (isLost) continue;
    const sequence = head.sequence + 1;
    const say = (problem: string): number => problems.push(`Record ${sequence}: ${problem}`);
    const line = readRecordLine(text);
    if (line?.sequence !== sequence) {
      say(line === undefined ? 'its line is none of a record' : `the record ${line.sequence} stands in its place`);
      isLost = true;
      continue;
    }
    let hash: string;
    if (isShown(line)) {
      shown += 1;
      const facts = readBody(line.body);
      if (facts === undefined || !versions.has(facts.version)) {
        say(facts === undefined ? 'its body is not a record' : `its version ${facts.version} is not known: take a newer program`);
        isLost = true;
        continue;
      }
      if (facts.org !== log.org || facts.orgId !== log.org_id) say('it is of another organization');
      if (facts.version < version) say('it is of an earlier format than the record before it');
      if (facts.createdAt <= time) say('it is not later than the record before it');
      ({ version, createdAt: time } = facts);
      if (facts.attached !== undefined) attached.add(facts.attached);
      hash = facts.version === 1 ? line.body : hashOf(sha256, line.body);
    } else {
      hidden += 1;
      hash = line.body_sha256;
    }
    head = { sequence, link: hashOf(sha256, `${head.link}\n${sequence}\n${hash}`) };
    if (head.link === noted) witness = { kind: 'before', sequence };
  }
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
