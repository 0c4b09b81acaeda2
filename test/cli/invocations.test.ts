import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import type { Command } from 'commander';
import { expect, onTestFinished, test } from 'vitest';
import { buildProgram } from '../../src/cli/program.ts';
import { openStage } from '../bundle/stage.ts';
import { green, openWorkspaces, red } from '../bundle/workspace.ts';
import { root } from '../support/sources.ts';
import { listening } from './listening.ts';
import { runWords } from './run-lines.ts';

/*
 * The command line in this process: its help, and what its commands print against a real service and a real data directory, compared
 * with test/fixtures/invocations-on-service.txt, -on-data.txt and -on-package.txt. `npx vitest run test/cli/invocations.test.ts -u` writes it, look at what changed.
 */

/** After them, in order; `TOKEN` is the identifier of the first token of the data directory. */
const onService = [
  'flow apply flow.yml',
  'flow create plain',
  'flow list',
  'flow list --json',
  'flow get shop',
  'trail begin --flow shop --trail r1',
  'attest --flow shop --trail r1 --attestation-name unit --junit-paths build/unit.xml',
  'attest --flow shop --trail r2 --attestation-name unit --junit-paths build/red.xml',
  'attest --flow shop --trail r3 --attestation-name unit --junit-paths build/unit.xml --dry-run',
  'attest-and-gate --flow shop --trail r4 --attestation-name unit --junit-paths build/unit.xml',
  'attest-and-gate --flow shop --trail r5 --attestation-name unit --junit-paths build/red.xml --json',
  'gate --flow shop --trail r1',
  'gate --flow shop --trail r2',
  'gate --flow shop --trail r2 --enforce-from 2999-01-01',
  'gate --flow shop --trail r9',
  'gate --flow nowhere --trail r9',
  'explain --flow shop --trail r2',
  'explain --flow shop --trail r1 --json',
  'artifact report --flow shop --trail r1 --artifact-path build/unit.xml --filename app',
  'artifact list',
  'artifact list --flow shop --json',
  'test list --flow shop',
  'test list --flow shop --output csv',
  'trail list --flow shop',
  'trail get --flow shop r1',
  'trail get --flow shop r2 --json',
  'trail get --flow shop nothing',
  'flow get ..',
  'attestation find --flow shop',
  'search c0ffee',
  'type apply scan.yml',
  'type list',
  'type get scan',
  'type archive scan',
  'policy apply prod policy.yml',
  'policy list',
  'policy get prod',
  'environment apply production.yml',
  'environment snapshot production --running app=build/unit.xml',
  'snapshot list production',
  'snapshot get production',
  'snapshot diff production~1 --to production',
  'policy attach prod --environments production',
  'environment list',
  'environment get production',
  'notification list',
  'approval list --flow shop',
  'default-org set acme',
  'default-org get',
  'flow rename plain --new-name other',
  'flow tag other --set team=shop',
  'flow archive other',
  'junit build/unit.xml',
  'junit build/red.xml',
  'junit build/red.xml --json',
  'junit nothing.xml',
  'gate --flow shop --trail r2 # coloured',
  'explain --flow shop --trail r2 # coloured',
  'gate --flow shop --trail r2 --json',
  'gate --flow shop --trail r2 --enforce-from 2999-01-01 --json',
  'gate --fingerprint ab',
  'explain --flow shop --trail r9',
  'explain --flow shop --trail r1',
  'attest --flow shop --trail r6 --attestation-name unit --junit-paths build/unit.xml --json',
  'attest --flow shop --trail r6 --attestation-name unit --junit-paths build/unit.xml --json --dry-run',
  'attest --flow shop --trail r6 --attestation-name lint --type generic --compliant false',
  'attest --flow shop --trail r6 --attestation-name lint --type generic --compliant false --dry-run # coloured',
  'attest-and-gate --flow shop --trail r7 --attestation-name unit --junit-paths build/unit.xml --dry-run',
  'artifact report --flow shop --trail r6 --artifact-path build/red.xml --filename app --build-url https://ci.example/1 --commit-url https://x.example/c --json',
  'artifact report --flow shop --trail r6 --artifact-path build/red.xml --filename app --build-url https://ci.example/1 --commit-url https://x.example/c --dry-run',
  'trail begin --flow shop --trail r8 --dry-run --json',
  'fork collect --attestation-name unit --junit-paths build/unit.xml',
  'fork collect --attestation-name unit --junit-paths build/*.xml --json',
  'fork collect --attestation-name unit --junit-paths nothing.xml',
  'query --operation list-flows --json',
  'query --operation list-flows',
  'trail get --flow shop r2 # coloured',
  'flow list # coloured',
  'gate',
  'gate --flow shop --trail r1 --min-tests many',
  'gat --flow shop',
  'flow',
  'trail list --flow shop --per-page x',
  'help connection',
  'connection',
  '--version',
];
const onData = [
  'token list --data data',
  'token create --init --data data --user ada --org acme --role admin --label first',
  'token create --data data --user ci --org acme --role recorder --flow shop --expires 90d',
  'token create --data data --user ci --org other --role member',
  'token create --data data --user ci --org other --new-org --role member --expires never',
  'token create --data data --user x --org acme --role king',
  'token create --data data --user x --org acme --role member --expires soon',
  'token list --data data',
  'token list --data data --json',
  'token rotate TOKEN --data data --overlap 30m',
  'token rotate TOKEN --data data --overlap often',
  'token narrow TOKEN --data data --role reader',
  'token narrow nobody --data data --role reader',
  'token revoke TOKEN --data data',
  'token revoke TOKEN --data data',
  'oidc-rule list --data data',
  'oidc-rule add --data data --org acme --role member --repository acme/shop --audience https://x.example',
  'oidc-rule add --data data --org acme --role member --repository acme/shop --repository-id 7 --audience https://x.example',
  'oidc-rule add --data data --org acme --role member --repository acme --audience https://x.example',
  'oidc-rule list --data data',
  'oidc-rule list --data data --json',
  'oidc-rule remove nothing --data data',
  'verify --data data',
  'verify --data data --json',
  'verify --data data --org acme',
  'verify --data data --org nobody',
  'verify --data nothing',
  'verify',
  'verify --data data --package x',
  'verify --package nothing.tgz --first-audit',
  'verify --package flow.yml --first-audit',
  `verify --package ${join(root, 'test/fixtures/audit/package.tar.br')} --first-audit`,
  'backup --data data --to backup.tar',
  'backup --data data --to backup.tar',
  'restore --from backup.tar --data restored',
  'restore --from backup.tar --data restored',
  'restore --from flow.yml --data again',
  'verify --data restored',
  'restore --from - --data restored',
  'token create --data data --user x --org acme --role member --expires 2027-02-30',
  'token create --data data --user x --org acme --role member --expires 2020-01-01',
  'token create --data data --user x --org acme --role member --expires 0',
  'token create --data data --user x --org acme --role member --expires 5m --token short',
  'token narrow nobody --data data',
  'token list --data data # coloured',
  'verify --data data --head abc',
  'verify --data data --head flow.yml',
  'verify --data data --expect-since 2026-01-01',
  'verify --package flow.yml --expect-repository acme',
  'verify --package flow.yml --expect-since soon',
  'verify --package flow.yml --expect-until soon',
  'verify --package flow.yml --json',
  'verify --package flow.yml --org acme',
  'oidc-rule add --data data --org acme --role member --repository acme/shop --repository-id 8 --audience https://x.example --issuer http://127.0.0.1:9 --ref refs/heads/main --environment production --workflow acme/shop/.github/workflows/w.yml@refs/heads/main --event push --event schedule --flow shop --flow bank',
  'oidc-rule list --data data',
  'oidc-rule list --data data --json',
  'serve --data data --port many',
  'serve --data data --port 65536',
  'serve --data data --port 1e3',
  'serve',
  'serve --data nothing',
  'serve --data data --blobs x',
  'serve --data data --org acme',
  'serve --data data --flow flow.yml',
  'serve --data data --time-limit 1h',
  'serve --data data --metrics-host 127.0.0.1',
  'serve --data data --metrics-port x',
  'serve --data data --webhook-host hooks.example --webhook-host Hooks.example',
  'serve --data data --webhook-host https://hooks.example',
  'serve --data data --rate-limit 0',
  'serve --data data --max-connections 1234567890',
  'serve --data data --behind-proxy 10',
  'serve --data data --tls-cert x',
  'serve --data data --tls-key x',
  'serve --data data --drain soon',
  'serve --data data --log-format xml',
  'serve --data data --log-level loud',
  'serve --data data --log-format json --log-level loud',
  'serve --data data --smtp-from ada@acme.example',
  'serve --data data --smtp-password-file flow.yml',
  'serve --data data --smtp-url http://mail.example --smtp-from ada@acme.example',
  'serve --data data --smtp-url smtp://mail.example',
  'serve --ephemeral',
  'serve --ephemeral --org acme --time-limit 600h',
  'serve --ephemeral --org acme --behind-proxy 0',
  'serve --ephemeral --tls-cert x',
  'health',
];

