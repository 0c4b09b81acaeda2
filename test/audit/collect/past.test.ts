import { describe, expect, test } from 'vitest';
import { pastFacts, replayPast, type PastAccess, type ReplayedRecord } from '../../../src/audit/collect/past.ts';
import type { ServiceFacts } from '../../../src/audit/collect/settings.ts';
import { openTransport, startDeadline } from '../../../src/client/index.ts';
import type { Records } from '../../../src/contract/index.ts';
import { ResponseError } from '../../../src/errors/index.ts';
import { body, logOf } from '../package/packing.ts';

/** The record of this sequence is made at 1000 seconds and its sequence. */
const moment = (sequence: number): string => new Date((1000 + sequence) * 1000).toISOString();

/** The records of a log, with the links that its service claims. */
function recordsOf(count: number, change: (record: ReplayedRecord) => ReplayedRecord = (record) => record): Records['records'] {
  const bodies = Array.from({ length: count }, (_, index) => body(index + 1));
  return bodies.map((text, index) => change({ sequence: index + 1, body: text, link: logOf(bodies.slice(0, index + 1)).log.to.link }));
}

interface Case {
  readonly records?: Records['records'];
  readonly at?: string;
  readonly pageSize?: number;
  readonly first?: Error;
  readonly cannot?: Error;
  /** A past moment of the log, where the service serves less. */
  readonly end?: number;
}

async function replayed({ at = moment(9), cannot, end, first, pageSize = 2, records = recordsOf(5) }: Case) {
  const seen = { asked: [] as unknown[], added: [] as number[], said: [] as string[], opened: [] as unknown[], closed: 0 };
  const head = { sequence: end ?? records.length, link: '0'.repeat(64) };
  const transport = openTransport({ baseUrl: new URL('https://evidence.example/api/v2'), token: 't', userAgent: 'test', network: {} });
  const access: PastAccess = {
    call: { transport, deadline: startDeadline(60_000) },
    org: 'acme',
    questions: {
      isNotThere: (error): error is ResponseError => error === notThere,
      listRecords: async (_call, _path, asked) => {
        seen.asked.push(asked);
        if (first !== undefined) throw first;
        return {
          org: 'acme',
          org_id: '7',
          head,
          records: records.filter(({ sequence }) => sequence > (asked?.after ?? 0)).slice(0, pageSize),
        };
      },
    },
    openReplay: async (about) => {
      seen.opened.push(about);
      return {
        url: 'http://127.0.0.1',
        token: 't',
        add: async (more) => {
          if (cannot !== undefined) throw cannot;
          seen.added.push(...more.map(({ sequence }) => sequence));
        },
        close: async () => void (seen.closed += 1),
      };
    },
    at,
    publicUrl: 'https://evidence.example',
    report: (sentence) => seen.said.push(sentence),
  };
  const past = await replayPast(access).catch((error: unknown) => error);
  transport.close();
  return { past, ...seen };
}

const notThere = new Error('404');

