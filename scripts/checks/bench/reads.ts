import { processorTime } from './cost.ts';
import { end, serve, type Home } from './homes.ts';
import { copyTrails } from './many-trails.ts';
import { attest, connect, exchange, load, type Served } from './served.ts';
import { ms, quantile, table } from './table.ts';

interface Read {
  readonly name: string;
  readonly path: string;
  readonly times: number;
}

interface Found {
  readonly rates: number[];
  readonly took: number[];
  readonly processor: number[];
}

/** Reads of an organization with many trails, one after another and by 16 at once, of all homes in turn. */
export async function measureReads(
  homes: readonly (readonly [name: string, home: Home])[],
  { folder, rounds, trails }: { readonly folder: string; readonly rounds: number; readonly trails: number },
  say: (line: string) => void,
): Promise<void> {
  const servers: Served[] = [];
  try {
    for (const [, home] of homes) servers.push(await filled(home, folder, trails));
    const rows: string[][] = [];
    for (const read of await readsOf(servers[0], trails)) {
      for (const connections of [1, 16]) {
        const found = servers.map((): Found => ({ rates: [], took: [], processor: [] }));
        for (let round = -1; round < rounds; round += 1)
          for (const [index, server] of servers.entries())
            await measure(server, read, connections, (round < 0 ? undefined : found[index]) ?? { rates: [], took: [], processor: [] });
        for (const [index, { processor, rates, took }] of found.entries()) {
          const times = [ms(quantile(took, 0.5)), ms(quantile(took, 0.99))];
          const cost = Math.min(...processor).toFixed(0);
          rows.push([read.name, homes[index]?.[0] ?? '', String(connections), quantile(rates, 0.5).toFixed(0), ...times, cost]);
        }
      }
    }
    const head = [
      `reads, ${trails.toLocaleString('en')} trails`,
      'service',
      'connections',
      'a second',
      'p50 ms',
      'p99 ms',
      'processor µs each',
    ];
    table(head, rows, say);
  } finally {
    await end(servers);
  }
}

/** A service whose organization has so many trails. */
export async function filled(home: Home, folder: string, trails: number): Promise<Served> {
  const before = await serve(home, folder);
  const agent = connect(1);
  await attest(before.url, agent, { trail: 'first', name: 'unit' });
  agent.destroy();
  await end([before]);
  await copyTrails(home, trails - 1);
  return await serve(home, folder);
}

async function readsOf(server: Served | undefined, trails: number): Promise<readonly Read[]> {
  if (server === undefined) return [];
  const page = (number: number) => `/api/v2/trails/acme/bench?page=${number}&per_page=50`;
  const pages = Math.max(1, Math.floor(trails / 50));
  return [
    { name: 'one trail', path: `/api/v2/trails/acme/bench/first-${Math.ceil(trails / 2)}`, times: 400 },
    { name: 'one attestation', path: `/api/v2/attestations/acme/bench/trail/first-${Math.ceil(trails / 3)}/unit`, times: 400 },
    { name: 'first page of 50', path: page(1), times: 60 },
    { name: 'middle page of 50', path: page(Math.ceil(pages / 2)), times: 60 },
    { name: 'last page of 50', path: page(pages), times: 60 },
  ];
}

async function measure({ child, url }: Served, { path, times }: Read, connections: number, found: Found): Promise<void> {
  const agent = connect(connections);
  const before = processorTime(child.pid ?? 0, 11);
  let left = times;
  const { rate, took } = await load(connections, () => ((left -= 1) < 0 ? undefined : exchange(url, { agent, path }, 200)));
  agent.destroy();
  found.rates.push(rate);
  found.processor.push(((processorTime(child.pid ?? 0, 11) - before) / times) * 1000);
  for (const each of took) found.took.push(each);
}
