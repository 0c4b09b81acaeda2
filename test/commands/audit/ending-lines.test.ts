import { expect, test } from 'vitest';
import type { Line } from '../../../src/audit/index.ts';
import { endingLines } from '../../../src/commands/audit/ending-lines.ts';
import { TransportError } from '../../../src/errors/index.ts';
import { flow, headerLine } from './stage.ts';

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

test('so it is where an answer stayed out', async () => {
  const lost = new TransportError('unreachable', 'Gone', { request: 'GET /', fix: 'Look' });
  const lines = await Array.fromAsync(endingLines(collected(lost), [hole], () => undefined));
  expect(lines.slice(2)).toEqual([
    hole,
    { kind: 'hole', what: 'the rest of the audit', why: 'Gone', fix: 'Look' },
    { kind: 'end', counts: { audit: 1, flow: 1, hole: 2 }, trailsElsewhere: 0 },
  ]);
});
