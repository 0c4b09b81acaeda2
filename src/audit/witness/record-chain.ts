import { given } from '../../text/index.ts';
import { madeAt, type LogFact, type LoggedRecord, type WorkedOut } from '../facts/log.ts';
import { sha256 } from '../package/node-sha256.ts';
import { openChain } from '../package/records.ts';
import type { KeptHead } from './read-heads.ts';

/** The head of a log before its first record. */
const noRecord = '0'.repeat(64);

/** The most problems that are kept: the first one already shows that the log does not hold. */
const mostProblems = 20;

/** A kept head before its record was found. The head of an empty log proves nothing. */
export function unproven({ keeper, keptIn, link, until }: KeptHead): WorkedOut['witnesses'][number] {
  return { link, keeper, ...given({ keptIn, until }), sequence: link === noRecord ? 0 : null, at: null };
}

export interface ProvenLink {
  readonly link: string;
  readonly sequence: number;
  readonly at: string | null;
}

/** The chain of a log, worked out record by record. It keeps only the last link. */
export interface RecordChain {
  /** Undefined from the first record on that does not hold: each later link is made from it. */
  add(record: LoggedRecord): ProvenLink | undefined;
  /** @param said the end of the log by the service */
  result(said: Pick<NonNullable<LogFact['chain']>, 'link' | 'sequence'>): Pick<WorkedOut, 'records' | 'problems'>;
}

export function openRecordChain({ org, orgId }: Pick<NonNullable<LogFact['chain']>, 'org' | 'orgId'>): RecordChain {
  const chain = openChain({ org, org_id: orgId, from: { sequence: 0, link: noRecord } }, sha256);
  const problems: string[] = [];
  let isLost = false;
  return {
    add({ at, body, bodySha256 = '', link: said, sequence }) {
      if (isLost) return undefined;
      const linked = chain.add(body === undefined ? { sequence, body_sha256: bodySha256 } : { sequence, body });
      problems.push(...linked.problems);
      ({ isLost } = linked);
      if (isLost) return undefined;
      const { link } = chain.head;
      if (said !== undefined && said !== link) {
        problems.push(`Record ${sequence}: it, or its link, was changed: it leads to ${link}, and the service says ${said}`);
        isLost = true;
        return undefined;
      }
      return { link, sequence, at: at ?? madeAt(linked.facts?.createdAt ?? Number.NaN) ?? null };
    },
    result(said) {
      const { head } = chain;
      const all = [...problems, ...(isLost ? [] : wrongEnd(said, head))];
      return { records: head.sequence, problems: all.slice(0, mostProblems) };
    },
  };
}

function wrongEnd(said: Pick<NonNullable<LogFact['chain']>, 'link' | 'sequence'>, head: typeof said): readonly string[] {
  if (head.sequence !== said.sequence) return [`The records end at ${head.sequence}, and the service says ${said.sequence}`];
  return head.link === said.link ? [] : [`The records end with the head ${head.link}, and the service says ${said.link}`];
}
