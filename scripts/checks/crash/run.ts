/**
 * Services under the load of many clients. Something bad happens in each round; then all answers to the clients are compared with the data.
 * Nothing acknowledged may be lost or doubled, each record must have its file, the log must be one unbroken chain without a gap, and
 * `verify` must hold.
 *
 *     npm run check:crash -- [ROUNDS] [--engine sqlite|postgres] [--mode kill|full-disk|cut-off|away|failover] [--seed N] [--whole-each 50]
 *
 * Each round reads the new part of the log from a service, and compares it, the attached files, and some records as users get them. Every
 * `--whole-each` rounds, and at the end, the clients come to rest, all answers are compared, `verify` is run, and the next round begins
 * with new data. Ctrl-C ends it after the round, with all of this. The seed makes the same choices again, not the same moments.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { randomFrom } from '../random.ts';
import { chanceOf } from './chance.ts';
import { openTransports, startClients } from './clients.ts';
import { openAway } from './away.ts';
import { openCutOff } from './cut-off.ts';
import { openFailover } from './failover.ts';
import { openFullDisk } from './full-disk.ts';
import { openKilling } from './kill.ts';
import { openLedger } from './ledger.ts';
import { openFollower } from './log.ts';
import type { EngineName, OpenScene } from './scene.ts';
import { askBack, checkWhole } from './whole.ts';

const modes: Readonly<Record<string, OpenScene>> = {
  kill: openKilling,
  'full-disk': openFullDisk,
  'cut-off': openCutOff,
  away: openAway,
  failover: openFailover,
};
const engines: readonly EngineName[] = ['sqlite', 'postgres'];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string', default: 'sqlite' },
    mode: { type: 'string', default: 'kill' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    'whole-each': { type: 'string', default: '50' },
  },
});
let rounds = Number(positionals[0] ?? 5);
const [seed, wholeEach] = [Number(values.seed), Number(values['whole-each'])];
const engine = engines.find((name) => name === values.engine);
const openScene = modes[values.mode];
if (engine === undefined) throw new Error(`--engine is ${engines.join(' or ')}.`);
if (openScene === undefined) throw new Error(`--mode is ${Object.keys(modes).join(', ')}.`);
if (![rounds, seed, wholeEach].every((number) => Number.isSafeInteger(number) && number > 0)) throw new Error('A number is not one.');

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const called = `check:crash -- ${rounds} --engine ${engine} --mode ${values.mode} --seed ${seed} --whole-each ${wholeEach}`;
say(`npm run ${called}`);

const began = performance.now();
const chance = chanceOf(randomFrom(seed));
const folder = await mkdtemp(join(tmpdir(), 'crash-'));
// A server of a database runs as a user of its own.
await chmod(folder, 0o755);
// A server of a database does not keep this process alive; it must live until that has ended.
const awake = setInterval(() => {}, 60_000);
const scene = await openScene(engine, folder);
let [records, problems, done] = [0, 0, 0];
process.once('SIGTERM', () => process.exit(143));
process.once('SIGINT', () => void (rounds = done + 1));
const happened = new Map<string, number>();
const seconds = (): string => ((performance.now() - began) / 1000).toFixed(0);

try {
  while (done < rounds && problems === 0) await part(done + wholeEach);
} finally {
  await scene.close();
  clearInterval(awake);
}
for (const [what, count] of [...happened].toSorted(([, one], [, other]) => other - one)) say(`${String(count).padStart(7)}  ${what}`);
if (problems === 0) {
  await rm(folder, { recursive: true, force: true });
  say(`Nothing was lost, doubled or half there: ${done} rounds, ${records} acknowledged records, ${seconds()} s, seed ${seed}.`);
} else {
  say(
    `FAILED in round ${done}, after ${records} acknowledged records and ${seconds()} s. The data and the logs of the services are kept in ${folder}`,
  );
  say(`The same choices again: npm run ${called}`);
}
process.exitCode = problems === 0 ? 0 : 1;

async function part(last: number): Promise<void> {
  const ledger = openLedger();
  const follower = openFollower(ledger);
  if (done > 0) await scene.renew();
  await Promise.all(scene.services.map((service) => service.start(scene.place())));
  const urls = scene.services.map(({ url }) => url);
  const readers = openTransports(urls, 20);
  const clients = startClients(ledger, urls, seed * 1000 + done, scene.isBorne === true);
  while (done < Math.min(last, rounds) && ledger.problems.length === 0) {
    const acknowledged = ledger.acknowledged.size;
    const what = await scene.round(chance);
    const [reader] = readers.slice(chance.below(readers.length));
    if (reader === undefined) throw new Error('There is no service to ask.');
    await follower.follow(reader, scene.place().files);
    await askBack(ledger, reader, [...ledger.acknowledged.values()].slice(acknowledged).slice(-3));
    done += 1;
    happened.set(what, (happened.get(what) ?? 0) + 1);
    for (const problem of ledger.problems) say(`round ${done} (${what}): ${problem}`);
    if (done % 10 === 0) say(`round ${done}, ${seconds()} s: ${records + ledger.acknowledged.size} records acknowledged`);
  }
  const known = ledger.problems.length;
  await clients.drain();
  const [reader] = readers;
  if (reader !== undefined) await follower.follow(reader, scene.place().files);
  await checkWhole(ledger, follower, scene.place());
  for (const problem of ledger.problems.slice(known)) say(`after round ${done}: ${problem}`);
  if (ledger.problems.length === 0) say(`round ${done}, ${seconds()} s: verify holds over all ${follower.seen.size} records of this part`);
  for (const service of scene.services) await service.kill();
  for (const transport of readers) transport.close();
  records += ledger.acknowledged.size;
  problems += ledger.problems.length;
}
