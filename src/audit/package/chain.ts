import { hashOf, type Sha256 } from './hash.ts';
import type { LogPlace, PackedLog } from './manifest.ts';
import { isShown, readBody, type BodyFacts, type RecordLine } from './record-line.ts';

/** Versions of the record format; the link of the first one is over the body itself, so that its hash does not do. */
const versions: ReadonlySet<number> = new Set([1, 2]);

/** One more record of a chain. */
export interface Linked {
  readonly problems: readonly string[];
  /** Without the right record no later link can be worked out. */
  readonly isLost: boolean;
  /** The fields of its body; absent where only the hash is there. */
  readonly facts?: BodyFacts;
}

/** The chain of a log, worked out record by record as docs/record-format.md describes it. It holds no record. */
export interface Chain {
  /** The last record that was added, and the link that the records lead to. */
  readonly head: LogPlace;
  /** @param line undefined: its text was none of a record */
  add(line: RecordLine | undefined): Linked;
}

export function openChain({ from, org, org_id: orgId }: Pick<PackedLog, 'from' | 'org' | 'org_id'>, sha256: Sha256): Chain {
  let [version, time] = [0, 0];
  let head = from;
  return {
    get head() {
      return head;
    },
    add(line) {
      const sequence = head.sequence + 1;
      const problems: string[] = [];
      const say = (problem: string): number => problems.push(`Record ${sequence}: ${problem}`);
      if (line?.sequence !== sequence) {
        say(line === undefined ? 'its line is none of a record, or has a key twice' : `the record ${line.sequence} stands in its place`);
        return { problems, isLost: true };
      }
      const facts = isShown(line) ? readBody(line.body) : undefined;
      let hash: string;
      if (isShown(line)) {
        if (facts === undefined || !versions.has(facts.version)) {
          say(facts === undefined ? 'its body is not a record' : `its version ${facts.version} is not known: take a newer program`);
          return { problems, isLost: true };
        }
        if (facts.org !== org || facts.orgId !== orgId) say('it is of another organization');
        if (facts.version < version) say('it is of an earlier format than the record before it');
        if (facts.createdAt <= time) say('it is not later than the record before it');
        ({ version, createdAt: time } = facts);
        hash = facts.version === 1 ? line.body : hashOf(sha256, line.body);
      } else {
        hash = line.body_sha256;
      }
      head = { sequence, link: hashOf(sha256, `${head.link}\n${sequence}\n${hash}`) };
      return { problems, isLost: false, ...(facts === undefined ? {} : { facts }) };
    },
  };
}