/** `HEAD` is the last link of the package's log. */
const onPackage = [
  'verify --package audit.tgz --first-audit --head HEAD',
  'verify --package audit.tgz --json',
  'verify --package audit.tgz --first-audit --expect-repository acme/other --expect-since 2030-01-07 --expect-until 2030-01-10',
];

function* programsIn(program: Command, path = ''): Generator<readonly [name: string, program: Command]> {
  const name = `${path} ${program.name()}`.trim();
  yield [name, program];
  for (const child of program.commands) yield* programsIn(child, name);
}

/** Help as it is printed, with what stands after the options; where its lines end hangs on the folder of this project. */
function helpOf(program: Command): string {
  const written: string[] = [];
  program.configureOutput({ writeOut: (text) => written.push(text), getOutHelpWidth: () => 100 });
  program.outputHelp();
  return written.join('').replaceAll(root, '').replaceAll(/\s+/g, ' ');
}

test('each command has the help that it had', () => {
  const program = buildProgram({ terminal: listening().terminal, interrupt: new AbortController().signal, done: () => undefined });
  const sums = Array.from(
    programsIn(program),
    ([name, one]) => `${createHash('sha256').update(helpOf(one)).digest('hex').slice(0, 16)} ${name}`,
  );
  return expect(`${sums.join('\n')}\n`).toMatchFileSnapshot(join(root, 'test/fixtures/help-sums.txt'));
});

