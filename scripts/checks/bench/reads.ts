import { once } from 'node:events';
import { join } from 'node:path';
import { processorTime, type Place } from './cost.ts';
import { attest, connect, exchange, load, makeData, serving, startServed, type Served } from './served.ts';

const trails = 100;
const perTrail = 10;
const connections = 16;

interface Read {
  readonly path: string;
  /** How many are measured at once; enough for a good figure of the processor time, which comes in 1/100 s. */
  readonly times: number;
}

interface Checkout {
  readonly name: string;
  readonly service: Served;
  readonly reads: Readonly<Record<string, Read>>;
}

interface Measured {
  /** Microseconds of the service's processor time a read. */
  readonly processor: number;
  readonly rate: number;
}

/**
 * Processor time of a read in the service of each checkout, in turn in one run. `homes` are built checkouts; each serves data of its
 * own, with the same trails. Prints the medians, and the ratio of the processor time to that of the first.
 */
export async function measureReads(homes: readonly string[], rounds: number, folder: string, say: (line: string) => void): Promise<void> {
  const checkouts: Checkout[] = [];
  try {
    for (const [index, home] of homes.entries()) checkouts.push(await begin(home, join(folder, `reads-${index}`)));
    say(`${'read'.padEnd(16)}${'processor time'.padStart(18)}${'ratio'.padStart(8)}${'reads a second'.padStart(18)}   checkout`);
    for (const read of Object.keys(checkouts[0]?.reads ?? {})) {
      const found = new Map(checkouts.map((checkout) => [checkout, [] as Measured[]]));
      for (let round = -1; round < rounds; round += 1) {
        for (const checkout of checkouts) {
          const measured = await measure(checkout, read);
          if (round >= 0) found.get(checkout)?.push(measured);
        }
      }
      show(read, found, say);
    }
  } finally {
    for (const { service } of checkouts) {
      service.child.kill('SIGTERM');
      await once(service.child, 'exit');
    }
  }
}

async function begin(home: string, data: string): Promise<Checkout> {
  const bin = join(home, 'lib', 'cli', 'bin.js');
  const place: Place = { cwd: home, env: process.env };
  const service = await startServed(serving(bin, makeData(bin, data, place)), place);
  const agent = connect(connections);
  let sent = 0;
  let last = '';
  await load(connections, () => {
    if (sent === trails * perTrail) return undefined;
    const place = (sent += 1);
    return attest(service.url, agent, `t-${place % trails}`, `unit-${Math.floor(place / trails) % 5}`).then((answer) => (last = answer));
  });
  agent.destroy();
  const { attestation_id: id }: { readonly attestation_id: string } = JSON.parse(last);
  return {
    name: home,
    service,
    reads: {
      'one trail': { path: '/api/v2/trails/acme/bench/t-7', times: 3000 },
      'page of 50': { path: '/api/v2/trails/acme/bench?page=1&per_page=50', times: 200 },
      'one attestation': { path: `/api/v2/attestations/acme?attestation_id=${id}`, times: 3000 },
    },
  };
}

async function measure({ reads, service: { child, url } }: Checkout, name: string): Promise<Measured> {
  const { path, times } = reads[name] ?? { path: '/', times: 1 };
  const agent = connect(connections);
  const before = processorTime(child.pid ?? 0, 11);
  let left = times;
  const rate = await load(connections, () => ((left -= 1) < 0 ? undefined : exchange(url, { agent, path }, 200)));
  const processor = ((processorTime(child.pid ?? 0, 11) - before) / times) * 1000;
  agent.destroy();
  return { processor, rate };
}

function show(read: string, found: ReadonlyMap<Checkout, readonly Measured[]>, say: (line: string) => void): void {
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  const all = [...found].map(([{ name }, of]) => ({
    name,
    processor: median(of.map(({ processor }) => processor)),
    rate: median(of.map(({ rate }) => rate)),
  }));
  for (const { name, processor, rate } of all) {
    const ratio = (processor / (all[0]?.processor ?? Number.NaN)).toFixed(2);
    say(`${read.padEnd(16)}${processor.toFixed(0).padStart(15)} µs${ratio.padStart(8)}${rate.toFixed(0).padStart(18)}   ${name}`);
  }
}
