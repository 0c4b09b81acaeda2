import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { createToken } from '../../src/service/index.ts';
import { postgresDatabase } from '../../src/service/postgres.ts';
import { newSchema } from '../support/postgres/database.ts';
import { client, field, green, token } from './client.ts';
import { folder } from './support.ts';

const source = (path: string) => JSON.stringify(new URL(`../../src/service/${path}`, import.meta.url).href);

/** A service in a process of its own. */
export async function serve(
  place: { readonly url: string; readonly blobs: string },
  more = {},
): Promise<{ child: ChildProcess; url: string }> {
  const program = `
    import { startService } from ${source('index.ts')};
    import { postgresDatabase } from ${source('postgres.ts')};
    const dataDir = postgresDatabase({ ...${JSON.stringify(place)}, env: process.env });
    const more = ${JSON.stringify(more)};
    const service = await startService({ host: '127.0.0.1', port: 0, dataDir, logger: console.error, ...more });
    console.log(service.url);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const url of createInterface({ input: child.stdout })) return { child, url };
  throw new Error('The service did not start.');
}

export async function begun(url?: string, blobs?: string) {
  const place = { url: url ?? (await newSchema()), blobs: blobs ?? (await folder()) };
  await createToken({ dataDir: postgresDatabase(place), user: 'ada', orgs: ['acme'], role: 'member', token });
  return place;
}

/** Records under a key until it is answered. Now and then the answer is lost, and the next request goes to another process. */
export async function persist(urls: readonly string[], place: number, attachment: string | undefined): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const body = new FormData();
    body.set('data_json', JSON.stringify({ attestation_name: `n${place}`, junit_results: [green] }));
    if (attachment !== undefined) body.set('attachment_file', new Blob([attachment]), 'r.xml');
    const lost = attempt < 2 ? AbortSignal.timeout(5 + ((place * 7 + attempt * 13) % 60)) : AbortSignal.timeout(30_000);
    const url = `${urls[(place + attempt) % urls.length]}/api/v2/attestations/acme/f/trail/t/junit`;
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `key-${place}` };
    const status = await fetch(url, { method: 'POST', headers, body, signal: lost }).then(
      async (response) => {
        await response.text();
        return response.status;
      },
      () => 0,
    );
    if (status === 201) return;
    expect([0, 409, 503]).toContain(status);
    await sleep(100);
  }
  throw new Error(`The record ${place} was never answered.`);
}

export async function names(url: string): Promise<readonly string[]> {
  const it = client(url, { authorization: `Bearer ${token}` });
  const list = field((await it.get('/attestations/acme?per_page=100')).body, 'data');
  return Array.isArray(list) ? list.map((each) => String(field(each, 'attestation_name'))) : [];
}
