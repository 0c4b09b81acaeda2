import type { LogFact, LoggedRecord, WitnessFact, WorkedOut } from '../facts/log.ts';
import type { ReportedHead } from '../facts/previous.ts';
import { keptByReport } from '../witness/kept-by-report.ts';
import { openRecordChain, unproven, type RecordChain } from '../witness/record-chain.ts';

/** The log of the service as it was read, and what its records prove. */
export interface CheckedLog extends WorkedOut {
  readonly chain: NonNullable<LogFact['chain']>;
}

export interface LogCheck {
  add(line: LogFact | WitnessFact | LoggedRecord): void;
  /** Null where the log was not collected, or the service has none. */
  result(): CheckedLog | null;
  /** Whether the collected file speaks of the log at all: also where it says that the service has none. */
  isCollected(): boolean;
}

type Witness = WorkedOut['witnesses'][number];

/**
 * Works out the chain of a collected log. It keeps the last link alone, and the records whose link somebody kept.
 *
 * @param before the head that the audit before this one read: it is a witness too, so that a log which was written anew between two
 *   audits is found without anybody who kept anything
 */
export function openLogCheck(before: ReportedHead | null): LogCheck {
  const witnesses = new Map<string, Witness>();
  let log: LogFact | undefined;
  let chain: RecordChain | undefined;

  return {
    add(line) {
      switch (line.kind) {
        case 'log':
          log = line;
          if (line.chain === null) return;
          chain = openRecordChain(line.chain);
          for (const head of keptByReport(before, line.chain.org)) witnesses.set(head.link, unproven(head));
          return;
        case 'witness':
          witnesses.set(line.link, unproven(line));
          return;
        case 'record': {
          const { link = '', ...place } = chain?.add(line) ?? {};
          const known = witnesses.get(link);
          if (known !== undefined) witnesses.set(link, { ...known, ...place });
          return;
        }
      }
    },
    isCollected: () => log !== undefined,
    result() {
      if (log === undefined || log.chain === null || chain === undefined) return null;
      if (log.workedOut !== undefined) return { chain: log.chain, ...log.workedOut };
      return { chain: log.chain, ...chain.result(log.chain), witnesses: [...witnesses.values()] };
    },
  };
}
