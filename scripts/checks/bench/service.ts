/**
 * Durable attestations a second at 1, 16 and 64 connections, next to a bare HTTP server that only reads the body, and
 * the SQL statements that one record takes. Both servers are processes of their own and are measured in turn in one run,
 * so that a busy machine slows both alike: compare the ratio, not the rate. Then what reads take, of this checkout and of
 * others, all of them built.
 *
 *     npm run bench:service -- [SECONDS] [ROUNDS] [OTHER CHECKOUT...]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import type { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createToken } from '../../../src/service/index.ts';
import { measureReads } from './reads.ts';
import { attest, connect, load, startServed, token, type Served as Server } from './served.ts';

const seconds = Number(process.argv[2] ?? 3);
const rounds = Number(process.argv[3] ?? 3);
const say = (line: string) => process.stdout.write(`${line}\n`);
const root = new URL('../../../', import.meta.url);
const dataDir = await mkdtemp(join(tmpdir(), 'bench-service-'));
await createToken({ dataDir, user: 'bench', orgs: ['acme'], role: 'member', token });

// Counts the SQL statements that SQLite gets between the first byte of a request and its answer, from outside of the program.
const service = `
  import { StatementSync } from 'node:sqlite';
  const { all } = StatementSync.prototype;
  let statements = 0;
  StatementSync.prototype.all = function (...args) { statements += 1; return all.apply(this, args); };
  process.on('message', () => { process.send(statements); statements = 0; });
  const { startService } = await import(${JSON.stringify(new URL('../../../src/service/index.ts', import.meta.url).href)});
  const running = await startService({ host: '127.0.0.1', port: 0, dataDir: ${JSON.stringify(dataDir)}, logger: console.error });
  console.log(running.url);`;
const bare = `
  import { createServer } from 'node:http';
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(201, { 'content-type': 'application/json' }).end('{"message":"OK"}'));
  });
  server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));`;

const run = (program: string): Promise<Server> =>
  startServed(['--input-type=module', '--eval', program], { cwd: fileURLToPath(root), env: process.env });

let sent = 0;

/** One attestation on a trail that a hundred of them share. */
function post({ url }: Server, agent: Agent): Promise<unknown> {
  const place = (sent += 1);
  return attest(url, agent, `t-${Math.floor(place / 100)}`, `unit-${place % 5}`);
}

async function rate(server: Server, connections: number): Promise<number> {
  const agent = connect(connections);
  const end = performance.now() + seconds * 1000;
  const found = await load(connections, () => (performance.now() < end ? post(server, agent) : undefined));
  agent.destroy();
  return found;
}

async function statementsARecord(server: Server): Promise<number> {
  const count = () =>
    new Promise<number>((resolve) => {
      server.child.once('message', (value) => resolve(Number(value)));
      server.child.send('count');
    });
  const agent = connect(1);
  await count();
  const records = 50;
  for (let index = 0; index < records; index += 1) await post(server, agent);
  agent.destroy();
  return (await count()) / records;
}

const servers = [await run(service), await run(bare)] as const;
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
try {
  for (const server of servers) await rate(server, 16);
  say('connections   attestations a second   bare server   ratio');
  for (const connections of [1, 16, 64]) {
    const rates: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      rates[0].push(await rate(servers[0], connections));
      rates[1].push(await rate(servers[1], connections));
    }
    const [ours, theirs] = [median(rates[0]), median(rates[1])];
    say(
      `${String(connections).padStart(11)}   ${ours.toFixed(0).padStart(21)}   ${theirs.toFixed(0).padStart(11)}   ${(ours / theirs).toFixed(3)}`,
    );
  }
  say(`${(await statementsARecord(servers[0])).toFixed(1)} statements a record`);
  const others = process.argv.slice(4).map((other) => resolve(other));
  await measureReads([...others, fileURLToPath(root)], rounds, dataDir, say);
} finally {
  for (const { child } of servers) child.kill('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
}
