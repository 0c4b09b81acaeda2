import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { end, serve, type Home } from './homes.ts';
import { attest, connect, exchange, load, sendForm, type Served } from './served.ts';
import { quantile, table } from './table.ts';

/** A team's trail: so many names, and of each a record from so many legs. */
const [names, legs] = [20, 10];
const pageSize = 50;

interface Found {
  readonly took: number[];
  readonly processor: number[];
}

interface Place {
  readonly trail: string;
  readonly place: number;
}

/** `run` answers how long each request took. */
interface Case {
  readonly name: string;
  readonly run: (server: Served, round: number) => Promise<readonly number[]>;
}

/** Writes on trails of several sizes, and a page of wide trails; of all homes in turn, each next to the last home of its engine in the same round. */
export async function measureTrails(
  homes: readonly (readonly [name: string, home: Home])[],
  { folder, rounds }: { readonly folder: string; readonly rounds: number },
  say: (line: string) => void,
): Promise<void> {
  const servers: Served[] = [];
  try {
    for (const [, home] of homes) servers.push(await serve(home, folder));
    for (const server of servers) await fill(server);
    const rows: string[][] = [];
    for (const { name, run } of cases) {
      const found = servers.map((): Found => ({ took: [], processor: [] }));
      for (let round = -1; round < rounds; round += 1) {
        // The first of a round may pay for work that came before it, so the order changes each time.
        const order = [...servers.keys()].map((at) => (at + round + 1) % servers.length);
        for (const at of order) await measure(servers[at], round, run, round < 0 ? undefined : found[at]);
      }
      for (const [at, one] of found.entries()) {
        const first = homes.findLastIndex(([, { engine }]) => engine === homes[at]?.[1].engine);
        rows.push([name, homes[at]?.[0] ?? '', ...figuresOf(one, found[first] ?? one)]);
      }
    }
    table([`trails, ${rounds} rounds`, 'service', 'p50 ms', 'ratio', 'processor ms', 'ratio'], rows, say);
  } finally {
    await end(servers);
  }
}

const pageOf = (flow: string): string => `/api/v2/trails/acme/${flow}?page=1&per_page=${pageSize}`;

const some = (count: number, trailOf: (at: number) => string, placeOf: (at: number) => number): readonly Place[] =>
  Array.from({ length: count }, (_, at) => ({ trail: trailOf(at), place: placeOf(at) }));

// Pages come first: a gate's answer about trails that were just written to is worked out meanwhile.
const cases: readonly Case[] = [
  {
    name: `a page of ${pageSize} trails with ${names} names x ${legs} groups`,
    run: (server) => reads(server, pageOf('wide'), 6),
  },
  {
    name: `a page of ${pageSize} trails with a record each`,
    run: (server) => reads(server, pageOf('small'), 30),
  },
  {
    name: 'a write on a trail of up to 5 records',
    run: (server, round) =>
      writes(
        server,
        'new',
        some(
          100,
          (at) => `t-${round}-${Math.floor(at / 5)}`,
          (at) => at % 5,
        ),
      ),
  },
  {
    name: `a write on a trail of ${names * legs} records`,
    run: (server, round) =>
      writes(
        server,
        'wide',
        some(
          50,
          (at) => `t-${at}`,
          (at) => round + at,
        ),
      ),
  },
];

async function fill(server: Served): Promise<void> {
  const agent = connect(1);
  const entries = Array.from({ length: names }, (_, at) => `    - { name: unit-${at}, type: junit }`).join('\n');
  const template = `version: 1\ntrail:\n  attestations:\n${entries}\n`;
  for (const name of ['wide', 'small', 'new'])
    await sendForm(server.url, agent, 'PUT', '/api/v2/flows/acme/template_file', [
      ['data_json', JSON.stringify({ name })],
      ['template_file"; filename="template.yml', template],
    ]);
  agent.destroy();
  const each = (at: number) => `t-${at}`;
  await writes(server, 'small', some(pageSize, each, Number), 16);
  for (let trail = 0; trail < pageSize; trail += 1)
    await writes(
      server,
      'wide',
      some(names * legs, () => each(trail), Number),
      16,
    );
}

async function writes({ url }: Served, flow: string, places: readonly Place[], connections = 1): Promise<readonly number[]> {
  const agent = connect(connections);
  const left = [...places];
  const { took } = await load(connections, () => {
    const next = left.shift();
    if (next === undefined) return undefined;
    const { place, trail } = next;
    const run = { event: 'push', workflow: 'CI', workflow_file: 'ci.yml', job: 'test', run_id: 1, run_attempt: 1 };
    const made = { ...run, matrix: { leg: Math.floor(place / names) % legs }, nonce: `n-${place}` };
    const more = { git_commit_info: { sha1: commitOf(`${flow} ${trail}`) }, user_data: { compliance_evidence: made } };
    return attest(url, agent, { flow, trail, name: `unit-${place % names}`, more });
  });
  agent.destroy();
  return took;
}

/** Each trail is about a commit of its own. */
const commitOf = (text: string) => createHash('sha1').update(text).digest('hex');

async function reads({ url }: Served, path: string, times: number): Promise<readonly number[]> {
  const agent = connect(1);
  let left = times;
  const { took } = await load(1, () => ((left -= 1) < 0 ? undefined : exchange(url, { agent, path }, 200)));
  agent.destroy();
  return took;
}

async function measure(server: Served | undefined, round: number, run: Case['run'], found: Found | undefined): Promise<void> {
  if (server === undefined) return;
  const time = () => processorTimeOf(server.child.pid ?? 0);
  const before = time();
  const took = await run(server, round);
  found?.took.push(quantile(took, 0.5));
  found?.processor.push((time() - before) / took.length);
}

/** In milliseconds, of all threads, finer than proc_pid_stat(5). */
function processorTimeOf(id: number): number {
  const threads = readdirSync(`/proc/${id}/task`).map((thread) => readFileSync(`/proc/${id}/task/${thread}/schedstat`, 'utf8'));
  return threads.reduce((sum, thread) => sum + Number(thread.split(' ')[0]), 0) / 1e6;
}

/** The medians of all rounds, each with the median of its ratios to the home that the others of its engine are compared with. */
function figuresOf({ processor, took }: Found, first: Found): readonly string[] {
  const of = (own: readonly number[], others: readonly number[]) => [
    quantile(own, 0.5).toFixed(2),
    quantile(
      own.map((value, at) => value / (others[at] ?? Number.NaN)),
      0.5,
    ).toFixed(3),
  ];
  return [...of(took, first.took), ...of(processor, first.processor)];
}
