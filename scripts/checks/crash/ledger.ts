import type { Attachment } from '../../../src/client/index.ts';

/** The name is unique, and is the key too. */
export interface Wanted {
  readonly org: string;
  readonly flow: string;
  readonly trail: string;
  readonly name: string;
  readonly attachment: Attachment | undefined;
  /** SHA-256 of the attached file. */
  readonly sha256: string | undefined;
}

export interface Acknowledged {
  readonly wanted: Wanted;
  readonly id: string;
  /** The hash at the end of the log. */
  readonly head: string;
  /** In milliseconds since the run began. */
  readonly at: number;
  readonly from: string;
}

export interface Ledger {
  readonly want: (wanted: Wanted) => void;
  readonly wanted: ReadonlyMap<string, Wanted>;
  /** A repeated acknowledgement of a record must be the same. */
  readonly acknowledge: (wanted: Wanted, id: string, head: string, from: string) => void;
  readonly acknowledged: ReadonlyMap<string, Acknowledged>;
  readonly problems: readonly string[];
  readonly report: (problem: string) => void;
  readonly now: () => number;
}

export function openLedger(): Ledger {
  const began = performance.now();
  const wantedByName = new Map<string, Wanted>();
  const acknowledged = new Map<string, Acknowledged>();
  const problems: string[] = [];
  const now = (): number => Math.round(performance.now() - began);
  const report = (problem: string): void => void problems.push(`at ${now()} ms: ${problem}`);
  return {
    wanted: wantedByName,
    acknowledged,
    problems,
    now,
    report,
    want: (wanted) => void wantedByName.set(wanted.name, wanted),
    acknowledge: (wanted, id, head, from) => {
      const earlier = acknowledged.get(wanted.name);
      if (earlier === undefined) acknowledged.set(wanted.name, { wanted, id, head, at: now(), from });
      else if (earlier.id !== id || earlier.head !== head) {
        report(`${wanted.org}/${wanted.name} was answered with ${earlier.id} by ${earlier.from}, and with ${id} by ${from}.`);
      }
    },
  };
}
