import type { Attachment } from '../../../src/client/index.ts';

/** Evidence that a client wants to have recorded. Its name is in no other, and is its key too. */
export interface Wanted {
  readonly org: string;
  readonly flow: string;
  readonly trail: string;
  readonly name: string;
  readonly attachment: Attachment | undefined;
  /** SHA-256 of the attached file. */
  readonly sha256: string | undefined;
}

/** An answer of the service that a record is kept. */
export interface Acknowledged {
  readonly wanted: Wanted;
  readonly id: string;
  /** The hash that the log ended with. */
  readonly head: string;
  /** When the answer came, in milliseconds since the run began, and from which service. */
  readonly at: number;
  readonly from: string;
}

/** All that the clients were told, and all that is wrong. */
export interface Ledger {
  readonly want: (wanted: Wanted) => void;
  readonly wanted: ReadonlyMap<string, Wanted>;
  /** The same record may be acknowledged again, and must be the same then. */
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