/** The environment of a line of those commands, by its name. */
type Setting = Readonly<Record<string, string>>;

/** Runs the lines in a folder, and gives what is printed, without what differs from run to run. `hidden`: names of texts. */
async function printed(
  lines: readonly string[],
  { cwd, env, hidden }: { readonly cwd: string; readonly env: Setting; readonly hidden: Setting },
): Promise<string> {
  let token = 'none';
  const texts: string[] = [];
  for (const line of lines) {
    const [words = '', coloured] = line.split(' # ');
    const { code, stderr, stdout } = await runWords(
      words.split(' ').map((word) => word.replace('TOKEN', token)),
      { cwd, env: { ...env, ...(coloured === undefined ? {} : { FORCE_COLOR: '1' }) } },
    );
    token = (line.startsWith('token list') ? identifier.exec(stdout)?.[0] : undefined) ?? token;
    texts.push(`$ ${line} → ${code}\n${stdout}${stderr.replaceAll(/^/gm, 'err: ').replace(/err: $/, '')}`);
  }
  const known = Object.entries(hidden).map(([name, text]) => [text, name] as const);
  return [...known, ...always].reduce((all, [what, name]) => all.replaceAll(what, name), texts.join('\n'));
}

const identifier = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]+/;
const always: readonly (readonly [what: RegExp | string, name: string])[] = [
  [root, 'ROOT/'],
  ['\u001b', '␛'],
  [/ce_[\w-]{20,}/g, 'SECRET'],
  [/(?<=-collected-)\w{6}\b/g, 'FOLDER'],
  [new RegExp(identifier, 'g'), 'ID'],
  [/\b[0-9a-f]{64}\b/g, 'HASH'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?Z| UTC| [+-]\d\d:\d\d)?/g, 'TIME'],
  [/\b[12]\d{9}(?:\.\d+)?\b/g, 'SECONDS'],
  [/\d{4}-\d\d-\d\d/g, 'DAY'],
  [/\d+(?:\.\d+)? (?:[KM]i)?B\b/g, 'SIZE'],
];

const files = {
  'build/unit.xml': green,
  'build/red.xml': red,
  'flow.yml': 'name: shop\ntemplate:\n  version: 1\n  trail:\n    attestations:\n      - { name: unit, type: junit }\n',
  'scan.yml': 'name: scan\ndescription: A scan\n',
  'production.yml': 'name: production\ntype: server\n',
  'policy.yml': '_schema: https://kosli.com/schemas/policy/environment/v1\nartifacts:\n  provenance: { required: true }\n',
};

test('commands that ask a service print what they printed', async () => {
  const [stage, workspaces] = [await openStage(), await openWorkspaces()];
  const home = mkdtempSync(join(tmpdir(), 'invocations-'));
  onTestFinished(async () => {
    await stage.close();
    await workspaces.close();
    rmSync(home, { recursive: true });
  });
  const workspace = await workspaces.make(files);
  const text = await printed(onService, {
    cwd: workspace,
    env: { HOME: home, RUNNER_TEMP: home, EVIDENCE_BASE_URL: stage.baseUrl, EVIDENCE_API_TOKEN: stage.tokens.member, EVIDENCE_ORG: 'acme' },
    hidden: {
      HOME: home,
      WORKSPACE: workspace,
      SERVICE: stage.baseUrl.replace('/api/v2', '').replace('http://', ''),
      COMMIT: workspaces.sha,
      SHORT: workspaces.sha.slice(0, 12),
    },
  });
  await expect(text).toMatchFileSnapshot(join(root, 'test/fixtures/invocations-on-service.txt'));
}, 120_000);

test('commands that look after the data of a service print what they printed', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'invocations-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'flow.yml'), files['flow.yml']);
  const text = await printed(onData, { cwd: folder, env: {}, hidden: { FOLDER: folder } });
  await expect(text).toMatchFileSnapshot(join(root, 'test/fixtures/invocations-on-data.txt'));
}, 120_000);

test('verify says what a package of an audit proves, in the words that it had', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'invocations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const tar = brotliDecompressSync(readFileSync(join(root, 'test/fixtures/audit/package.tar.br')));
  writeFileSync(join(folder, 'audit.tgz'), gzipSync(tar));
  const [head = ''] = /(?<="witness": ")[0-9a-f]{64}/.exec(tar.toString('latin1')) ?? [];
  const text = await printed(
    onPackage.map((line) => line.replace('HEAD', head)),
    { cwd: folder, env: { RUNNER_TEMP: folder }, hidden: {} },
  );
  // A slow machine says how far it is.
  await expect(`${text.replaceAll(/^err: .*\n?/gm, '').trimEnd()}\n`).toMatchFileSnapshot(
    join(root, 'test/fixtures/invocations-on-package.txt'),
  );
}, 120_000);
