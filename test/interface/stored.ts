import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createToken, startService } from '../../src/service/index.ts';
import { client, field, type Answer, type Client } from '../service/support.ts';
import { listenOnLoopback, type Listening } from '../support/loopback.ts';
import * as sent from './sent.ts';
import { quietRule, rule } from './sent-rules.ts';

/** One example of everything that the interface shows, written over the interface itself. */
export interface Stored extends Client {
  /** The address of the service, without `/api/v2`. */
  readonly url: string;
  readonly token: string;
  /** `127.0.0.1:port`, where the messages of the notification rules arrive. */
  readonly hookHost: string;
  /** Ids of the records of evidence, by the kind that they are sent as. */
  readonly records: ReadonlyMap<string, string>;
  /** Id of the record of evidence that was overridden. */
  readonly overridden: string;
  /** Ids of the artifacts by their fingerprint. */
  readonly artifacts: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

/** The hosts and the mail server of a service. Only the hook is there: the others take nothing. */
const sendsTo = (hook: string) => ({
  webhookHosts: [hook, 'chat.example'],
  mail: { host: '127.0.0.1', port: 9, security: 'none', login: undefined, from: 'evidence@acme.example' } as const,
});

/** Starts a service, and writes. */
export async function openStored(): Promise<Stored> {
  const dataDir = await mkdtemp(join(tmpdir(), 'evidence-interface-'));
  const token = await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'member' });
  const hook = await openHook();
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir, ...sendsTo(hook.host) });
  const to = client(service.url, { authorization: `Bearer ${token}` });
  const close = async (): Promise<void> => {
    await Promise.all([service.close(), hook.close()]);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return { ...to, ...(await write(to, hook.host)), url: service.url, token, hookHost: hook.host, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Written = Pick<Stored, 'records' | 'artifacts' | 'overridden'>;

async function write(to: Client, hookHost: string): Promise<Written> {
  const file = (name: string, content: string) => ({ field: name, name: `${name}.txt`, content });
  await done(to.form('PUT', '/flows/acme/template_file', { name: 'shop' }, file('template_file', sent.template)));
  await done(to.json('PATCH', '/tags/acme/flow/shop', { set_tags: sent.tags }));
  const schema = { ...file('type_schema', JSON.stringify(sent.typeSchema)), json: 'data_json' };
  await done(to.form('POST', '/custom-attestation-types/acme', { ...sent.type, description: 'First' }, schema));
  await done(to.form('POST', '/custom-attestation-types/acme', sent.type, schema));
  await done(to.form('PUT', '/trails/acme/shop', { name: 'early' }));
  await done(to.form('PUT', '/trails/acme/shop', sent.trail));

  const artifacts = new Map<string, string>();
  for (const artifact of [sent.bareArtifact, ...sent.artifacts]) {
    const reported = await done(to.json('POST', '/artifacts/acme/shop', artifact));
    artifacts.set(artifact.fingerprint, String(field(reported, 'artifact_id')));
  }
  // A trail with a template of its own, and all that it asks for.
  await done(to.form('PUT', '/trails/acme/shop', { name: 'patch' }, file('template_file', sent.patchTemplate)));
  const records = new Map<string, string>();
  const small = await done(to.form('POST', '/attestations/acme/shop/trail/patch/generic', sent.patchEvidence));
  records.set('patch', String(field(small, 'attestation_id')));
  for (const { data, kind } of sent.evidence) {
    const upload = kind === 'junit' ? file('attachment_file', sent.attached) : undefined;
    const recorded = await done(to.form('POST', `/attestations/acme/shop/trail/release/${kind}`, data, upload));
    records.set(kind, String(field(recorded, 'attestation_id')));
  }
  const overridden = records.get('generic') ?? '';
  const override = await done(to.json('POST', '/attestations/acme/shop/trail/release/override', sent.override));
  records.set('override', String(field(override, 'attestation_id')));

  for (const name of ['prod', 'staging']) await done(to.json('PUT', '/environments/acme', { name, type: 'server', description: '' }));
  await done(to.json('PUT', '/organizations/acme/environments_notifications', rule(hookHost)));
  await done(to.json('PUT', '/organizations/acme/environments_notifications', quietRule(hookHost)));
  for (const [environment, artifact] of sent.reports) {
    const running = artifact === undefined ? [] : [{ digests: { [artifact.filename]: artifact.fingerprint }, creationTimestamp: 1000 }];
    await done(to.json('PUT', `/environments/acme/${environment}/report/server`, { artifacts: running }));
  }
  for (const approval of sent.approvals) await done(to.json('POST', '/approvals/acme/shop', approval));
  await untilHealthKnown(to);
  return { records, artifacts, overridden };
}

/** The answer to a write that was taken. */
async function done(answer: Promise<Answer>): Promise<unknown> {
  const { body, status } = await answer;
  if (status !== 200 && status !== 201) throw new Error(`A write was refused with ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Waits until the service knows of each rule whether its messages arrive. */
async function untilHealthKnown(to: Client): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 50) {
    const { body } = await to.get('/organizations/acme/environments_notifications');
    const known = ['0.last_success_timestamp', '0.last_failure_timestamp', '1.last_success_timestamp'].map((path) => field(body, path));
    if (known.every((time) => typeof time === 'number')) return;
    await sleep(50);
  }
  throw new Error('The messages of the notification rules were not sent in 20 s');
}

/** A webhook that takes every message, and is gone at one path. */
function openHook(): Promise<Listening> {
  const server = createServer((request, response) =>
    request.resume().on('end', () => response.writeHead(request.url?.startsWith('/gone/') === true ? 410 : 204).end()),
  );
  return listenOnLoopback(server);
}
