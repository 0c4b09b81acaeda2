/**
 * Durable attestations a second at 1, 16 and 64 connections, next to a bare HTTP server that only reads the body, and
 * the SQL statements that one record takes. Both servers are processes of their own and are measured in turn in one run,
 * so that a busy machine slows both alike: compare the ratio, not the rate.
 *
 *     node scripts/checks/bench/service.ts [seconds] [rounds]
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createToken } from '../../../src/service/index.ts';

const seconds = Number(process.argv[2] ?? 3);
const rounds = Number(process.argv[3] ?? 3);
const say = (line: string) => process.stdout.write(`${line}\n`);
const token = 'bench-token-bench-token';
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

interface Server {
  readonly child: ChildProcess;
  readonly url: URL;
}

async function start(program: string): Promise<Server> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  if (child.stdout === null) throw new Error('The server has no output.');
  for await (const line of createInterface({ input: child.stdout })) return { child, url: new URL(line) };
  throw new Error('The server did not start.');
}

let sent = 0;

/** One attestation with one row, on a trail that a hundred attestations share. */
function post({ url }: Server, agent: Agent): Promise<void> {
  const place = (sent += 1);
  const row = { name: 'suite', failures: 0, errors: 0, skipped: 0, total: 20, duration: 1.5 };
  const data = JSON.stringify({ attestation_name: `unit-${place % 5}`, junit_results: [row], origin_url: 'https://ci.example.com/runs/1' });
  const body = `--b\r\nContent-Disposition: form-data; name="data_json"\r\n\r\n${data}\r\n--b--\r\n`;
  return new Promise((resolve, reject) => {
    const sending = request(
      {
        host: url.hostname,
        port: url.port,
        agent,
        method: 'POST',
        path: `/api/v2/attestations/acme/bench/trail/t-${Math.floor(place / 100)}/junit`,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': Buffer.byteLength(body),
        },
      },
      (response) => {
        response.resume().on('end', () => {
          if (response.statusCode === 201) resolve();
          else reject(new Error(`The server answered ${response.statusCode}.`));
        });
      },
    );
    sending.on('error', reject).end(body);
  });
}

async function rate(server: Server, connections: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + seconds * 1000;
  const began = performance.now();
  let done = 0;
  const one = async () => {
    while (performance.now() < end) {
      await post(server, agent);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  agent.destroy();
  return done / ((performance.now() - began) / 1000);
}

async function statementsARecord(server: Server): Promise<number> {
  const count = () =>
    new Promise<number>((resolve) => {
      server.child.once('message', (value) => resolve(Number(value)));
      server.child.send('count');
    });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await count();
  const records = 50;
  for (let index = 0; index < records; index += 1) await post(server, agent);
  agent.destroy();
  return (await count()) / records;
}

const servers = [await start(service), await start(bare)] as const;
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
} finally {
  for (const { child } of servers) child.kill('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
}
