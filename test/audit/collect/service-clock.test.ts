import { expect, test } from 'vitest';
import { openClock } from '../../../src/audit/collect/service-ask.ts';
import { startDeadline, type Call } from '../../../src/client/index.ts';

/** A way to a service that answers with these dates, one after the other. */
function answering(...dates: readonly (string | undefined)[]): Call {
  const left = [...dates];
  const transport: Call['transport'] = {
    urlOf: () => new URL('https://evidence.example'),
    exchange: async () => {
      const date = left.shift();
      return { status: 200, text: '', headers: date === undefined ? {} : { date } };
    },
    close: () => {},
  };
  return { transport, deadline: startDeadline(1000) };
}

async function latestOf(...dates: readonly (string | undefined)[]): Promise<string | null> {
  const { call, latest } = openClock(answering(...dates));
  for (const _ of dates) await call.transport.exchange({ method: 'GET', path: '/' }, call);
  return latest();
}

test('the clock of a service is the latest date of its answers', async () => {
  expect(await latestOf('Mon, 02 Nov 2026 12:00:05 GMT', 'Mon, 02 Nov 2026 12:00:04 GMT', undefined)).toBe('2026-11-02T12:00:05.000Z');
});

test('it is not known where no answer has a date that can be read', async () => {
  expect(await latestOf(undefined, 'yesterday')).toBe(null);
  expect(await latestOf()).toBe(null);
});
