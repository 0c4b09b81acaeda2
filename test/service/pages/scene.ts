import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readSignIn, type ServiceOptions } from '../../../src/service/index.ts';
import { callback, openTestProvider, type Faults, type TestProvider } from '../../support/provider.ts';
import { attest, folder, world, type World } from '../support.ts';
import { browser, type Browser } from './reader.ts';

export const publicUrl = 'https://evidence.example';
export const page = '/acme/flows/f/trails/t';

export type Organizations = Readonly<Record<string, Readonly<Record<string, string>>>>;
export const usual: Organizations = { acme: { developers: 'reader', leads: 'admin' }, other: { leads: 'auditor' } };

export interface Scene {
  readonly provider: TestProvider;
  readonly it: World;
}

export async function settingsFor(provider: TestProvider, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const home = await folder();
  await writeFile(join(home, 'secret'), `${provider.clientSecret}\n`, { mode: 0o600 });
  const said = { issuer: provider.issuer, client_id: 'evidence', client_secret_file: 'secret', organizations: usual, ...more };
  await writeFile(join(home, 'sign-in.yml'), JSON.stringify(said));
  return join(home, 'sign-in.yml');
}

export async function serviceBy(
  provider: TestProvider,
  more = {},
  dataDir?: string,
  options: Partial<ServiceOptions> = {},
): Promise<World> {
  return await world(dataDir ?? (await folder()), { publicUrl, signIn: await readSignIn(await settingsFor(provider, more)), ...options });
}

export async function scene(more: Readonly<Record<string, unknown>> = {}, faults: Faults = {}): Promise<Scene> {
  const provider = await openTestProvider();
  provider.faults = faults;
  const it = await serviceBy(provider, more);
  await attest(it, 'f/t');
  return { provider, it };
}

export const opened = ({ it }: Scene): Browser => browser(it, publicUrl);

/** Where the provider sends a browser back to, which is a path of the service. */
export async function sentBack({ provider }: Scene, own: Browser, next = page): Promise<string> {
  const { location = '', status } = await own.get(`/sign-in/start?next=${encodeURIComponent(next)}`);
  expect(status).toBe(303);
  return pathOf(await provider.visit(location));
}

export function pathOf(address: string): string {
  expect(address.slice(0, callback.length)).toBe(callback);
  return address.slice(publicUrl.length);
}

export async function signIn(on: Scene, own: Browser, next?: string) {
  return await own.get(await sentBack(on, own, next));
}

export async function bodies(it: World, which = `kind like 'signed_%'`): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(join(it.dataDir, 'evidence.db'), { readOnly: true });
  const rows = database.prepare(`select body from records where ${which} order by org_id, sequence`).all();
  database.close();
  return rows.map(({ body }) => JSON.parse(String(body)));
}
