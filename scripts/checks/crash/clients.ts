import { hash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { attest, openTransport, startDeadline, type Submission, type Transport } from '../../../src/client/index.ts';
import { ResponseError, TransportError } from '../../../src/errors/index.ts';
import { randomFrom } from '../random.ts';
import { chanceOf, type Chance } from './chance.ts';
import type { Ledger, Wanted } from './ledger.ts';

export const token = 'crash-token-crash-token';
export const organizations = ['acme', 'globex'] as const;

/** Few, so that a start of a service, which each round waits for, does not wait for them. */
const writers = 8;

/** So long a wait for one record is a fault of the service, or the machine is far too busy. */
const patienceMs = 600_000;

/** Answers that say "ask again", and record nothing. */
const passing = [409, 429, 503];

export interface Clients {
  /** Ends when each record that was wanted is acknowledged. Nothing new is wanted meanwhile. */
  readonly drain: () => Promise<void>;
}

/** One for each address. It asks twice at most: its caller asks again, perhaps elsewhere. */
export function openTransports(urls: readonly string[], attempts: number): readonly Transport[] {
  const retry = { attempts, first: 40, longest: 400, random: Math.random };
  return urls.map((url) => openTransport({ baseUrl: new URL(`${url}/api/v2`), token, userAgent: 'check-crash', network: {}, retry }));
}

/**
 * Clients that record without a pause, each under a key of its own, and repeat what was not acknowledged: after an error, after an
 * answer that they did not wait for, and now and then for no reason. With `asksOnce` they wait for each answer, and an error is a fault.
 */
export function startClients(ledger: Ledger, urls: readonly string[], seed: number, asksOnce = false): Clients {
  const transports = openTransports(urls, asksOnce ? 1 : 2);
  const draining = new AbortController();
  const all = Array.from({ length: writers }, async (_, writer) => {
    const chance = chanceOf(randomFrom(seed + writer));
    for (let count = 0; !draining.signal.aborted; count += 1) {
      const wanted = nextWanted(chance, `r${seed}-${writer}-${count}`);
      ledger.want(wanted);
      await persist(ledger, transports, wanted, { chance, asksOnce });
    }
  });
  return {
    drain: async () => {
      draining.abort();
      await Promise.all(all);
      for (const transport of transports) transport.close();
    },
  };
}

function nextWanted(chance: Chance, name: string): Wanted {
  const content = chance.isLucky(0.3) ? Buffer.from(randomBytes(1 + chance.below(30_000)).toString('hex')) : undefined;
  return {
    org: chance.oneOf(organizations),
    flow: `flow-${chance.below(3)}`,
    trail: `trail-${chance.below(40)}`,
    name,
    attachment: content === undefined ? undefined : { name: 'r.xml', content },
    sha256: content === undefined ? undefined : hash('sha256', content),
  };
}

async function persist(
  ledger: Ledger,
  transports: readonly Transport[],
  wanted: Wanted,
  { asksOnce, chance }: { readonly asksOnce: boolean; readonly chance: Chance },
): Promise<void> {
  const began = performance.now();
  let isKept = false;
  while (!isKept || chance.isLucky(0.05)) {
    const transport = transports[chance.below(transports.length)];
    if (transport === undefined) throw new Error('There is no service to ask.');
    // Some do not wait for the answer, as if it got lost.
    const deadline = startDeadline(!asksOnce && chance.isLucky(0.04) ? 2 + chance.below(60) : 30_000);
    try {
      const { id, head } = await attest({ transport, deadline }, 'attestJunit', submissionOf(wanted));
      ledger.acknowledge(wanted, id ?? '', head ?? '', transport.urlOf({ path: '/' }).host);
      isKept = true;
    } catch (error) {
      if (asksOnce || !isPassing(error)) ledger.report(`${wanted.org}/${wanted.name}: ${String(error)}`);
      if (performance.now() - began > patienceMs) {
        ledger.report(`${wanted.org}/${wanted.name} was not recorded in ${patienceMs / 1000} s; last: ${String(error)}`);
        return;
      }
      await sleep(5 + chance.below(60));
    }
  }
}

function submissionOf({ attachment, flow, name, org, trail }: Wanted): Submission {
  const row = { name: 's', failures: 0, errors: 0, skipped: 0, total: 1, duration: 0.1 };
  // The names on a trail are few, as they are in life: the record is known by its description.
  const data = { attestation_name: `unit-${name.length % 5}`, description: name, junit_results: [row] };
  return { to: { org, flow_name: flow, trail_name: trail }, data, key: name, attachment };
}

/** Any other answer is a fault of the service. */
function isPassing(error: unknown): boolean {
  return error instanceof TransportError || (error instanceof ResponseError && passing.includes(error.status));
}
