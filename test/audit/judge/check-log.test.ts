import { describe, expect, test } from 'vitest';
import type { LoggedRecord } from '../../../src/audit/facts/log.ts';
import type { ReportedHead } from '../../../src/audit/facts/previous.ts';
import { openLogCheck, type CheckedLog } from '../../../src/audit/population/world.ts';
import { link } from '../../service/store/stranger.ts';
import { body, hex } from '../package/packing.ts';

/** Records with the links that the service says they have, by the arithmetic of somebody else; the second one as a hash. */
function recordsOf(bodies: readonly string[]): readonly (LoggedRecord & { readonly link: string })[] {
  let head = '0'.repeat(64);
  return bodies.map((text, index) => {
    const sequence = index + 1;
    head = link(head, sequence, JSON.parse(text).version, text);
    const own = sequence === 2 ? { bodySha256: hex(text), at: '1970-01-01T00:16:42.000Z' } : { body: text };
    return { kind: 'record', sequence, link: head, ...own };
  });
}

const whole = recordsOf([body(1), body(2), body(3), body(4)]);
const links = whole.map((record) => record.link);
const [first = '', second = '', third = '', last = ''] = links;

function checked(
  records: readonly LoggedRecord[],
  kept: readonly string[] = [],
  said = { sequence: 4, link: last },
  before: ReportedHead | null = null,
): CheckedLog | null {
  const check = openLogCheck(before);
  check.add({ kind: 'log', chain: { org: 'acme', orgId: '7', ...said } });
  for (const each of kept) check.add({ kind: 'witness', link: each, keeper: 'the auditor' });
  for (const record of records) check.add(record);
  return check.result();
}

const proven = (log: CheckedLog | null): unknown => log?.witnesses.map(({ at, sequence }) => [sequence, at]);

describe('a collected log', () => {
  test('that was not collected, or that the service does not keep, is none', () => {
    expect(openLogCheck(null).result()).toBe(null);
    const check = openLogCheck(null);
    check.add({ kind: 'log', chain: null });
    expect(check.result()).toBe(null);
  });

  test('holds, and each witness proves the records up to its own', () => {
    const log = checked(whole, [third, second, last]);
    expect([log?.records, log?.problems]).toEqual([4, []]);
    expect(proven(log)).toEqual([
      [3, '1970-01-01T00:16:43.000Z'],
      // The service told the time of a record that is there as a hash.
      [2, '1970-01-01T00:16:42.000Z'],
      [4, '1970-01-01T00:16:44.000Z'],
    ]);
  });

  test('names the first record that is not what its link says, and proves no later one', () => {
    const [one, two, , four] = whole;
    const altered = { kind: 'record' as const, sequence: 3, link: third, body: body(3).replace('attestation', 'attestatiom') };
    const log = checked(
      [one, two, altered, four].filter((each) => each !== undefined),
      [second, third, last],
    );
    expect(log?.problems).toEqual([
      expect.stringMatching(/^Record 3: it, or its link, was changed: it leads to [0-9a-f]{64}, and the service says /),
    ]);
    expect(proven(log)).toEqual([
      [2, '1970-01-01T00:16:42.000Z'],
      [null, null],
      [null, null],
    ]);
  });

  test('that was written anew holds in itself, and no witness of before is in it', () => {
    const anew = recordsOf([body(1), body(2), body(3).replace('attestation', 'attestatiom'), body(4)]);
    const end = { sequence: 4, link: anew.at(-1)?.link ?? '' };
    const log = checked(anew, [first, third, last], end);
    expect([log?.problems, proven(log)]).toEqual([
      [],
      [
        [1, '1970-01-01T00:16:41.000Z'],
        [null, null],
        [null, null],
      ],
    ]);
  });

  test('does not hold with a record left out, at its end too, or of another organization', () => {
    expect(checked(whole.filter(({ sequence }) => sequence !== 3))?.problems).toEqual(['Record 3: the record 4 stands in its place']);
    expect(checked(whole.slice(0, 3))?.problems).toEqual(['The records end at 3, and the service says 4']);
    expect(checked(whole, [], { sequence: 4, link: first })?.problems).toEqual([
      `The records end with the head ${last}, and the service says ${first}`,
    ]);
    const foreign = recordsOf([body(1).replace('acme', 'emca')]);
    expect(checked(foreign, [], { sequence: 1, link: foreign[0]?.link ?? '' })?.problems).toEqual([
      'Record 1: it is of another organization',
    ]);
  });

  describe('holds the head that the audit before read', () => {
    const before: ReportedHead = { org: 'acme', link: second, sequence: 2, readAt: '2026-11-16T05:17:09.114Z' };
    const ofReport = { keeper: "the previous audit's report of 2026-11-16", keptIn: 'report' };

    test('without anybody who gives it', () => {
      expect(checked(whole, [], undefined, before)?.witnesses).toEqual([
        { link: second, ...ofReport, sequence: 2, at: '1970-01-01T00:16:42.000Z' },
      ]);
      const anew = recordsOf([body(1).replace('attestation', 'attestatiom'), body(2), body(3), body(4)]);
      const log = checked(anew, [], { sequence: 4, link: anew.at(-1)?.link ?? '' }, before);
      expect([log?.problems, log?.witnesses]).toEqual([[], [{ link: second, ...ofReport, sequence: null, at: null }]]);
    });

    test('by the name of who kept it too, where somebody gives the same', () => {
      expect(checked(whole, [second], undefined, before)?.witnesses).toEqual([
        { link: second, keeper: 'the auditor', sequence: 2, at: '1970-01-01T00:16:42.000Z' },
      ]);
    });

    test('not against the log of another organization', () => {
      expect(checked(whole, [], undefined, { ...before, org: 'other' })?.witnesses).toEqual([]);
    });
  });

  test('takes the head of an empty log for one that proves nothing', () => {
    expect(proven(checked(whole, ['0'.repeat(64)]))).toEqual([[0, null]]);
  });

  test('among the facts of a package says again what its records proved', () => {
    const check = openLogCheck(null);
    const workedOut = { records: 4, problems: [], witnesses: [{ link: first, keeper: null, sequence: 1, at: null }] };
    const chain = { org: 'acme', orgId: '7', sequence: 4, link: last };
    check.add({ kind: 'log', chain, workedOut });
    expect(check.result()).toEqual({ chain, ...workedOut });
  });
});
