/**
 * The cost of each filter of the page of a flow among many trails, on both engines, in turn with the page without one, by one reader and
 * by 16 at once. Compare the ratios, not the times of two runs.
 *
 *     npm run prepare && npm run bench:filters -- [--trails N] [--rounds N] [--engine sqlite|postgres] [--only PART OF A FILTER]
 *
 * It fails where the median of a filtered page is more than three times that of the plain one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { missingPostgres } from '../../../test/support/postgres/find.ts';
import { end, onPostgres, onSqlite, openServer, type Home } from './homes.ts';
import { filled } from './reads.ts';
import { connect, exchange, load, type Served } from './served.ts';
import { ms, quantile, table } from './table.ts';

const most = 3;
const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '4' },
    trails: { type: 'string', default: '1000000' },
  },
});
const [rounds, trails] = [Number(values.rounds), Number(values.trails)];
const say = (line: string) => void process.stdout.write(`${line}\n`);
const here = join(import.meta.dirname, '../../../');

/** `copies` says which trails have what. Where filters exclude each other, as many trails are looked through as ever are. */
const filters = [
  'state=compliant',
  'state=non-compliant',
  'state=incomplete',
  'branch=main',
  'branch=rare',
  'author=Author+7',
  'pull_request=77',
  'since=2020-01-01&until=2100-01-01',
  'text=first',
  'text=nothing',
  'state=compliant&branch=main',
  'state=non-compliant&author=Author+3',
  'branch=main&author=Author+7',
  'state=compliant&branch=rare&author=Author+10&text=first',
  'state=non-compliant&branch=rare',
  'state=non-compliant&author=Author+7',
  'state=compliant&author=Author+3',
  'branch=rare&author=Author+7',
  'branch=rare&pull_request=77',
  'author=Author+8&pull_request=77',
  'branch=main&state=incomplete',
  'branch=main&text=nothing',
  'branch=rare&text=nothing',
  'author=Author+7&text=nothing',
  'since=2020-01-01&text=nothing',
].filter((filter) => filter.includes(values.only));

/** The requests of one kind in a row: of one reader one, then the other page has its turn. */
const inARow = { 1: 1, 16: 32 } as const;
const perRound = { 1: 15, 16: 1 } as const;

async function measure({ url }: Served, filter: string, readers: 1 | 16): Promise<readonly [plain: number, filtered: number]> {
  const agent = connect(readers);
  const took: Readonly<Record<string, number[]>> = { '': [], [filter]: [] };
  for (let round = -1; round < rounds * perRound[readers]; round += 1)
    for (const [query, all] of Object.entries(took)) {
      let left: number = inARow[readers];
      const path = `/acme/flows/bench?${query}`;
      const { took: each } = await load(readers, () => ((left -= 1) < 0 ? undefined : exchange(url, { agent, path }, 200)));
      if (round >= 0) all.push(...each);
    }
  agent.destroy();
  return [quantile(took[''] ?? [], 0.5), quantile(took[filter] ?? [], 0.5)];
}

async function measureAll(home: Home, folder: string): Promise<number> {
  const began = performance.now();
  const server = await filled(home, folder, trails);
  say(`${home.engine}: ${trails.toLocaleString('en')} trails are there after ${((performance.now() - began) / 1000).toFixed(0)} s`);
  try {
    const rows: string[][] = [];
    let worst = 0;
    for (const filter of filters) {
      const cells: string[] = [];
      for (const readers of [1, 16] as const) {
        const [plain, filtered] = await measure(server, filter, readers);
        worst = Math.max(worst, filtered / plain);
        cells.push(ms(plain), ms(filtered), (filtered / plain).toFixed(2));
      }
      rows.push([filter, ...cells]);
    }
    table([`${home.engine}, p50`, '1: plain ms', 'filtered', 'ratio', '16: plain ms', 'filtered', 'ratio'], rows, say);
    say(`The machine's load: ${loadavg().map(ms).join(', ')}`);
    return worst;
  } finally {
    await end([server]);
  }
}

const folder = await mkdtemp(join(tmpdir(), 'bench-filters-'));
// Nothing else keeps this process alive while it waits for a database server to end.
const alive = setInterval(() => {}, 1000);
let worst = 0;
try {
  if (values.engine !== 'postgres') worst = await measureAll(onSqlite(here, join(folder, 'data')), folder);
  if (values.engine !== 'sqlite' && missingPostgres !== undefined) say(`${missingPostgres}. Only SQLite is measured.`);
  else if (values.engine !== 'sqlite') {
    const cluster = await openServer();
    try {
      worst = Math.max(worst, await measureAll(await onPostgres(here, cluster, 'filters'), folder));
    } finally {
      await cluster.remove();
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
  clearInterval(alive);
}
say(`The dearest filtered page took ${worst.toFixed(2)} times as long as the plain one; ${most} times is a failure.`);
process.exitCode = worst <= most ? 0 : 1;
