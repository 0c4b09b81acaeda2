/**
 * Kills the service with SIGKILL under load, round after round, and looks at what is left: no record that was
 * acknowledged may be gone, none may be there by half, the chain must hold and the numbers must be without a gap.
 *
 *     node scripts/checks/crash/service.ts [rounds]
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash, randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { createToken, verifyData } from '../../../src/service/index.ts';
import { openData } from '../../../src/service/store/index.ts';

const rounds = Number(process.argv[2] ?? 3);
const writers = 24;
const orgs = ['acme', 'globex'];
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Acknowledged {
  readonly id: string;
  readonly org: string;
  readonly name: string;
  readonly content: string | undefined;
}

const dataDir = await mkdtemp(join(tmpdir(), 'crash-'));
const token = await createToken({ dataDir, user: 'ada', orgs, role: 'member' });
const acknowledged: Acknowledged[] = [];
const problems: string[] = [];
let count = 0;

for (let round = 1; round <= rounds; round += 1) {
  const service = await start();
  const stop = new AbortController();
  const load = Array.from({ length: writers }, (_, writer) =>
    write(service.url, writer, stop.signal).catch((error: unknown) => {
      // The connection breaks when the service is killed; anything else it answers is not right.
      if (!(error instanceof TypeError) && !stop.signal.aborted) problems.push(String(error));
    }),
  );
  const before = acknowledged.length;
  await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 1200));
  service.child.kill('SIGKILL');
  await once(service.child, 'exit');
  stop.abort();
  await Promise.all(load);
  const records = await inspect();
  say(
    `round ${round}: ${acknowledged.length - before} acknowledged and then killed; ${records} records in all, ${problems.length} problems`,
  );
}

await rm(dataDir, { recursive: true, force: true });
for (const problem of problems) say(problem);
say(
  problems.length === 0
    ? `Nothing was lost in ${rounds} rounds: ${acknowledged.length} acknowledged records are all there.`
    : `FAILED: ${problems.length} problems.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

async function start(): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const program = `
    import { startService } from ${JSON.stringify(new URL('../../../src/service/index.ts', import.meta.url).href)};
    const service = await startService({ host: '127.0.0.1', port: 0, dataDir: ${JSON.stringify(dataDir)}, logger: console.error });
    console.log(service.url);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const url of createInterface({ input: child.stdout })) return { child, url };
  throw new Error('The service did not start.');
}

/** Posts without a pause until the service is gone. Every second writer says each thing twice under one key. */
async function write(url: string, writer: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const place = (count += 1);
    const name = `n${place}`;
    const org = orgs[place % orgs.length] ?? '';
    const content = place % 3 === 0 ? randomBytes(20_000).toString('hex') : undefined;
    const post = async () => {
      const body = new FormData();
      const row = { name: 's', failures: 0, errors: 0, skipped: 0, total: 1, duration: 0.1 };
      body.set('data_json', JSON.stringify({ attestation_name: name, junit_results: [row], description: 'x'.repeat(500) }));
      if (content !== undefined) body.set('attachment_file', new Blob([content]), 'r.xml');
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': name };
      const response = await fetch(`${url}/api/v2/attestations/${org}/flow-${writer % 3}/trail/trail-${Math.floor(place / 40)}/junit`, {
        method: 'POST',
        headers,
        body,
        signal,
      });
      const answer: { readonly attestation_id?: string } = JSON.parse(await response.text());
      if (response.status !== 201 || answer.attestation_id === undefined) throw new Error(`answered ${response.status}`);
      return answer.attestation_id;
    };
    const id = await post();
    acknowledged.push({ id, org, name, content });
    if (writer % 2 === 0) await post();
  }
}

/** Opens the remaining data as the service would, and compares it with the acknowledged records. */
async function inspect(): Promise<number> {
  const data = await openData(dataDir);
  const { store } = data;
  const principal = await store.authenticate(createHash('sha256').update(token).digest('hex'));
  let total = 0;
  for (const org of orgs) {
    const orgId = principal?.grants.get(org)?.orgId ?? '';
    const attestations = await store.attestationCount(orgId);
    const names = new Set<unknown>();
    const places = await store.findAttestations(orgId, {}, attestations);
    if (places.some(({ number }, index) => number !== attestations - index))
      problems.push(`${org}: attestations are missing from the count.`);
    for (const { sequence } of places)
      for (const row of await store.attestationsAt(orgId, [sequence])) names.add(row.record.attestation_name);
    if (names.size !== attestations) problems.push(`${org}: ${attestations - names.size} attestations are there twice.`);
    for (const each of acknowledged.filter((one) => one.org === org)) {
      const row = await store.attestationById(orgId, each.id);
      if (row === undefined) problems.push(`${org}: ${each.name} was acknowledged and is lost.`);
      else if ((row.record.attachment === undefined) !== (each.content === undefined))
        problems.push(`${org}: ${each.name} lost its attachment.`);
    }
    const trails = (await store.trailCount(orgId, undefined)) ?? 0;
    const listed = await store.trailsByNumber(orgId, undefined, 0, trails);
    if (listed.length !== trails) problems.push(`${org}: ${listed.length} trails are numbered up to ${trails}.`);
    for (const trail of listed) {
      const speaking = trail.compliance.attestations_statuses.length;
      const events = await store.eventsOfTrails(orgId, [trail.id], 0);
      const reported = events.filter(({ event: { type } }) => type === 'trail_attestation_reported').length;
      if (speaking !== reported) problems.push(`${org}: ${trail.name} was decided by ${speaking} of ${reported} records.`);
    }
  }
  await data.close();
  const report = await verifyData({ dataDir });
  for (const { org, records, problem } of report.organizations) {
    if (problem !== undefined) problems.push(`${org}: ${problem}`);
    total += records;
  }
  if (report.problem !== undefined) problems.push(report.problem);
  await inspectBlobs();
  return total;
}

/** Each kept file must be a whole one, and each acknowledged attachment must be kept. */
async function inspectBlobs(): Promise<void> {
  const folder = join(dataDir, 'blobs');
  const kept = (await readdir(folder)).filter((name) => name !== 'incoming');
  const hashes = new Set<string>();
  for (const name of kept)
    hashes.add(
      createHash('sha256')
        .update(await readFile(join(folder, name)))
        .digest('hex'),
    );
  for (const { name, content } of acknowledged) {
    if (content !== undefined && !hashes.has(createHash('sha256').update(content).digest('hex')))
      problems.push(`The attachment of ${name} is lost.`);
  }
  const incoming = await readdir(join(folder, 'incoming'));
  if (incoming.length > 0) problems.push(`${incoming.length} files were left among the incoming ones.`);
}
