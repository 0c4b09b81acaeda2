import { randomBytes } from 'node:crypto';
import { buildApp } from './app.ts';
import { tokenHash } from './auth/authenticators.ts';
import { openReplay, type LoggedBody } from './care/replay.ts';
import type { Evidence } from './context.ts';
import { linksFrom } from './evidence/links.ts';
import { complianceRules } from './evidence/rules.ts';
import { openTypeRules } from './rules/rules.ts';

export interface ReplayOptions {
  readonly org: string;
  readonly orgId: string;
  /** The address that the replayed service gives its pages: that of the service whose records these are. */
  readonly publicUrl: string;
}

/** A service that says what the records say that it was given, and nothing else. It listens on this machine alone. */
export interface ReplayedService {
  /** Where it listens, for example `http://127.0.0.1:40123`. */
  readonly url: string;
  /** It may read all, and change nothing, as long as the service lives. */
  readonly token: string;
  /** Applies more records, in the order of their log. Throws an error that says why they cannot be applied. */
  readonly add: (records: readonly LoggedBody[]) => Promise<void>;
  /** Ends it. Its data is gone. */
  readonly close: () => Promise<void>;
}

/** Starts a service that has nothing yet. It keeps its data in a temporary folder, sends no messages, and has no attached files. */
export async function startReplay({ org, orgId, publicUrl }: ReplayOptions): Promise<ReplayedService> {
  const token = randomBytes(32).toString('base64url');
  const { add, close, store } = await openReplay(
    { orgId, orgName: org },
    { tokenHash: tokenHash(token), role: 'auditor' },
    complianceRules,
  );
  const typeRules = openTypeRules();
  const evidence: Evidence = {
    store,
    blobs: noFiles,
    links: linksFrom(() => publicUrl),
    typeRules,
    webhookHosts: new Set(),
    beginsFlows: false,
  };
  const app = buildApp(evidence, () => {});
  app.addHook('onClose', async () => {
    await typeRules.close();
    await close();
  });
  try {
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    return {
      url,
      token,
      add,
      close: async () => {
        app.server.closeAllConnections();
        await app.close();
      },
    };
  } catch (error) {
    await app.close();
    throw error;
  }
}

const none = (): Promise<never> => Promise.reject(new Error('A replayed service has no files.'));

/** No verdict is made of the content of a file: the records have all that was read in it. */
const noFiles: Evidence['blobs'] = { receive: none, read: none, keep: none, discard: none, hasRoom: () => Promise.resolve(true) };
