import { join } from 'node:path';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { buildApp } from '../../../src/service/app.ts';
import { linksFrom } from '../../../src/service/evidence/links.ts';
import { createToken } from '../../../src/service/index.ts';
import { openTypeRules } from '../../../src/service/rules/rules.ts';
import { createStore } from '../../../src/service/store/store.ts';
import { openBlobs } from '../../../src/service/blobs/folder.ts';
import { openSqlite } from '../../../src/service/sqlite/engine.ts';

export const token = 'a-token-for-the-story-only';

export interface StoryService {
  /** The address, with /api/v2. */
  readonly url: string;
  /** The file of its database. */
  readonly database: string;
  close(): Promise<void>;
}

/** Roles that a story may have tokens of, next to that of the administrator. */
export type StoryRole = 'reader' | 'member' | 'auditor';

export const tokenOf = (role: StoryRole): string => `${token}-${role}`;

/** The real service on a free port, by the clock of a story. */
export async function openService(dataDir: string, now: () => number, roles: readonly StoryRole[] = []): Promise<StoryService> {
  await createToken({ dataDir, user: 'ci', orgs: ['acme'], role: 'admin', token });
  for (const role of roles) await createToken({ dataDir, user: role, orgs: ['acme'], role, token: tokenOf(role) });
  const database = join(dataDir, 'evidence.db');
  const store = createStore(openSqlite(database), complianceRules, now);
  const blobs = await openBlobs(dataDir, (id) => store.hasBlob(id));
  const typeRules = openTypeRules();
  const links = linksFrom(() => 'https://evidence.example');
  const app = buildApp({ store, blobs, links, typeRules, webhookHosts: new Set<string>(), beginsFlows: true }, () => {}, {});
  app.addHook('onSend', async (_request, reply) => void reply.header('date', new Date(now() * 1000).toUTCString()));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The service listens on no port');
  return {
    url: `http://127.0.0.1:${address.port}/api/v2`,
    database,
    async close() {
      app.server.closeAllConnections();
      await app.close();
      await typeRules.close();
      await store.close();
    },
  };
}
