import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stringAt } from '../../src/text/index.ts';
import { privateKey, publicKey } from '../support/app-key.ts';
import { openOrganization, type Organization } from '../audit/organization/world.ts';

/** An organization of five repositories with an App on all of them, for the workflow that audits it. */
export interface AuditedOrganization extends Pick<Organization, 'api' | 'close'> {
  /** The variables that make the jobs take the double for GitHub. */
  readonly env: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly vars: Readonly<Record<string, string>>;
}

/** Everything in it landed two days ago: an audit looks at the last seven unless it is told otherwise. */
export async function openAuditedOrganization(): Promise<AuditedOrganization> {
  const begins = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const organization = await openOrganization(
    [
      { name: 'shop', pushed: 1 },
      { name: 'stock', pushed: 1 },
      { name: 'site' },
      { name: 'docs' },
      { name: 'old', more: { archived: true, pushedAt: '2024-01-01T00:00:00Z' } },
    ],
    { app: { id: 'Iv1.app', publicKey }, begins, hasService: false },
  );
  const { url } = organization.api;
  return {
    api: organization.api,
    close: () => organization.close(),
    env: { GITHUB_API_URL: url, GITHUB_SERVER_URL: url },
    secrets: { AUDIT_APP_PRIVATE_KEY: privateKey },
    vars: { AUDIT_APP_ID: 'Iv1.app' },
  };
}

/** Leaves a part of another plan among those of a run, as soon as that has its plan. */
export async function leaveForeignPart(artifacts: string, runId: string): Promise<void> {
  const plan = join(artifacts, runId, 'compliance-audit-plan', '1', 'plan.json');
  for (let waits = 0; !existsSync(plan) && waits < 600; waits += 1) await pause(50);
  await pause(50);
  const digest = stringAt(JSON.parse(readFileSync(plan, 'utf8')), 'digest') ?? '';
  const folder = join(artifacts, runId, `compliance-audit-part-${digest}-9`, '1');
  mkdirSync(folder, { recursive: true });
  const part = { format: 'compliance-evidence-organization-part', version: 1, plan: 'a'.repeat(64), index: 0, repositories: [] };
  writeFileSync(join(folder, 'part-9.json'), JSON.stringify(part));
}

/** A folder with a `git` that kills whoever clones a repository of that name with it, as a runner that dies would. */
export function killingGit(folder: string, name: string): string {
  const place = join(folder, 'killing');
  mkdirSync(place, { recursive: true });
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  writeFileSync(join(place, 'git'), `#!/bin/sh\ncase "$*" in *clone*/acme/${name}*) kill -9 $PPID; exit 1;; esac\nexec ${real} "$@"\n`, {
    mode: 0o755,
  });
  return place;
}
