import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { operations, type OperationName } from '../../src/contract/index.ts';
import { complianceRules } from '../../src/service/evidence/rules.ts';
import { buildApp } from '../../src/service/app.ts';
import { linksFrom } from '../../src/service/evidence/links.ts';
import type { Route } from '../../src/service/http/route.ts';
import { createToken } from '../../src/service/index.ts';
import { openTypeRules } from '../../src/service/rules/rules.ts';
import { openData } from '../../src/service/store/open-data.ts';
import { folder } from './support.ts';

export const everyRole = ['admin', 'member', 'recorder', 'approver', 'snapshotter', 'auditor', 'reader'] as const;
export type RoleName = (typeof everyRole)[number];

/** The token of the user with a role in `acme`, or of the `stranger`, who is an administrator elsewhere. */
export const tokenOf = (user: RoleName | 'stranger') => `token-of-the-${user}`;

/** The operations that it answers: every one that the client knows. */
export const answered = Object.entries<(typeof operations)[OperationName]>(operations);

/** The service without a port, with these routes or with its own, and a user of each role. */
export async function mounted(routes?: readonly Route[]): Promise<FastifyInstance> {
  const home = await folder();
  for (const role of everyRole) await createToken({ dataDir: home, user: role, orgs: ['acme'], role, token: tokenOf(role) });
  await createToken({ dataDir: home, user: 'stranger', orgs: ['other'], role: 'admin', token: tokenOf('stranger') });
  const data = await openData(home, complianceRules);
  const typeRules = openTypeRules();
  const app = buildApp(
    { ...data, links: linksFrom(() => ''), typeRules, webhookHosts: new Set<string>(), beginsFlows: true },
    () => {},
    routes === undefined ? {} : { mounted: routes },
  );
  app.addHook('onClose', () => typeRules.close());
  app.addHook('onClose', () => data.close());
  onTestFinished(() => app.close());
  await app.ready();
  return app;
}
