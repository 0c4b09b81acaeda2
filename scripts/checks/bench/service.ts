/**
 * How fast the service is on both engines, in one run: durable records, next to a bare HTTP server that only reads the same bodies;
 * reads of an organization with many trails; a start, and the memory of a service that is idle. Everything is measured in turn, so
 * that a busy machine slows all alike: compare the ratios, not the figures of two runs.
 *
 *     npm run prepare && npm run bench:service -- [--seconds N] [--rounds N] [--trails N] [OTHER CHECKOUT...]
 *
 * Other checkouts, built too, are measured in the same rounds. PostgreSQL is a server in a scratch folder, which writes to the
 * disk before it answers; without the programs of one only SQLite is measured.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { missingPostgres } from '../../../test/support/postgres/find.ts';
import { costOfServe } from './cost.ts';
import { end, onPostgres, onSqlite, openServer, serve, servingArgs, type Home } from './homes.ts';
import { measureReads } from './reads.ts';
import { startServed, type Served } from './served.ts';
import { ms, quantile, table } from './table.ts';
import { measureTrails } from './trails.ts';
import { measureWrites, type Taker } from './writes.ts';

const numbers = { seconds: '2', rounds: '3', trails: '1000000' };
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: numbers.seconds },
    rounds: { type: 'string', default: numbers.rounds },
    trails: { type: 'string', default: numbers.trails },
  },
});
const [seconds, rounds, trails] = [Number(values.seconds), Number(values.rounds), Number(values.trails)];
const say = (line: string) => void process.stdout.write(`${line}\n`);
const here = join(import.meta.dirname, '../../../');
const checkouts = [here, ...positionals.map((other) => resolve(other))];
const nameOf = (checkout: string) => (checkouts.length === 1 ? '' : `${basename(checkout)}: `);

const bare = `
  import { createServer } from 'node:http';
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(201, { 'content-type': 'application/json' }).end('{"message":"OK"}'));
  });
  server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));`;

// The server runs as another user, who must reach its folder.
const folder = await mkdtemp(join(tmpdir(), 'bench-service-'));
const cluster = missingPostgres === undefined ? await openServer() : undefined;
if (missingPostgres !== undefined) say(`${missingPostgres}. Only SQLite is measured.`);
let made = 0;

async function homes(): Promise<readonly Home[]> {
  const all: Home[] = [];
  for (const checkout of checkouts) {
    made += 1;
    all.push(onSqlite(checkout, join(folder, `data-${made}`)));
    if (cluster !== undefined) all.push(await onPostgres(checkout, cluster, `bench_${made}`));
  }
  return all;
}

const running: Served[] = [];
// Nothing else keeps this process alive while it waits for the server to end.
const alive = setInterval(() => {}, 1000);
try {
  const bareServer = await startServed(['--input-type=module', '--eval', bare], { cwd: here, env: process.env });
  running.push(bareServer);
  const takers: Taker[] = [{ name: 'bare HTTP server', services: [bareServer], orgs: 1 }];
  for (const home of await homes()) {
    const name = `${nameOf(home.checkout)}${home.engine}`;
    const one = await serve(home, folder);
    running.push(one);
    takers.push({ name, services: [one], orgs: 1 }, { name: `${name}, 4 organizations`, services: [one], orgs: 4 });
    if (home.engine === 'SQLite') continue;
    const two = [one, await serve(home, folder)];
    running.push(...two.slice(1));
    takers.push({ name: `${name}, 2 processes`, services: two, orgs: 1 });
    takers.push({ name: `${name}, 2 processes, 4 organizations`, services: two, orgs: 4 });
  }
  await measureWrites(takers, { seconds, rounds }, say);
  await end(running.splice(0));
  await measureReads(
    (await homes()).map((home) => [`${nameOf(home.checkout)}${home.engine}`, home]),
    { folder, rounds, trails },
    say,
  );
  await measureTrails(
    (await homes()).map((home) => [`${nameOf(home.checkout)}${home.engine}`, home]),
    { folder, rounds: rounds * 3 },
    say,
  );
  await measureStarts(await homes());
} finally {
  await end(running);
  await cluster?.remove();
  await rm(folder, { recursive: true, force: true });
  clearInterval(alive);
}

async function measureStarts(all: readonly Home[]): Promise<void> {
  const rows: string[][] = [];
  const costs = new Map(all.map((home) => [home, [] as Awaited<ReturnType<typeof costOfServe>>[]]));
  for (let round = 0; round < rounds * 2; round += 1)
    for (const home of all) costs.get(home)?.push(await costOfServe(servingArgs(home, folder), home.place));
  for (const [home, of] of costs) {
    const median = (part: (cost: (typeof of)[number]) => number) => quantile(of.map(part), 0.5);
    const figures = [
      ms(median(({ time }) => time)),
      ms(median(({ processor }) => processor)),
      median(({ memory = 0 }) => memory).toFixed(0),
    ];
    rows.push([`${nameOf(home.checkout)}${home.engine}`, ...figures]);
  }
  table(['start on data that is there', 'ms', 'processor ms', 'memory MB'], rows, say);
}
