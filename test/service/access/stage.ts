import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { buildApp } from '../../../src/service/app.ts';
import type { People } from '../../../src/service/auth/people/person.ts';
import { linksFrom } from '../../../src/service/evidence/links.ts';
import * as service from '../../../src/service/index.ts';
import { openTypeRules } from '../../../src/service/rules/rules.ts';
import { openData } from '../../../src/service/store/open-data.ts';
import { given } from '../../../src/text/index.ts';
import { approve, artifact } from '../approving.ts';
import { fillWithEveryKind } from '../care/every-kind.ts';
import { attest, client, field, putFlow, token, type Client } from '../client.ts';

/** The organization that has something of every kind. Its flow `f` is everybody's, and `covert-flow` nobody's who is narrowed. */
export const ours = { org: 'acme', flow: 'f', other: 'covert-flow' } as const;

/** All that is about `covert-flow` has this in its text, and nothing else has. */
export const mark = /covert/i;

/** The identifiers of a record with a file, in `f` and in `covert-flow`. */
export interface Stage {
  readonly app: FastifyInstance;
  readonly attestation: Readonly<Record<string, string>>;
}

const sha = 'c'.repeat(40);

/**
 * The service without a port, on data with something of every kind; it goes when the service closes. The same artifact and the
 * same commit are in two flows. `prepare` makes the secrets that a test needs.
 */
export async function stage(prepare: (dataDir: string) => Promise<void>, people?: People): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'access-'));
  await fillWithEveryKind(dataDir, service);
  await service.createToken({ dataDir, user: 'elsewhere', orgs: ['globex'], role: 'admin', token: 'only-for-globex' });
  const attestation = await hide(dataDir);
  await prepare(dataDir);
  const data = await openData(dataDir, complianceRules);
  const typeRules = openTypeRules();
  const stating = { links: linksFrom(() => 'https://evidence.example') };
  const means = {
    links: linksFrom(() => ''),
    stating,
    typeRules,
    webhookHosts: new Set<string>(),
    beginsFlows: true,
    ...given({ people }),
  };
  const app = buildApp({ ...data, ...means }, () => {});
  app.addHook('onClose', async () => {
    await typeRules.close();
    await data.close();
    await rm(dataDir, { recursive: true });
  });
  await app.ready();
  return { app, attestation };
}

/** Another flow, whose every word says that it is covert, and a file in each flow. */
async function hide(dataDir: string): Promise<Stage['attestation']> {
  const running = await service.startService({ host: '127.0.0.1', port: 0, dataDir });
  try {
    const it = client(running.url, { authorization: `Bearer ${token}` });
    await putFlow(it, ours.other, 'version: 1\ntrail:\n  attestations:\n    - name: covert-name\n      type: junit\n');
    const commit = { git_commit_info: { sha1: sha, message: 'A covert change', author: 'covert' } };
    const covert = { filename: 'covert.tgz', repo_info: { name: 'covert/repo', url: '' } };
    const made = [
      await artifact(it, { ...covert, trail_name: 'covert-trail', git_commit: sha }, ours.other),
      await approve(it, { description: 'Covert', src_commit_list: [sha] }, ours.other),
      await it.json('PATCH', '/tags/acme/flow/covert-flow', { set_tags: { team: 'covert-team' }, remove_tags: [] }),
      await it.json('PUT', '/environments/acme', { name: 'covert-env', type: 'server' }),
      await it.json('PUT', '/environments/acme/covert-env/report/server', {
        artifacts: [{ digests: { covert: 'ef'.repeat(32) }, creationTimestamp: 7 }],
      }),
    ];
    const bad = made.find(({ status }) => status > 201);
    if (bad !== undefined) throw new Error(`Something could not be covert: ${JSON.stringify(bad.body)}`);
    return {
      [ours.flow]: await withFile(it, 'f/t', 'a file of f', {
        git_commit_info: { sha1: sha },
        repo_info: { name: 'r', url: 'https://r.example/r' },
      }),
      [ours.other]: await withFile(it, 'covert-flow/covert-trail', 'a covert file', {
        ...commit,
        repo_info: repository('covert/repo'),
        attestation_name: 'covert-name',
        user_data: { compliance_evidence: { flaky: 1, flaky_tests: ['covert-test'] } },
        artifact_fingerprint: 'ab'.repeat(32),
      }),
    };
  } finally {
    await running.close();
  }
}

function repository(name: string): object {
  return { name, url: `https://github.com/${name}` };
}

async function withFile(to: Client, where: string, content: string, more: object): Promise<string> {
  const { body, status } = await attest(to, where, { ...more }, { content });
  if (status !== 201) throw new Error(`An attestation was refused: ${JSON.stringify(body)}`);
  return String(field(body, 'attestation_id'));
}

/** The address of an operation or a page, with things that are there. */
export function addressOf(path: string, place: { readonly org: string; readonly flow: string; readonly attestation?: string }): string {
  const values: Readonly<Record<string, string | undefined>> = {
    org: place.org,
    flow_name: place.flow,
    trail_name: place.flow === ours.other ? 'covert-trail' : 't',
    attestation_name: place.flow === ours.other ? 'covert-name' : 'unit',
    attestation_id: place.attestation ?? '01234567-89ab-cdef-0123-456789ab',
    fingerprint: 'ab'.repeat(32),
    commit_sha: sha,
    resource_type: 'flow',
    resource_id: 'f',
    search_value: sha,
    approval_number: '1',
    environment_name: 'eu',
    notification_number: '1',
    type_name: 'coverage',
    env_name: 'eu',
    type: 'server',
    expression: '1',
    number: '1',
    policy_name: 'strict',
    token_id: '01234567-89ab-cdef-0123-456789ab',
    rule_id: '01234567-89ab-cdef-0123-456789ab',
  };
  return path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? name);
}
