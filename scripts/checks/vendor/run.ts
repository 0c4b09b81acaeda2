/**
 * Drives the service with the vendor's own, unmodified client of the same interface, and checks how each command ends and what it shows.
 * The client is installed from npm into a folder that is removed afterwards.
 *
 *     node scripts/checks/vendor/run.ts [--engine sqlite|postgres]
 */
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { createToken, startService } from '../../../src/service/index.ts';
import { openPlace } from '../place.ts';
import { artifacts } from './artifacts.ts';
import { attestations } from './attestations.ts';
import { both } from './both.ts';
import { installVendorClient, vendorClient } from './client.ts';
import { environments } from './environments.ts';
import { flows } from './flows.ts';
import { kinds } from './kinds.ts';
import { storedSurface } from './mapping.ts';
import { organizations } from './organizations.ts';
import { search } from './search.ts';
import { differences, readSurface } from './surface.ts';
import type { Files, Step, Steps } from './step.ts';
import { trails } from './trails.ts';
import { types } from './types.ts';

const run = promisify(execFile);
const say = (line: string) => process.stdout.write(`${line}\n`);

const resources: Readonly<Record<string, Steps>> = {
  organizations,
  flows,
  trails,
  attestations,
  artifacts,
  search,
  kinds,
  types,
  environments,
  both,
};

const { engine } = parseArgs({ options: { engine: { type: 'string', default: 'sqlite' } } }).values;
const home = await mkdtemp(join(tmpdir(), 'vendor-'));
const repo = join(home, 'repo');
const { close, place: dataDir } = await openPlace(engine, home);
const token = await createToken({ dataDir, user: 'ada', orgs: ['acme', 'globex'], role: 'admin' });
const service = await startService({ host: '127.0.0.1', port: 0, dataDir, logger: say });
const counted = { right: 0, wrong: 0 };
try {
  const shared = ['--api-token', token, '--org', 'acme'];
  const client = await installVendorClient(join(home, 'client'));
  say('=== commands and flags');
  const changed = differences(storedSurface(), await readSurface(vendorClient, client, home));
  for (const line of changed) say(`WRONG  scripts/checks/vendor/surface.json: ${line}`);
  if (changed.length > 0)
    say('Run node scripts/build/extract-vendor.ts, complete scripts/checks/vendor/mapping.yml, and npm run generate.');
  counted[changed.length === 0 ? 'right' : 'wrong'] += 1;
  const step = stepWith(client, ['--host', service.url, ...shared, '--max-api-retries', '0']);
  const files = await prepare();
  for (const [resource, steps] of Object.entries(resources)) {
    say(`=== ${resource}`);
    await steps(step, files);
  }
} finally {
  await service.close();
  await close();
  await rm(home, { recursive: true, force: true });
}
say(`${engine}: ${counted.right} steps of the vendor's client, and of ours next to it, are as expected, ${counted.wrong} are not.`);
process.exitCode = counted.wrong === 0 && counted.right > 0 ? 0 : 1;

/** With one commit that holds the files of the steps. */
async function prepare(): Promise<Files> {
  const command = join(import.meta.dirname, '../../../src/cli/bin.ts');
  const app = 'what is shipped\n';
  const suite = (body: string) => `<testsuite name="s"><testcase name="a" time="0.1"/>${body}</testsuite>`;
  const template = `version: 1
trail:
  attestations:
    - {name: unit, type: junit}
    - {name: bar, type: junit}
  artifacts:
    - name: cli
      attestations: [{name: foo, type: junit}]
`;
  const contents = {
    'template.yml': template,
    'artifact.yml': 'version: 1\ntrail:\n  artifacts:\n    - name: app\n      attestations: [{name: unit, type: junit}]\n',
    'bad.yml': 'version: 1\ntrail: {attestations: [{name: unit}]}\n',
    'red/r.xml': suite('<testcase name="b"><failure message="x"/></testcase>'),
    'green/g.xml': suite(''),
    'allow.rego': 'package policy\nimport rego.v1\ndefault allow := false\nallow if input.trail.compliance_status.status == "COMPLIANT"\n',
    'both.yml':
      'name: both\ndescription: made by ours\ntemplate:\n  version: 1\n  trail:\n    attestations:\n      - {name: unit, type: junit}\n',
    'app.bin': app,
    'schema.json': '{"type": "object", "required": ["age"], "properties": {"age": {"type": "number"}}}',
    'adult.json': '{"age": 30}',
    'text.json': '{"age": "30"}',
    'paths.yml': 'version: 1\nartifacts:\n  app: {path: app.bin}\n  green: {path: green}\n',
    'policy.yml': '_schema: https://kosli.com/schemas/policy/environment/v1\nartifacts:\n  provenance:\n    required: true\n',
  };
  for (const folder of ['red', 'green']) await mkdir(join(repo, folder), { recursive: true });
  for (const [name, content] of Object.entries(contents)) await writeFile(join(repo, name), content);
  const git = (...args: readonly string[]) =>
    run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: repo });
  await git('init', '--quiet', '--initial-branch=main');
  // Results that are committed are not of this run.
  await git('add', '.', ':!red', ':!green');
  await git('commit', '--quiet', '--message', 'first');
  const shared = ['--base-url', service.url, '--api-token', token, '--org', 'acme'];
  const ours = stepWith(process.execPath, [command], shared);
  return { ours, commit: (await git('rev-parse', 'HEAD')).stdout.trim(), fingerprint: hash('sha256', app) };
}

/** `first` comes before the output of a step, `last` after it. */
function stepWith(program: string, first: readonly string[], last: readonly string[] = []): Step {
  const env = { PATH: process.env.PATH, HOME: home };
  return async (args, exit, shows) => {
    const { code, text } = await run(program, [...first, ...args, ...last], { cwd: repo, env }).then(
      ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
      (error: { readonly code: number; readonly stdout: string; readonly stderr: string }) => ({
        code: error.code,
        text: error.stdout + error.stderr,
      }),
    );
    const isRight = code === exit && shows.test(text);
    counted[isRight ? 'right' : 'wrong'] += 1;
    say(
      `${isRight ? 'ok    ' : 'WRONG '} ${args.join(' ')}${isRight ? '' : `\nended with ${code}, expected ${exit} and ${shows}:\n${text}`}`,
    );
    return text;
  };
}