describe('a service of a past moment', () => {
  test('has the records up to that moment, read page by page', async () => {
    const { added, asked, closed, opened, past, said } = await replayed({});
    expect(added).toEqual([1, 2, 3, 4, 5]);
    expect(asked).toEqual([0, 2, 4].map((after) => ({ after, limit: 1000 })));
    expect(opened).toEqual([{ org: 'acme', orgId: '7', publicUrl: 'https://evidence.example' }]);
    expect(said).toEqual(['Replayed 2 of 5 records', 'Replayed 4 of 5 records', 'Replayed 5 of 5 records']);
    expect(past).toMatchObject({
      asOf: { at: moment(9), sequence: 5, link: recordsOf(5)[4]?.link },
      holes: [],
      query: { of: 'service', text: 'GET /records/acme?after=N&limit=1000', times: 3, answered: 5 },
    });
    expect(closed).toBe(0);
  });

  test.each([
    [1, 1, 1],
    [2, 2, 2],
    [3, 3, 2],
    [5, 5, 3],
  ])('at the moment of record %i has %i, of %i pages', async (sequence, last, pages) => {
    const { added, asked, past } = await replayed({ at: moment(sequence) });
    expect([added.at(-1), asked.length]).toEqual([last, pages]);
    expect(past).toMatchObject({ asOf: { sequence: last, link: recordsOf(5)[last - 1]?.link } });
  });

  test('ends where the service serves no more, whatever it says of its log', async () => {
    expect((await replayed({ end: 9, pageSize: 5 })).past).toMatchObject({ asOf: { sequence: 5 }, query: { times: 2 } });
  });

  test.each<[string, (record: ReplayedRecord) => ReplayedRecord, string]>([
    [
      'another body',
      (one) => (one.sequence === 2 ? { ...one, body: one.body.replace('record-2', 'record-X') } : one),
      'Record 2: it, or its link, was changed',
    ],
    ['another link', (one) => (one.sequence === 4 ? { ...one, link: 'a'.repeat(64) } : one), 'Record 4: it, or its link, was changed'],
  ])('is unknown where a record has %s', async (_name, change, why) => {
    const { added, past } = await replayed({ records: recordsOf(5, change) });
    expect(past).toMatchObject({
      holes: [{ kind: 'hole', what: 'records of the service', why, fix: 'Have the service verified by `compliance-evidence verify`' }],
    });
    expect(added).toHaveLength(5);
  });

  test('is unknown where a record is of another organization', async () => {
    const bodies = [body(1), body(2).replace('"acme"', '"globex"')];
    const records = bodies.map((text, index) => ({ sequence: index + 1, body: text, link: logOf(bodies.slice(0, index + 1)).log.to.link }));
    expect((await replayed({ records })).past).toMatchObject({ holes: [{ why: 'Record 2: it is of another organization' }] });
  });

  test.each<[string, Case, string]>([
    ['without a log', { first: notThere }, 'as-of needs the log of the service, and this service has none'],
    ['without a record', { records: [] }, `as-of is ${moment(9)}, and the service has no record up to then: it has none`],
    [
      'that began later',
      { at: moment(0) },
      `as-of is ${moment(0)}, and the service has no record up to then: the first one is of ${moment(1)}`,
    ],
    [
      'whose records nobody can replay',
      { cannot: new Error('Of a later version') },
      'as-of cannot replay the records of the service: Of a later version',
    ],
    ['that does not answer', { first: new Error('It is gone') }, 'It is gone'],
  ])('%s is an error', async (_name, of, message) => {
    const { closed, opened, past } = await replayed(of);
    expect(past).toMatchObject({ message });
    // One that was opened is closed.
    expect(closed).toBe(opened.length);
  });

  test.each([
    [403, 'as-of reads the log of the service, and this token may not: No right'],
    [500, 'No right'],
  ])('that answers %i is an error', async (status, message) => {
    const first = new ResponseError('forbidden', 'No right', { status, request: 'GET https://evidence.example/records/acme' });
    expect((await replayed({ first })).past).toMatchObject({ message });
  });
});

test('no record says whether a message arrived, and the questions of a past moment went to a replayed service', () => {
  const query = { kind: 'query', of: 'service', text: 'GET /records', times: 1, answered: 3 } as const;
  const asked = { kind: 'query', of: 'service', text: 'GET /flows', times: 1, answered: 1 } as const;
  const untold = { kind: 'untold', source: 'tags', why: 'no', fix: 'ask' } as const;
  const facts: ServiceFacts = {
    flows: [],
    artifacts: [],
    approvals: [],
    deployments: [],
    notifications: [{ kind: 'notification', name: 'chat', targets: 1, failure: null }],
    untold: [untold],
    holes: [],
    queries: [asked],
    trailsAbout: () => [],
    trailsElsewhere: () => 0,
    touchedBy: () => ({ trails: [], approvals: [] }),
    again: () => Promise.resolve(undefined),
  };
  const past = pastFacts(facts, query);
  expect([past.notifications, past.queries]).toEqual([[], [query, { ...asked, of: 'replayed service' }]]);
  expect(past.untold).toEqual([untold, expect.objectContaining({ source: 'notifications' })]);
});
