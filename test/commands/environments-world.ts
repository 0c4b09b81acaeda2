import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { resultJson, showResult } from '../../src/cli/show-result.ts';
import { openTerminal } from '../../src/cli/terminal.ts';
import type { Event, Result } from '../../src/commands/index.ts';
import type { RawOptions } from '../../src/options/index.ts';
import { createToken, startService } from '../../src/service/index.ts';
import { playNamed } from './play-named.ts';

export interface Played {
  readonly result: Result;
  readonly events: readonly Event[];
  /** The text that people see. */
  readonly shown: string;
  readonly json: unknown;
}

export interface EnvironmentsWorld {
  /** Writes a file into the working directory. */
  readonly write: (name: string, text: string) => void;
  readonly play: (command: string, options?: RawOptions) => Promise<Played>;
  readonly get: (path: string) => Promise<unknown>;
}

/** A service with the environments `prod` and `dev`, and commands about it. */
export async function environmentsWorld(webhookHosts: readonly string[] = []): Promise<EnvironmentsWorld> {
  const token = 'a-token-for-tests-only';
  const folder = mkdtempSync(join(tmpdir(), 'evidence-commands-'));
  const dataDir = join(folder, 'data');
  await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'admin', token });
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir, webhookHosts });
  onTestFinished(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (const name of ['prod', 'dev'])
    await fetch(`${service.url}/api/v2/environments/acme`, { method: 'PUT', headers, body: JSON.stringify({ name, type: 'server' }) });
  return {
    write: (name, text) => writeFileSync(join(folder, name), text),
    play: async (command, options = {}) => {
      const raw = { 'base-url': service.url, 'api-token': token, org: 'acme', ...options };
      const { events, result } = await playNamed(command, raw, { workspace: folder });
      const lines: string[] = [];
      const terminal = {
        ...openTerminal(),
        style: (_: unknown, text: string) => text,
        out: (text: string) => void lines.push(text),
        err: (text: string) => void lines.push(text),
      };
      if (result.kind !== 'stopped') showResult(result, terminal);
      return { result, events, shown: lines.join('\n'), json: result.kind === 'stopped' ? undefined : resultJson(result) };
    },
    get: async (path) => (await fetch(`${service.url}/api/v2${path}`, { headers })).json(),
  };
}
