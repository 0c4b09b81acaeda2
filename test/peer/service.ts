/**
 * Drives the service with the vendor's own, unmodified client of the same interface, and checks what it shows.
 * The client is installed from npm into a folder that goes afterwards.
 *
 *     node test/peer/service.ts
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createToken, startService } from '../../src/service/index.ts';
import { installVendorClient } from './vendor-client.ts';

const run = promisify(execFile);
const say = (line: string) => process.stdout.write(`${line}\n`);

const home = await mkdtemp(join(tmpdir(), 'peer-'));
const token = await createToken({ dataDir: join(home, 'data'), user: 'ada', orgs: ['acme'], role: 'member' });
const service = await startService({ host: '127.0.0.1', port: 0, dataDir: join(home, 'data'), logger: say });
let failures = 0;
let client = '';
try {
  client = await installVendorClient(join(home, 'client'));
  await prepare();
  await steps();
} finally {
  await service.close();
  await rm(home, { recursive: true, force: true });
}
say(failures === 0 ? "The vendor's client and the service understand each other." : `FAILED: ${failures} steps.`);
process.exitCode = failures === 0 ? 0 : 1;

async function prepare(): Promise<void> {
  const repo = join(home, 'repo');
  await mkdir(join(repo, 'red'), { recursive: true });
  await mkdir(join(repo, 'green'), { recursive: true });
  const template =
    'version: 1\ntrail:\n  attestations:\n    - {name: unit, type: junit}\n    - {name: bar, type: generic}\n  artifacts:\n    - name: cli\n      attestations: [{name: foo, type: junit}]\n';
  await writeFile(join(repo, 'template.yml'), template);
  await writeFile(join(repo, 'bad.yml'), 'version: 1\ntrail: {attestations: [{name: unit}]}\n');
  await writeFile(
    join(repo, 'red', 'r.xml'),
    '<testsuite name="s"><testcase name="a" time="0.1"/><testcase name="b"><failure message="x"/></testcase></testsuite>',
  );
  await writeFile(join(repo, 'green', 'g.xml'), '<testsuite name="s"><testcase name="a" time="0.1"/></testsuite>');
  const git = (...args: readonly string[]) =>
    run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: repo });
  await git('init', '--quiet');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'first');
}

async function steps(): Promise<void> {
  const trail = ['--flow', 'f', '--trail', 't'];
  const commit = ['--commit', 'HEAD'];
  await step(['status'], 0, /ready/);
  await step(['create', 'flow', 'f', '--template-file', 'template.yml', '--description', 'a flow'], 0, /flow 'f' was created/);
  await step(['create', 'flow', 'f', '--template-file', 'template.yml', '--description', 'a flow'], 0, /flow 'f' was updated/);
  await step(['create', 'flow', 'f', '--template-file', 'bad.yml'], 1, /trail\.attestations\[0\]\.type \(line 2\)/);
  await step(['create', 'flow', 'empty', '--use-empty-template'], 0, /was created/);
  await step(['begin', 'trail', 't', '--flow', 'f', ...commit, '--description', 'hello'], 0, /trail 't' was begun/);
  await step(['begin', 'trail', 't', '--flow', 'f', ...commit], 0, /trail 't' was updated/);
  await step(['get', 'trail', 't', '--flow', 'f'], 0, /hello[^]*INCOMPLETE/);
  await step(['attest', 'junit', ...trail, '--name', 'unit', '--results-dir', 'red', ...commit], 0, /is reported to trail/);
  await step(['attest', 'junit', ...trail, '--name', 'cli.foo', '--results-dir', 'green', ...commit], 0, /is reported to trail/);
  await step(
    ['attest', 'junit', '--flow', 'new', '--trail', 't', '--name', 'unit', '--results-dir', 'green', ...commit],
    0,
    /is reported to trail/,
  );
  await step(
    ['attest', 'junit', ...trail, '--name', 'unit', '--results-dir', 'green', '--fingerprint', 'a'.repeat(64)],
    1,
    /no artifact with the fingerprint a{64}/,
  );
  await step(
    ['get', 'trail', 't', '--flow', 'f'],
    0,
    /NON-COMPLIANT[^]*reported for unit on the trail[^]*non-compliant[^]*reported for cli\.foo/,
  );
  await step(['get', 'trail', 't', '--flow', 'f', '--output', 'markdown'], 0, /\| bar \| .* missing \|[^]*\*\*cli\*\*/);
  await step(['list', 'trails', '--flow', 'f'], 0, /t +hello +NON-COMPLIANT[^]*page 1 of 1, total 1 items/);
  await step(['list', 'trails'], 0, /total 2 items/);
  await step(['list', 'trails', '--flow', 'nothing'], 1, /no flow 'nothing'/);
  const shown = await step(['get', 'attestation', 'unit', ...trail, '--output', 'json'], 0, /"junit_results"/);
  const [, id = ''] = /"attestation_id": "([^"]+)"/.exec(shown) ?? [];
  await step(['get', 'attestation', '--attestation-id', id], 0, /Name: +unit[^]*Compliance: +false/);
  await step(['get', 'attestation', 'nothing', ...trail], 0, /No attestations found/);
  await step(['get', 'flow', 'f'], 0, /a flow[^]*name: unit/);
  await step(['get', 'trail', 'nothing', '--flow', 'f'], 1, /no trail 'nothing'/);
}

/** Runs the client, and says whether it ended and spoke as expected. */
async function step(args: readonly string[], exit: number, expected: RegExp): Promise<string> {
  const flags = ['--host', service.url, '--api-token', token, '--org', 'acme', '--max-api-retries', '0'];
  const env = { PATH: process.env.PATH, HOME: home };
  const { code, text } = await run(client, [...args, ...flags], { cwd: join(home, 'repo'), env }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: { readonly code: number; readonly stdout: string; readonly stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  );
  const good = code === exit && expected.test(text);
  if (!good) failures += 1;
  say(
    `${good ? 'ok    ' : 'FAILED'} ${args.slice(0, 3).join(' ')}${good ? '' : ` ended with ${code}, expected ${exit} and ${expected}:\n${text}`}`,
  );
  return text;
}
