import { expect, test } from 'vitest';
import { openLogReader, type LaterRecords, type LogPlace } from '../../../src/audit/collect/log-reader.ts';
import { isNotThere, startDeadline } from '../../../src/client/index.ts';
import type { entryParts } from '../../../src/commands/audit/entry-parts.ts';
import { ResponseError } from '../../../src/errors/index.ts';

type Asked = typeof entryParts.logQuestions.listRecords;

const transport: Parameters<Asked>[0]['transport'] = {
  exchange: () => Promise.reject(new Error('Nobody is asked')),
  urlOf: () => new URL('https://nobody.invalid'),
  close: () => {},
};

const answered = (status: number): ResponseError =>
  new ResponseError('forbidden', 'The token may not', { status, request: 'GET /records', fix: 'Take another' });

/** A log that grows between two readings, in pages of three records. */
async function readTwice(first: readonly object[], more: readonly object[], fault?: Error) {
  const records = first.map((record) => JSON.stringify(record));
  const [kept, said, place]: [number[][], string[], LogPlace] = [[], [], {}];
  const listRecords: Asked = async (_call, { org }, { after = 0 }) => {
    if (fault !== undefined && after >= 3) throw fault;
    const some = records
      .slice(after, after + 3)
      .map((body, index) => ({ sequence: after + index + 1, link: `link ${after + index + 1}`, body }));
    return { org, org_id: '7', head: { sequence: records.length, link: `link ${records.length}` }, records: some };
  };
  const questions = { listRecords, isNotThere };
  const reader = openLogReader(
    { call: { transport, deadline: startDeadline(60_000) }, org: 'acme', questions, report: (sentence) => said.push(sentence) },
    place,
    (page) => void kept.push(page.records.map(({ sequence }) => sequence)),
  );
  const before = await reader.readOn();
  records.push(...more.map((record) => JSON.stringify(record)));
  const later = await reader.readOn();
  return { before, later: shown(later), kept, said, chain: place.read?.chain, names: [...(place.read?.names ?? [])], gaps: reader.gaps() };
}

const shown = ({ approvals, others, trails }: LaterRecords) => ({
  others,
  approvals,
  trails: trails.map(({ commits, ...trail }) => ({ ...trail, commits: [...commits] })),
});

const one = { kind: 'attestation', flow_id: '1', trail: 'a' };
const [sha, other] = ['ab'.repeat(20), 'cd'.repeat(20)];
const flows = [
  { kind: 'flow_created', flow_id: '1', flow: 'unit' },
  { kind: 'flow_renamed', flow_id: '1', new_name: 'units', flow: 'unit' },
  { kind: 'flow_created', flow_id: '2', flow: 'other' },
  { kind: 'flow_updated', flow_id: '1', flow: 'units' },
];

test('what came since tells the trails with their commits, the approvals, and whether there is more', async () => {
  const later = [
    { ...one, commit: sha.toUpperCase(), text: `x${other}` },
    { ...one, commit: other },
    { ...one, kind: 'trail_updated', flow_id: '2' },
    { ...one, kind: 'trail_reported', flow_id: '3', trail: 'b' },
    { kind: 'approval_reported', flow_id: '1', fingerprint: 'f', trail: 'c' },
    { kind: 'approval_reported', flow_id: '1', fingerprint: 'f' },
    { kind: 'approval_reported', flow_id: '2', fingerprint: 'f' },
    { kind: 'approval_reported', flow_id: '3', fingerprint: 'g' },
  ];
  const found = await readTwice(flows, later);
  expect(found.before).toEqual({ trails: [], approvals: [], others: false });
  expect(found.later).toEqual({
    others: true,
    approvals: [
      { fingerprint: 'f', flows: ['unit', 'units'] },
      { fingerprint: 'f', flows: ['other'] },
      { fingerprint: 'g', flows: [] },
    ],
    trails: [
      { trail: 'a', flows: ['unit', 'units'], commits: [sha, other] },
      { trail: 'a', flows: ['other'], commits: [] },
      { trail: 'b', flows: [], commits: [] },
      { trail: 'c', flows: ['unit', 'units'], commits: [] },
    ],
  });
  expect(found.kept).toEqual([[1, 2, 3], [4], [5, 6, 7], [8, 9, 10], [11, 12]]);
  expect(found.said).toEqual([
    'Read 3 of 4 records',
    'Read 4 of 4 records',
    'Read 7 of 12 records',
    'Read 10 of 12 records',
    'Read 12 of 12 records',
  ]);
  expect(found.chain).toEqual({ org: 'acme', orgId: '7', sequence: 12, link: 'link 12' });
  expect(found.names).toEqual([
    ['1', ['unit', 'units']],
    ['2', ['other']],
  ]);
  expect(found.gaps).toEqual([]);
});

test.each([
  ['attestation', 'trail'],
  ['trail_reported', 'trail'],
  ['trail_updated', 'trail'],
  ['artifact_reported', 'trail, others'],
  ['environment_reported', 'trail, others'],
  ['approval_reported', 'trail, approval, others'],
  ...[
    'token_made',
    'tokens_gone',
    'member_added',
    'notification_sent',
    'oidc_trusted',
    'job_begun',
    'type_made',
    'tags_set',
    'default_set',
  ].map((kind) => [kind, '']),
  ['a_token_made', 'trail, others'],
  ['a_job_begun', 'trail, others'],
])('a record of the kind %s is about: %s', async (kind, about) => {
  const { later } = await readTwice([], [{ ...one, kind }]);
  const found = [later.trails.length > 0 && 'trail', later.approvals.length > 0 && 'approval', later.others && 'others'];
  expect(found.filter(Boolean).join(', ')).toBe(about);
});

test('a log that is not read to its end says why', async () => {
  const broken = await readTwice(flows, [one], answered(403));
  const hole = { kind: 'hole', what: 'records of the service’s log', why: 'The token may not', fix: 'Take another' };
  expect(broken.gaps).toEqual([{ kind: 'untold', source: 'log', why: hole.why, fix: hole.fix }, hole]);
  expect([broken.chain, broken.kept, broken.later]).toEqual([undefined, [[1, 2, 3]], { others: false, approvals: [], trails: [] }]);
});

test('an address that knows no log has none, which is no hole', async () => {
  const place: LogPlace = {};
  const listRecords: Asked = () => Promise.reject(answered(404));
  const questions = { listRecords, isNotThere };
  const reader = openLogReader(
    { call: { transport, deadline: startDeadline(60_000) }, org: 'acme', questions, report: () => {} },
    place,
    () => {},
  );
  const none = { trails: [], approvals: [], others: false };
  expect([await reader.readOn(), await reader.readOn()]).toEqual([none, none]);
  expect(reader.gaps().map(({ kind }) => kind)).toEqual(['log', 'untold']);
});
