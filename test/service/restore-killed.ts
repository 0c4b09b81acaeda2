import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { createToken, startService, verifyData } from '../../src/service/index.ts';
import { openBackend, type Place } from '../../src/service/store/open-data.ts';
import { restored } from './backup-support.ts';
import { attest, client, folder, token } from './support.ts';

const source = (path: string) => JSON.stringify(new URL(`../../src/service/${path}`, import.meta.url).href);

/** A directory with some hundred records, every fifth with a file. */
export async function filled(records: number): Promise<string> {
  const dataDir = await folder();
  await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'member', token });
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir });
  const it = client(service.url, { authorization: `Bearer ${token}` });
  try {
    await Promise.all(
      Array.from({ length: records }, async (_, index) => {
        const upload = index % 5 === 0 ? { content: `file ${index} `.repeat(1000) } : undefined;
        expect((await attest(it, `f/t${index % 7}`, { attestation_name: `n${index}` }, upload)).status).toBe(201);
      }),
    );
  } finally {
    await service.close();
  }
  return dataDir;
}

/**
 * Kills a process that restores a file, again and again and a little later each time, until one comes to its end. `place` is the
 * code of the place for that process. Answers how many were killed, and whether the last one was, at its very end.
 */
export async function killRestores(file: string, place: string, to: Place) {
  const program = `
    import { restoreData } from ${source('index.ts')};
    import { postgresDatabase } from ${source('postgres.ts')};
    console.log('begins');
    await restoreData({ from: ${JSON.stringify(file)}, dataDir: ${place} });`;
  for (let kills = 0; ; kills += 1) {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    await Promise.race([ended, sleep(20 * 1.7 ** kills)]);
    if (child.exitCode === 0) return { kills, isLastKilled: false };
    child.kill('SIGKILL');
    await ended;
    // One that was killed between its end and that of its process has restored everything, as its caller sees.
    const isThere = await Promise.resolve(openBackend(to).find()).then(
      () => true,
      (error: unknown) => error,
    );
    if (isThere === true) return { kills: kills + 1, isLastKilled: true };
    expect(String(isThere)).toMatch(/There is no database|holds no data/);
  }
}

/** A place holds the same as the bytes of a backup, and it may be written to. */
export async function expectRestored(place: Place, bytes: Uint8Array): Promise<void> {
  const found = await verifyData({ dataDir: place });
  expect(found).toEqual((await restored(bytes, `${await folder()}/twin`)).verification);
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir: place });
  try {
    expect((await attest(client(service.url, { authorization: `Bearer ${token}` }), 'f/t1')).status).toBe(201);
  } finally {
    await service.close();
  }
  expect((await verifyData({ dataDir: place })).problem).toBeUndefined();
}
