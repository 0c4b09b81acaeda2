import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { link } from '../../service/store/stranger.ts';
import { silent } from '../world/faults.ts';
import { judge, play, type Played } from '../world/play.ts';
import { openStory, type Story } from '../world/story.ts';

let story: Story;
let first: Played;
let second: Played;
/** The head of the log as the first audit read it, and how many records there were. */
let head = '';
let count = 0;

beforeAll(async () => {
  story = await openStory();
  await silent['a squash']?.(story);
  first = await play(story, { withLog: true });
  head = first.audit.world.log?.chain.link ?? '';
  count = first.audit.world.log?.chain.sequence ?? 0;
  await silent['a merge commit']?.(story);
});
afterAll(() => story.close());

const ended = ({ audit }: Played): unknown => audit.rules.find(({ rule }) => rule === 'record-altered');
const found = ({ audit }: Played): readonly string[] =>
  audit.findings.filter(({ rule }) => rule === 'record-altered').map(({ message, severity }) => `${severity}: ${message}`);

/** Changes the database, as somebody who has the file in hand, while the service runs. */
function tamper(change: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(story.service.database, { defensive: false, enableForeignKeyConstraints: false });
  database.exec('pragma busy_timeout = 5000');
  change(database);
  database.close();
}

/** Makes every link anew, so that the log holds again. */
function linkAnew(database: DatabaseSync): void {
  let previous = '0'.repeat(64);
  for (const { body, sequence } of database.prepare('select sequence, body from records order by sequence').all()) {
    const own = link(previous, Number(sequence), JSON.parse(String(body)).version, String(body));
    database.prepare('update records set previous_hash = ?, hash = ? where sequence = ?').run(previous, own, Number(sequence));
    previous = own;
  }
  database.prepare('update organizations set head = ?').run(previous);
}

describe('a head that the audit before printed', () => {
  test('proves the records up to there while nobody changes them', async () => {
    expect([head.length, count > 3]).toEqual([64, true]);
    expect(ended(first)).toMatchObject({ result: 'not tested', found: 0, why: expect.stringContaining('no kept head tells') });
    second = await play(story, { withLog: true, witnesses: [head] });
    expect(ended(second)).toMatchObject({ result: 'tested', tested: 2, found: 0 });
    const log = second.audit.world.log;
    expect(log?.witnesses).toEqual([{ link: head, keeper: null, sequence: count, at: expect.stringMatching(/^2030-01-/) }]);
    expect(log?.chain.sequence).toBeGreaterThan(count);
  });

  test('finds a log that was changed in the database since then, also where all its links were made anew', async () => {
    tamper((database) =>
      database.exec(
        `update records set body = replace(body, '"is_compliant":true', '"is_compliant":false') where sequence =
          (select min(sequence) from records where body like '%"is_compliant":true%')`,
      ),
    );
    const changed = await play(story, { withLog: true, witnesses: [head] });
    expect(found(changed).toSorted()).toEqual([
      expect.stringMatching(/^critical: The log of acme does not hold, as read .*Record \d+: it, or its link, was changed: it leads to /),
      expect.stringMatching(/^critical: The witness [0-9a-f]{64} is nowhere in the log of acme/),
    ]);

    tamper(linkAnew);
    // The head in the report of the audit before is a witness, without anybody who gives it.
    const between = await play(story, { withLog: true, previous: second.report });
    expect(found(between)).toEqual([
      expect.stringMatching(/^critical: The witness [0-9a-f]{64}, which the previous audit's report of 2030-01-\d\d keeps, is nowhere/),
    ]);
    // Also where the audit before could not read the log: it hands on the head of the one before it.
    const blind = await play(story, { previous: second.report });
    expect(found(await play(story, { withLog: true, previous: blind.report }))).toHaveLength(1);
    // The log holds in itself again: without a witness there is nothing to see.
    expect(found(await play(story, { withLog: true }))).toEqual([]);
    const rewritten = await play(story, { withLog: true, witnesses: [head] });
    expect(found(rewritten)).toEqual([expect.stringContaining(`critical: The witness ${head} is nowhere in the log of acme`)]);
    expect(rewritten.report).toContain(`"sequence": null`);
    // The witness that is not given again leaves the finding open.
    const next = await play(story, { withLog: true, previous: rewritten.report });
    const left = next.audit.findings.filter(({ rule }) => rule === 'record-altered');
    expect(left.map(({ carried, status }) => [status, carried])).toEqual([['open', true]]);
  });

  test('is not asked for where the log was not collected', async () => {
    const without = await play(story);
    expect(ended(without)).toMatchObject({
      result: 'not tested',
      why: 'The log of the service was not read: only an audit with a package reads it',
    });
    const cut = first.lines.filter(({ kind }) => kind !== 'log' && kind !== 'record');
    expect(ended({ ...first, audit: await judge(cut) })).toMatchObject({
      result: 'not tested',
      why: 'the log of the service was not read',
    });
  });
});
