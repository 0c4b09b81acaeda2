import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isItems, isPage } from '../../src/contract/checks/answers.gen.ts';
import { isAttestationRecord } from '../../src/contract/checks/attestations.gen.ts';
import type { AttestationRecord } from '../../src/contract/index.ts';
import { createToken, startService } from '../../src/service/index.ts';

/** The real service with its organization, behind every scenario. */
export interface Stage {
  /** The address, with `/api/v2`. */
  readonly baseUrl: string;
  /** Tokens by their rights in `acme`. */
  readonly tokens: { readonly member: string; readonly reader: string; readonly stranger: string };
  /** Reads a path below the base URL, as a member. Throws on anything but 200. */
  read(path: string): Promise<unknown>;
  /** Creates or updates a flow whose template demands these attestations of the trail. */
  putFlow(flow: string, names: readonly string[]): Promise<void>;
  renameFlow(flow: string, newName: string): Promise<void>;
  /** Every record that the service holds in `acme`, oldest first. */
  records(): Promise<readonly AttestationRecord[]>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'evidence-stage-'));
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir });
  const tokens = {
    member: await createToken({ dataDir, user: 'ci', orgs: ['acme'], role: 'member' }),
    reader: await createToken({ dataDir, user: 'eve', orgs: ['acme'], role: 'reader' }),
    stranger: await createToken({ dataDir, user: 'bob', orgs: ['globex'], role: 'member' }),
  };
  const baseUrl = `${service.url}/api/v2`;
  const headers = { authorization: `Bearer ${tokens.member}` };

  async function read(path: string): Promise<unknown> {
    const response = await fetch(`${baseUrl}${path}`, { headers });
    if (response.status !== 200) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  }

  return {
    baseUrl,
    tokens,
    read,
    async putFlow(flow, names) {
      const body = new FormData();
      body.set('data_json', JSON.stringify({ name: flow }));
      body.set('template_file', new Blob([templateOf(names)]), 'template.yml');
      const response = await fetch(`${baseUrl}/flows/acme/template_file`, { method: 'PUT', headers, body });
      if (!response.ok) throw new Error(`PUT flow ${flow} answered ${response.status}: ${await response.text()}`);
    },
    async renameFlow(flow, newName) {
      const body = JSON.stringify({ new_name: newName });
      const typed = { ...headers, 'content-type': 'application/json' };
      const response = await fetch(`${baseUrl}/flows/acme/${flow}/rename`, { method: 'PUT', headers: typed, body });
      if (!response.ok) throw new Error(`PUT flow ${flow} answered ${response.status}: ${await response.text()}`);
    },
    async records() {
      const found: AttestationRecord[] = [];
      for (let page = 1; ; page += 1) {
        const answer = await read(`/attestations/acme?page=${page}&per_page=100`);
        const items = isPage(answer) ? answer.data : isItems(answer) ? answer : [];
        for (const item of items) {
          if (!isAttestationRecord(item))
            throw new Error(`The service listed a record that is not in the contract: ${JSON.stringify(item)}`);
          found.push(item);
        }
        if (items.length < 100) return found.toReversed();
      }
    },
    async close() {
      await service.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function templateOf(names: readonly string[]): string {
  if (names.length === 0) return 'version: 1\n';
  return ['version: 1', 'trail:', '  attestations:', ...names.map((name) => `    - { name: ${name}, type: junit }`), ''].join('\n');
}
