import { expect, test } from 'vitest';
import { sources } from '../../../src/audit/facts/line.ts';
import type { Line } from '../../../src/audit/index.ts';
import { endingLines } from '../../../src/commands/audit/ending-lines.ts';
import { TransportError } from '../../../src/errors/index.ts';
import { flow, headerLine } from './stage.ts';
import { fact } from '../../audit/reviews/pull.ts';

const hole = { kind: 'hole', what: 'the report of the run before', why: 'GitHub did not answer', fix: 'Wait' } as const;

async function* collected(last: Line | Error): AsyncGenerator<Line> {
  yield headerLine;
  yield flow;
  if (last instanceof Error) throw last;
  yield last;
}

test('what was missing before anything was collected is among the lines, and counted', async () => {
  const end: Line = { kind: 'end', counts: { audit: 1, flow: 1 }, trailsElsewhere: 2 };
  const lines = await Array.fromAsync(endingLines(collected(end), [hole], () => undefined));
  expect(lines).toEqual([headerLine, flow, hole, { kind: 'end', counts: { audit: 1, flow: 1, hole: 1 }, trailsElsewhere: 2 }]);
});

const lost = new TransportError('unreachable', 'Gone', { request: 'GET /', fix: 'Look' });
const untold = (source: Extract<Line, { kind: 'untold' }>['source']): Line => ({ kind: 'untold', source, why: 'Gone', fix: 'Look' });

test('so it is where an answer stayed out, and no rule is taken for one that has nothing to judge', async () => {
  const lines = await Array.fromAsync(endingLines(collected(lost), [hole], () => undefined));
  const silent = lines.flatMap((line) => (line.kind === 'untold' ? [line.source] : []));
  // The flow came: a source that tells flows has told the snapshots too.
  const others: readonly string[] = ['previous', 'snapshots', 'checks', 'rules'];
  expect(silent.toSorted()).toEqual(sources.filter((source) => !others.includes(source)).toSorted());
  expect(lines.filter(({ kind }) => kind !== 'untold').slice(2)).toEqual([
    hole,
    { kind: 'hole', what: 'the rest of the audit', why: 'Gone', fix: 'Look' },
    { kind: 'end', counts: { audit: 1, flow: 1, untold: silent.length, hole: 2 }, trailsElsewhere: 0 },
  ]);
});

test('without a service the checks and the rules of branches are untold too', async () => {
  async function* ofGitHub(): AsyncGenerator<Line> {
    yield { ...headerLine, service: null, evidence: 'github' };
    throw lost;
  }
  const lines = await Array.fromAsync(endingLines(ofGitHub(), [], () => undefined));
  const silent = lines.flatMap((line) => (line.kind === 'untold' ? [line.source] : []));
  expect(silent.toSorted()).toEqual(sources.filter((source) => source !== 'previous').toSorted());
});

test('a source that was told to be untold is so once', async () => {
  const lines = await Array.fromAsync(
    endingLines(
      (async function* some(): AsyncGenerator<Line> {
        yield headerLine;
        yield untold('tags');
        throw lost;
      })(),
      [],
      () => undefined,
    ),
  );
  expect(lines.filter((line) => line.kind === 'untold' && line.source === 'tags').length).toBe(1);
});

test('where a landing came, every source had been asked', async () => {
  const lines = await Array.fromAsync(
    endingLines(
      (async function* some(): AsyncGenerator<Line> {
        yield fact();
        throw lost;
      })(),
      [],
      () => undefined,
    ),
  );
  expect(lines.map(({ kind }) => kind)).toEqual(['landing', 'hole', 'end']);
});
