import { expect, test } from 'vitest';
import { openLog } from '../../../src/audit/collect/log.ts';
import { isNotThere, startDeadline, type Call } from '../../../src/client/index.ts';
import type { entryParts } from '../../../src/commands/audit/entry-parts.ts';
import type { Records } from '../../../src/contract/index.ts';
import { EvidenceError } from '../../../src/errors/index.ts';
import { heldSpool } from '../judge/held-spool.ts';
import { hex } from '../package/packing.ts';

type Asked = typeof entryParts.logQuestions;

const call: Call = {
  transport: {
    exchange: () => Promise.reject(new Error('Nobody is asked')),
    urlOf: () => new URL('https://nobody.invalid'),
    close: () => {},
  },
  deadline: startDeadline(60_000),
};
const file = (text: string) => ({ attachment: { sha256: hex(text) } });

/** The records of a log, each as what of it is shown; and the files that were asked for. */
const records: readonly (readonly [about: string, record: object])[] = [
  ['organization', { kind: 'organization_made' }],
  ['a flow', { kind: 'flow_created', flow_id: '1', flow: 'unit' }],
  ['another flow', { kind: 'flow_created', flow_id: '2', flow: 'other' }],
  ['the flow renamed', { kind: 'flow_renamed', flow_id: '1', flow: 'unit', new_name: 'units' }],
  ['a trail', { kind: 'trail_reported', flow_id: '1', trail: 'a' }],
  ['its record', { kind: 'attestation', flow_id: '1', trail: 'a', id: 'one', ...file('one') }],
  ['its record again', { kind: 'attestation', flow_id: '1', trail: 'a', id: 'two', ...file('one') }],
  ['a record with another file', { kind: 'attestation', flow_id: '1', trail: 'a', id: 'bad', ...file('bad') }],
  ['a record whose file is gone', { kind: 'attestation', flow_id: '1', trail: 'a', id: 'gone', ...file('gone') }],
  ['another trail', { kind: 'attestation', flow_id: '1', trail: 'b', id: 'hidden', ...file('hidden') }],
  ['the trail by its earlier name', { kind: 'attestation', flow_id: '1', trail: 'old', id: 'old' }],
  ['a trail of the same name', { kind: 'attestation', flow_id: '2', trail: 'a', id: 'other' }],
  ['an approval', { kind: 'approval_reported', flow_id: '2', trail: 'x' }],
  ['an approval of another flow', { kind: 'approval_reported', flow_id: '1', trail: 'x' }],
  ['a secret', { kind: 'token_made' }],
  ['a secret of the first format', { kind: 'token_made', version: 1 }],
  ['another trail of the first format', { kind: 'attestation', flow_id: '2', trail: 'z', version: 1 }],
  ['an unknown flow', { kind: 'attestation', flow_id: '3', trail: 'z', created_at: 'x' }],
];

test('of a log the records about the audited trails and flows are shown, with their files, and others as hashes', async () => {
  const asked: string[] = [];
  const bodies = records.map(([, record], index) => JSON.stringify({ created_at: 1000 + index, ...record }));
  const listRecords: Asked['listRecords'] = async (_call, { org }, { after = 0, limit }) => {
    asked.push(`${after} to ${limit}`);
    const head = { sequence: bodies.length, link: 'end' };
    return {
      org,
      org_id: '7',
      head,
      records: bodies.map((body, index) => ({ sequence: index + 1, link: `link-${index + 1}`, body })).slice(after),
    };
  };
  const downloadEvidence: Asked['downloadEvidence'] = async (_call, { attestation_id: id, flow_name: flow, org, trail_name: trail }) => {
    asked.push(`${org} ${flow} ${trail} ${id}`);
    if (id === 'gone') throw new EvidenceError('unreadable-file', 'It is gone', { fix: 'Look' });
    return Object({ content: Buffer.from(id === 'bad' ? 'worse' : id) });
  };
  const log = openLog({
    call,
    org: 'acme',
    questions: { isNotThere, listRecords, downloadEvidence },
    report: () => {},
    witnesses: [{ link: 'f'.repeat(64), keeper: 'me' }],
    spool: heldSpool<Records['records'][number]>(),
  });
  await log.readOn();
  const scope = {
    trails: [
      { flow: 'units', trail: 'a' },
      { flow: 'unit', trail: 'old' },
    ],
    approvalsOf: ['other'],
  };
  const lines = await Array.fromAsync(log.lines(scope));
  const told = lines.map((line) => {
    if (line.kind !== 'record') return JSON.stringify(line);
    const [about = ''] = records[line.sequence - 1] ?? [];
    if ('body' in line) return `${line.sequence} ${line.link}, ${about}: ${line.body === bodies[line.sequence - 1] ? 'shown' : 'changed'}`;
    return `${line.sequence} ${line.link}, ${about}: ${line.bodySha256 === hex(bodies[line.sequence - 1] ?? '') ? 'its hash' : 'another hash'}, ${line.at}`;
  });
  expect({ asked, told }).toMatchInlineSnapshot(`
    {
      "asked": [
        "0 to 1000",
        "acme units a one",
        "acme units a bad",
        "acme units a gone",
      ],
      "told": [
        "{"kind":"log","chain":{"org":"acme","orgId":"7","sequence":18,"link":"end"}}",
        "{"kind":"witness","link":"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff","keeper":"me"}",
        "1 link-1, organization: shown",
        "2 link-2, a flow: shown",
        "3 link-3, another flow: shown",
        "4 link-4, the flow renamed: shown",
        "5 link-5, a trail: shown",
        "6 link-6, its record: shown",
        "{"kind":"attached","sha256":"7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed","content":"b25l"}",
        "7 link-7, its record again: shown",
        "8 link-8, a record with another file: shown",
        "{"kind":"hole","what":"file attached to the record bad","why":"The service gave another file than was recorded","fix":"Have the service verified by \`compliance-evidence verify\`"}",
        "9 link-9, a record whose file is gone: shown",
        "{"kind":"hole","what":"file attached to the record gone","why":"It is gone","fix":"Look"}",
        "10 link-10, another trail: its hash, 1970-01-01T00:16:49.000Z",
        "11 link-11, the trail by its earlier name: shown",
        "12 link-12, a trail of the same name: its hash, 1970-01-01T00:16:51.000Z",
        "13 link-13, an approval: shown",
        "14 link-14, an approval of another flow: its hash, 1970-01-01T00:16:53.000Z",
        "15 link-15, a secret: its hash, 1970-01-01T00:16:54.000Z",
        "16 link-16, a secret of the first format: shown",
        "17 link-17, another trail of the first format: shown",
        "18 link-18, an unknown flow: shown",
      ],
    }
  `);
});

test('of a log that is not there nothing is shown but that', async () => {
  const listRecords: Asked['listRecords'] = () => Promise.reject(new EvidenceError('unreadable-file', 'It is gone', { fix: 'Look' }));
  const questions = { isNotThere, listRecords, downloadEvidence: () => Promise.reject(new Error('Nobody asks')) };
  const log = openLog({ call, org: 'acme', questions, report: () => {}, witnesses: [], spool: heldSpool<Records['records'][number]>() });
  await log.readOn();
  expect((await Array.fromAsync(log.lines({ trails: [], approvalsOf: [] }))).map(({ kind }) => kind)).toEqual(['untold', 'hole']);
});
