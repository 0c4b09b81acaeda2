import { expect, test } from 'vitest';
import { openSharedLog, type SharedLog } from '../../../src/audit/collect/log.ts';
import type { KeptHead } from '../../../src/audit/witness/read-heads.ts';
import { startDeadline } from '../../../src/client/index.ts';
import { entryParts } from '../../../src/commands/audit/entry-parts.ts';
import type { Records } from '../../../src/contract/index.ts';
import { link } from '../../service/store/stranger.ts';
import { body } from '../package/packing.ts';

type Listed = Records['records'][number];

/** Records with their links, by the arithmetic of somebody else. */
function recordsOf(count: number, change: (text: string, sequence: number) => string = (text) => text): Listed[] {
  let head = '0'.repeat(64);
  return Array.from({ length: count }, (_, index) => {
    const text = change(body(index + 1), index + 1);
    head = link(head, index + 1, JSON.parse(text).version, text);
    return { sequence: index + 1, link: head, body: text };
  });
}

const noTransport: Parameters<typeof entryParts.logQuestions.listRecords>[0]['transport'] = {
  exchange: () => Promise.reject(new Error('Nobody is asked')),
  urlOf: () => new URL('https://nobody.invalid'),
  close: () => {},
};

/** A log that a test may write on, anew or shorter, and how far back each question went. */
function openStory(records: Listed[]) {
  const story = { records, asked: [] as number[], breaks: 0 };
  const shared = openSharedLog();
  const listRecords: typeof entryParts.logQuestions.listRecords = (_call, _params, { after = 0, limit = 100 }) => {
    story.asked.push(after);
    if (story.breaks > 0 && (story.breaks -= 1) === 0) return Promise.reject(new Error('the line is dead'));
    const end = story.records.at(-1);
    const some = story.records.filter(({ sequence }) => sequence > after).slice(0, Math.min(limit, 2));
    return Promise.resolve({ org: 'acme', org_id: '7', head: { sequence: end?.sequence ?? 0, link: end?.link ?? '' }, records: some });
  };
  return {
    story,
    /** The log as one audit more sees it. */
    audit: async (witnesses: readonly KeptHead[], before: Parameters<SharedLog['open']>[0]['before'] = null): Promise<unknown> => {
      const call = { transport: noTransport, deadline: startDeadline(60_000) };
      const questions = { ...entryParts.logQuestions, listRecords };
      const log = shared.open({ call, org: 'acme', questions, report: () => {}, witnesses, before });
      await log.readOn();
      await log.readOn();
      const [line, ...others] = await Array.fromAsync(log.lines({ trails: [], approvalsOf: [] }));
      if (line?.kind !== 'log' || others.length > 0) return [line, ...others].map((each) => each?.kind);
      const { problems = [], records: count, witnesses: kept = [] } = line.workedOut ?? {};
      return { end: line.chain?.sequence, count, problems, proven: kept.map(({ sequence }) => sequence) };
    },
  };
}

const head = (one: Listed | undefined): KeptHead => ({ link: one?.link ?? '', keeper: null });
const foreign: KeptHead = { link: 'ab'.repeat(32), keeper: null };

test('a log is read once for several audits, each with its own head of the audit before', async () => {
  const records = recordsOf(5);
  const { audit, story } = openStory(records);
  const before = { org: 'acme', link: records[1]?.link ?? '', sequence: 2, readAt: '2026-11-01T00:00:00Z' };
  const witnesses = [head(records[3]), foreign, { link: '0'.repeat(64), keeper: null }];
  expect(await audit(witnesses)).toEqual({ end: 5, count: 5, problems: [], proven: [4, null, 0] });
  expect(story.asked).toEqual([0, 2, 4, 5]);
  expect(await audit(witnesses, before)).toEqual({ end: 5, count: 5, problems: [], proven: [2, 4, null, 0] });
  expect(await audit([], { ...before, org: 'other' })).toMatchObject({ proven: [] });
  expect(story.asked.slice(4)).toEqual([5, 5, 5, 5]);
  story.records = recordsOf(7);
  expect(await audit([head(story.records[6])])).toEqual({ end: 7, count: 7, problems: [], proven: [7] });
  expect(story.asked.slice(8)).toEqual([5, 7]);
});

test('a log that was written anew, or cut off, between two audits does not hold for the later one', async () => {
  const anew = openStory(recordsOf(3));
  await anew.audit([]);
  anew.story.records = recordsOf(5, (text, at) => (at === 2 ? text.replace('attestation', 'attestatiom') : text));
  expect(await anew.audit([])).toMatchObject({ problems: [expect.stringContaining('Record 4: it, or its link, was changed')] });
  const same = openStory(recordsOf(3));
  await same.audit([]);
  same.story.records = recordsOf(3, (text, at) => (at === 2 ? text.replace('attestation', 'attestatiom') : text));
  expect(await same.audit([])).toMatchObject({ problems: [expect.stringContaining('The records end with the head')] });
  const shorter = openStory(recordsOf(3));
  await shorter.audit([]);
  shorter.story.records = recordsOf(2);
  expect(await shorter.audit([])).toMatchObject({ end: 2, problems: ['The records end at 3, and the service says 2'] });
});

test('a log that one audit cannot read is a hole of that audit alone, and the next one takes each record once', async () => {
  const { audit, story } = openStory(recordsOf(5));
  story.breaks = 2;
  expect(await audit([])).toEqual(['untold', 'hole']);
  const [, second] = story.records;
  expect(await audit([head(second)])).toEqual({ end: 5, count: 5, problems: [], proven: [2] });
});
