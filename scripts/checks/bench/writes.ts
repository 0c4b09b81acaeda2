import { processorTime } from './cost.ts';
import { attest, connect, load, type Served } from './served.ts';
import { ms, quantile, table } from './table.ts';
import { organizations } from './homes.ts';

/** Processes that take records together, and how many organizations get them. */
export interface Taker {
  readonly name: string;
  readonly services: readonly Served[];
  readonly orgs: number;
}

interface Found {
  readonly rates: number[];
  readonly took: number[];
  readonly processor: number[];
}

let sent = 0;

/** One attestation after the other, until the time is over. Each hundred of an organization share a trail. */
async function measure({ orgs, services }: Taker, connections: number, seconds: number, found: Found): Promise<void> {
  const agents = services.map(() => connect(connections));
  const time = () => services.reduce((sum, { child }) => sum + processorTime(child.pid ?? 0, 11), 0);
  const [before, until] = [time(), performance.now() + seconds * 1000];
  const { rate, took } = await load(connections, () => {
    if (performance.now() >= until) return undefined;
    const place = (sent += 1);
    const [service, agent, org] = [services[place % services.length], agents[place % agents.length], organizations[place % orgs]];
    if (service === undefined || agent === undefined || org === undefined) throw new Error('There is no service to write to.');
    return attest(service.url, agent, {
      org,
      trail: `t-${Math.floor(place / (100 * orgs))}`,
      name: `unit-${Math.floor(place / orgs) % 5}`,
    });
  });
  for (const agent of agents) agent.destroy();
  found.rates.push(rate);
  found.processor.push(((time() - before) * 1000) / took.length);
  for (const each of took) found.took.push(each);
}

/** Durable attestations a second of each taker, in turn, next to the first one, which is a bare server. */
export async function measureWrites(
  takers: readonly Taker[],
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
  say: (line: string) => void,
): Promise<void> {
  for (const taker of takers) await measure(taker, 16, Math.min(seconds, 2), { rates: [], took: [], processor: [] });
  const rows: string[][] = [];
  for (const connections of [1, 16, 64]) {
    const found = takers.map((): Found => ({ rates: [], took: [], processor: [] }));
    for (let round = 0; round < rounds; round += 1)
      for (const [index, taker] of takers.entries())
        await measure(taker, connections, seconds, found[index] ?? { rates: [], took: [], processor: [] });
    const bare = quantile(found[0]?.rates ?? [], 0.5);
    for (const [index, { processor, rates, took }] of found.entries()) {
      const rate = quantile(rates, 0.5);
      const times = [ms(quantile(took, 0.5)), ms(quantile(took, 0.99))];
      const cost = Math.min(...processor).toFixed(0);
      rows.push([takers[index]?.name ?? '', String(connections), rate.toFixed(0), ...times, (rate / bare).toFixed(3), cost]);
    }
  }
  table(['records', 'connections', 'a second', 'p50 ms', 'p99 ms', 'of the bare server', 'processor µs each'], rows, say);
}
