import type { Call } from '../../client/index.ts';

/** The clock of a service, as its answers tell it. */
export interface ServiceClock {
  /** The way to the service by which its answers are heard. */
  readonly call: Call;
  /** The `Date` of the latest answer, ISO 8601 in UTC; null where none had a date. */
  readonly latest: () => string | null;
}

export function openClock(call: Call): ServiceClock {
  let latest = Number.NEGATIVE_INFINITY;
  const { transport } = call;
  return {
    call: {
      ...call,
      transport: {
        ...transport,
        async exchange(request, limits) {
          const answer = await transport.exchange(request, limits);
          const at = Date.parse(String(answer.headers['date']));
          if (at > latest) latest = at;
          return answer;
        },
      },
    },
    latest: () => (latest === Number.NEGATIVE_INFINITY ? null : new Date(latest).toISOString()),
  };
}
