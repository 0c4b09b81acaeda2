import { given } from '../../text/index.ts';
import { madeAt, type LogFact, type LoggedRecord, type WitnessFact, type WorkedOut } from '../facts/log.ts';
import type { ReportedHead } from '../facts/previous.ts';
import { openChain, type Chain } from '../package/chain.ts';
import { sha256 } from '../package/node-sha256.ts';

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

/** The most problems that are kept: the first one says already that the log does not hold. */
const mostProblems = 20;

/** The head of a log before its first record. */
const noRecord = '0'.repeat(64);

/**
 * Works out the chain of a collected log. It keeps the last link alone, and the records whose link somebody kept.
 *
 * @param before the head that the audit before this one read: it is a witness too, so that a log which was written anew between two
 *   audits is found without anybody who kept anything
 */
export function openLogCheck(before: ReportedHead | null): LogCheck {
  const witnesses = new Map<string, Witness>();
  const problems: string[] = [];
  let log: LogFact | undefined;
  let chain: Chain | undefined;
  let isLost = false;

  function addRecord(record: LoggedRecord): void {
    if (chain === undefined || isLost) return;
    const { body, bodySha256 = '', sequence } = record;
    const linked = chain.add(body === undefined ? { sequence, body_sha256: bodySha256 } : { sequence, body });
    problems.push(...linked.problems);
    ({ isLost } = linked);
    if (isLost) return;
    const { link } = chain.head;
    if (record.link !== undefined && record.link !== link) {
      problems.push(`Record ${sequence}: it, or its link, was changed: it leads to ${link}, and the service says ${record.link}`);
      // Each later link is made from this one.
      isLost = true;
      return;
    }
    const known = witnesses.get(link);
    if (known !== undefined)
      witnesses.set(link, { ...known, sequence, at: record.at ?? madeAt(linked.facts?.createdAt ?? Number.NaN) ?? null });
  }

  return {
    add(line) {
      switch (line.kind) {
        case 'log':
          log = line;
          if (line.chain === null) return;
          chain = openChain({ org: line.chain.org, org_id: line.chain.orgId, from: { sequence: 0, link: noRecord } }, sha256);
          // The log of another organization is another chain.
          if (before !== null && before.org === line.chain.org)
            witnesses.set(before.link, { link: before.link, ...keptByReport(before), sequence: null, at: null });
          return;
        case 'witness':
          witnesses.set(line.link, {
            link: line.link,
            keeper: line.keeper,
            ...given({ keptIn: line.keptIn, until: line.until }),
            sequence: line.link === noRecord ? 0 : null,
            at: null,
          });
          return;
        case 'record':
          addRecord(line);
          return;
      }
    },
    isCollected: () => log !== undefined,
    result() {
      if (log === undefined || log.chain === null || chain === undefined) return null;
      if (log.workedOut !== undefined) return { chain: log.chain, ...log.workedOut };
      const { head } = chain;
      const all = [...problems, ...(isLost ? [] : wrongEnd(log.chain, head))];
      return { chain: log.chain, records: head.sequence, problems: all.slice(0, mostProblems), witnesses: [...witnesses.values()] };
    },
  };
}

function keptByReport({ readAt }: ReportedHead): Pick<Witness, 'keeper' | 'keptIn'> {
  return { keeper: `the previous audit's report of ${readAt.slice(0, 10)}`, keptIn: 'report' };
}

function wrongEnd(said: NonNullable<LogFact['chain']>, head: Chain['head']): readonly string[] {
  if (head.sequence !== said.sequence) return [`The records end at ${head.sequence}, and the service says ${said.sequence}`];
  return head.link === said.link ? [] : [`The records end with the head ${head.link}, and the service says ${said.link}`];
}
