/**
 * Asks the service what its OpenAPI document allows, and what it does not, and compares each answer with the document: no other status,
 * type or body, nothing refused that it allows nor taken that it forbids, and no failure of ours. Installs the tool from PyPI into a folder
 * next to the packages when it is missing there.
 *
 *     node scripts/checks/api/schemathesis.ts [cases per operation] [--engine sqlite|postgres]
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createToken, startService, type RunningService } from '../../../src/service/index.ts';
import { binFromPyPI } from '../../../test/support/pypi.ts';
import { openPlace } from '../place.ts';
import { attest, client, putFlow, putPolicy, sha, token } from '../../../test/service/support.ts';

const fingerprint = 'ab'.repeat(32);
// Nobody listens there.
const nowhere = '127.0.0.1:9';
const targets = [{ type: 'WEBHOOK', webhook: `http://${nowhere}/` }];
const rule = { name: 'n', environments: ['prod'], triggers: ['ON_COMPLIANT_ENV'], targets };
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
];

const tool = join(binFromPyPI(['schemathesis'], { schemathesis: '4.32.5' }), 'schemathesis');
const { positionals, values } = parseArgs({ allowPositionals: true, options: { engine: { type: 'string', default: 'sqlite' } } });
const cases = positionals[0] ?? '50';
const home = await mkdtemp(join(tmpdir(), 'check-api-'));
const { close, place: dataDir } = await openPlace(values.engine, home);
await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'admin', token });
const service = await startService({
  host: '127.0.0.1',
  port: 0,
  dataDir,
  webhookHosts: [nowhere],
  logger: (line) => process.stdout.write(`${line}\n`),
});
try {
  await fill(service);
  process.exitCode = await run(tool, service);
} finally {
  await service.close();
  await close();
  await rm(home, { recursive: true, force: true });
}

async function fill({ url }: RunningService): Promise<void> {
  const it = client(url, { authorization: `Bearer ${token}` });
  const artifact = { fingerprint, filename: 'a', build_url: '', commit_url: '', git_commit: sha, trail_name: 't' };
  const answers = [
    await putFlow(it, 'f', 'version: 1\n'),
    await attest(it, 'f/t', { git_commit_info: { sha1: sha } }),
    await it.json('POST', '/artifacts/acme/f', artifact),
    await it.json('PUT', '/environments/acme', { name: 'prod', type: 'server' }),
    await it.json('PUT', '/environments/acme/prod/report/server', { artifacts: [{ digests: { a: fingerprint }, creationTimestamp: 1 }] }),
    await it.json('POST', '/approvals/acme/f', { artifact_fingerprint: fingerprint, description: '', src_commit_list: [sha] }),
    await it.form('POST', '/custom-attestation-types/acme', { name: 'size' }),
    await putPolicy(it, 'p', '_schema: https://policies.example/v1\nartifacts: { provenance: { required: true } }\n'),
    await it.json('PUT', '/organizations/acme/environments_notifications', rule),
  ];
  if (answers.some(({ status }) => status !== 201))
    throw new Error(`The service refused what the check needs: ${JSON.stringify(answers.map(({ status, body }) => [status, body]))}`);
}

async function run(path: string, { url }: RunningService): Promise<number> {
  // Other organizations are closed to the caller, and little is found under invented names.
  const names = {
    org: 'acme',
    flow_name: 'f',
    trail_name: 't',
    attestation_name: 'unit',
    fingerprint,
    commit_sha: sha,
    resource_id: 'f',
    env_name: 'prod',
    environment_name: 'prod',
    expression: '1',
    approval_number: '1',
    notification_number: '1',
    policy_name: 'p',
    type_name: 'size',
    search_value: sha,
  };
  const config = Object.entries(names).map(([name, value]) => `"path.${name}" = "${value}"`);
  // A body that is too large is refused as well.
  const refusals = '[checks.negative_data_rejection]\nexpected-statuses = [400, 401, 403, 404, 413, 422]\n';
  await writeFile(join(home, 'schemathesis.toml'), `[parameters]\n${config.join('\n')}\n${refusals}`);
  const options = ['--phases', 'examples,coverage,fuzzing', '--max-examples', cases, '--continue-on-failure', '--no-color'];
  const args = [
    'run',
    `${url}/api/v2/openapi.json`,
    '--header',
    `Authorization: Bearer ${token}`,
    '--checks',
    checks.join(','),
    ...options,
  ];
  const child = spawn(path, args, { cwd: home, stdio: 'inherit', env: { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8' } });
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
