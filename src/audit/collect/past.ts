import type { Records } from '../../contract/index.ts';
import { ResponseError, messageOf, wrongUse } from '../../errors/index.ts';
import { oneLine, valueAt } from '../../text/index.ts';
import type { Header, Hole, Query } from '../facts/line.ts';
import { sha256 } from '../package/node-sha256.ts';
import { openChain, type Chain } from '../package/records.ts';
import type { LogReading } from './log-reader.ts';
import type { ServiceFacts } from './settings.ts';

export interface ReplayedRecord {
  readonly sequence: number;
  readonly link: string;
  readonly body: string;
}

export interface ReplayedService {
  /** Without `/api/v2`. */
  readonly url: string;
  /** The token of an auditor. */
  readonly token: string;
  /** Applies more records, in the order of their log. Throws an error that says why they cannot be applied. */
  readonly add: (records: readonly ReplayedRecord[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Handed in, because an audit knows no service. */
export type OpenReplay = (about: {
  readonly org: string;
  readonly orgId: string;
  /** The address that it gives its pages. */
  readonly publicUrl: string;
}) => Promise<ReplayedService>;

export interface PastAccess extends LogReading {
  readonly openReplay: OpenReplay;
  /** The moment, ISO 8601 in UTC. */
  readonly at: string;
  /** The address of the service, for links to its pages. */
  readonly publicUrl: string;
}

/** A service as it was at a moment, by its records alone. */
export interface Past {
  readonly service: ReplayedService;
  readonly asOf: Omit<NonNullable<Header['asOf']>, 'readAt'>;
  /** Where the records are not the chain that the service claims. */
  readonly holes: readonly Hole[];
  /** How the log was read, so that it can be repeated. */
  readonly query: Query;
}

const pageSize = 1000;

/**
 * Reads the log up to a moment, checks its chain, and replays it.
 *
 * @throws {UsageError} where the service has no log, the token may not read it, or the log begins after that moment.
 */
export async function replayPast(access: PastAccess): Promise<Past> {
  const first = await firstPage(access);
  const { at, openReplay, org, publicUrl } = access;
  const [begin] = first.records;
  if (begin === undefined || madeAt(begin.body) > Date.parse(at)) {
    const since = begin === undefined ? 'it has none' : `the first one is of ${new Date(madeAt(begin.body)).toISOString()}`;
    throw wrongUse(`as-of is ${at}, and the service has no record up to then: ${since}`, 'Name a later moment');
  }
  const service = await openReplay({ org, orgId: first.org_id, publicUrl });
  try {
    return { service, ...(await replayAll(access, first, service)) };
  } catch (error) {
    await service.close();
    throw error;
  }
}

async function firstPage({ call, org, questions: { isNotThere: isMissing, listRecords: list } }: PastAccess): Promise<Records> {
  try {
    return await list(call, { org }, { after: 0, limit: pageSize });
  } catch (error) {
    if (isMissing(error))
      throw wrongUse(
        'as-of needs the log of the service, and this service has none',
        'Leave as-of out: nobody can tell what such a service said then',
      );
    if (error instanceof ResponseError && error.status === 403)
      throw wrongUse(
        `as-of reads the log of the service, and this token may not: ${oneLine(error.message, 200)}`,
        'Give the token of an auditor or an administrator',
      );
    throw error;
  }
}

async function replayAll(
  { at, call, org, questions, report }: PastAccess,
  first: Records,
  service: ReplayedService,
): Promise<Omit<Past, 'service'>> {
  const chain = openChain({ org, org_id: first.org_id, from: { sequence: 0, link: '0'.repeat(64) } }, sha256);
  const holes: Hole[] = [];
  const end = first.head.sequence;
  let [page, times, last]: [Records, number, Records['records'][number] | undefined] = [first, 1, undefined];
  for (;;) {
    const until = page.records.findIndex(({ body }) => madeAt(body) > Date.parse(at));
    const records = until === -1 ? page.records : page.records.slice(0, until);
    if (holes.length === 0) holes.push(...faultOf(chain, records));
    await service.add(records).catch((error: unknown) => {
      const why = messageOf(error);
      throw wrongUse(
        `as-of cannot replay the records of the service: ${oneLine(why, 300)}`,
        'Use the version of this program that serves them, or a newer one',
      );
    });
    last = records.at(-1) ?? last;
    const read = last?.sequence ?? 0;
    report(`Replayed ${read} of ${end} records`);
    if (until !== -1 || read >= end || page.records.length === 0) break;
    page = await questions.listRecords(call, { org }, { after: read, limit: pageSize });
    times += 1;
  }
  const { link = '', sequence = 0 } = last ?? {};
  const text = `GET /records/${org}?after=N&limit=${pageSize}`;
  return { asOf: { at, sequence, link }, holes, query: { kind: 'query', of: 'service', text, times, answered: sequence } };
}

/** A record that does not match its link makes all after it unknown. */
function faultOf(chain: Chain, records: Records['records']): readonly Hole[] {
  for (const { body, link, sequence } of records) {
    const { problems } = chain.add({ sequence, body });
    const why = chain.head.link === link ? problems[0] : `Record ${sequence}: it, or its link, was changed`;
    if (why !== undefined)
      return [{ kind: 'hole', what: 'records of the service', why, fix: 'Have the service verified by `compliance-evidence verify`' }];
  }
  return [];
}

/** In milliseconds; a record without a moment is later than all. */
function madeAt(body: string): number {
  const seconds = valueAt(JSON.parse(body), 'created_at');
  return typeof seconds === 'number' ? seconds * 1000 : Number.POSITIVE_INFINITY;
}

export function pastFacts(facts: ServiceFacts, query: Query): ServiceFacts {
  return {
    ...facts,
    // No record says whether a message arrived.
    notifications: [],
    untold: [
      ...facts.untold,
      {
        kind: 'untold',
        source: 'notifications',
        why: 'How the messages of a past moment went is in no record',
        fix: 'Audit without as-of, which asks how they go now',
      },
    ],
    queries: [query, ...facts.queries.map((each) => ({ ...each, of: 'replayed service' }))],
  };
}
