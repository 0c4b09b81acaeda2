/**
 * Holds what the demo posted against what the vendor's own client would send for the same files and commit, field by
 * field. Every difference must be listed below with its reason; a field that the client sends and ours lacks fails.
 *
 *     node scripts/checks/peer/demo.ts
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { ended } from '../../../test/cli/build.ts';
import { startDemo } from '../../../test/cli/run-demo.ts';
import { installVendorClient } from '../vendor/client.ts';

const run = promisify(execFile);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Differences that are meant, each with its reason. The paths are those of the client's `data_json`. */
const allowed: Readonly<Record<string, string>> = {
  user_data: 'the client sends {}; ours says under compliance_evidence which run made the record, and finds it again by its nonce',
};
/** Our record has these fields of the interface in addition. */
const added = ['git_commit_info.parents', 'git_commit_info.author_username'];

type Json = Readonly<Record<string, unknown>>;
const home = await mkdtemp(join(tmpdir(), 'peer-demo-'));
try {
  const client = await installVendorClient(join(home, 'client'));
  const { child, printed } = await startDemo(home, 'Stop it', { args: ['--keep'] });
  process.once('exit', () => child.kill());
  const row = (name: string): string => new RegExp(`^ {3}${name} +(.+)$`, 'm').exec(printed)?.[1] ?? '';
  const [page, shop] = [new URL(row('Page')), join(row('Files'), 'checkout-service')];
  const sha = page.pathname.split('/').at(-1) ?? '';
  const ours = await posted(page.origin, sha, row('Token'));
  const theirs = await sentByClient(client, shop, sha, ours);
  child.kill();
  await ended(child);
  const differences = compare(theirs, ours, '');
  const wrong = differences.filter(({ path }) => allowed[path] === undefined);
  for (const { path, theirs: a, ours: b } of differences)
    say(
      `${allowed[path] === undefined ? 'DIFFERS' : 'differs'} ${path}: ${JSON.stringify(a)} / ${JSON.stringify(b)}${allowed[path] === undefined ? '' : `\n    ${allowed[path]}`}`,
    );
  const extra = Object.keys(flat(ours)).filter(
    (path) => !(path in flat(theirs)) && !path.startsWith('user_data') && !added.includes(path) && allowed[path] === undefined,
  );
  for (const path of extra) say(`ADDED ${path}`);
  const rows = Array.isArray(theirs['junit_results']) ? theirs['junit_results'].length : 0;
  say(
    `${rows} rows and ${Object.keys(flat(theirs)).length} fields compared: ${wrong.length === 0 && extra.length === 0 && rows > 0 ? "the demo posts what the vendor's client sends" : 'FAILED'}`,
  );
  process.exitCode = wrong.length === 0 && extra.length === 0 && rows > 0 ? 0 : 1;
} finally {
  await rm(home, { recursive: true, force: true });
}

async function posted(service: string, sha: string, token: string): Promise<Json> {
  const answer = await fetch(`${service}/api/v2/attestations/acme?commit_list=${sha}`, { headers: { authorization: `Bearer ${token}` } });
  const byCommit: Readonly<Record<string, Json[]>> = JSON.parse(await answer.text());
  const record = byCommit[sha]?.at(-1);
  if (record === undefined) throw new Error('the demo left no record');
  const fields = [
    'git_commit_info',
    'repo_info',
    'attestation_name',
    'origin_url',
    'user_data',
    'junit_results',
    'description',
    'target_artifacts',
    'artifact_fingerprint',
    'external_urls',
    'annotations',
  ];
  return Object.fromEntries(fields.map((field) => [field, record[field]]).filter(([, value]) => !empty(value)));
}

async function sentByClient(client: string, shop: string, sha: string, ours: Json): Promise<Json> {
  const repo = objectOf(ours['repo_info']);
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    GITHUB_RUN_NUMBER: '2',
    GITHUB_RUN_ID: '2',
    GITHUB_SHA: sha,
    GITHUB_SERVER_URL: new URL(String(repo['url'])).origin,
    GITHUB_REPOSITORY: String(repo['name']),
    GITHUB_REPOSITORY_ID: String(repo['id']),
    GITHUB_REPOSITORY_OWNER: 'acme',
  };
  const where = ['--host', 'http://127.0.0.1:1', '--api-token', 'none', '--org', 'acme', '--flow', 'checkout-service', '--trail', sha];
  const what = [
    '--name',
    'unit-tests',
    '--results-dir',
    join(shop, 'build', 'test-results'),
    '--commit',
    sha,
    '--repo-root',
    shop,
    '--upload-results=false',
  ];
  const { stdout } = await run(client, ['attest', 'junit', '--dry-run', ...where, ...what], { env, cwd: shop, maxBuffer: 1 << 26 });
  const from = stdout.indexOf('{', stdout.indexOf('Field: data_json'));
  const payload: Json = JSON.parse(stdout.slice(from, stdout.lastIndexOf('}') + 1));
  return payload;
}

function compare(theirs: unknown, ours: unknown, path: string): readonly { path: string; theirs: unknown; ours: unknown }[] {
  if (isDeepStrictEqual(theirs, ours)) return [];
  if (path === 'user_data' || !isObject(theirs) || !isObject(ours)) return [{ path, theirs, ours }];
  return Object.keys(theirs).flatMap((key) => compare(theirs[key], ours[key], path === '' ? key : `${path}.${key}`));
}

function flat(value: Json, prefix = ''): Json {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      isObject(inner) && key !== 'user_data' ? Object.entries(flat(inner, `${prefix}${key}.`)) : [[`${prefix}${key}`, inner]],
    ),
  );
}

function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Absent and empty are the same on the wire: the client leaves both out. */
function empty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}
