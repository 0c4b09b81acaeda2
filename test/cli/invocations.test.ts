import { createHash } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommanderError, type Command } from 'commander';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildProgram } from '../../src/cli/program.ts';
import { exitCodeOf, stoppedBy } from '../../src/commands/index.ts';
import { openStage } from '../bundle/stage.ts';
import { green, openWorkspaces, red } from '../bundle/workspace.ts';
import { root } from '../support/sources.ts';
import { listening } from './listening.ts';

/*
 * The command line in this process: its help, and what its commands print against a real service and a real data directory, compared
 * with test/fixtures/invocations.txt. `npx vitest run test/cli/invocations.test.ts -u` writes it, look at what changed.
 */

const package_ = join(root, 'test/fixtures/audit/package.tar.br');

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
  'trail list --flow shop',
  'trail get --flow shop r1',
  'trail get --flow shop r2 --json',
  'trail get --flow shop nothing',
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
  'gate',
  'gate --flow shop --trail r1 --min-tests many',
  'gat --flow shop',
  'flow',
  'trail list --flow shop --per-page x',
  'help connection',
  '--version',
];
const onData = [
  'token list --data DATA',
  'token create --init --data DATA --user ada --org acme --role admin --label first',
  'token create --data DATA --user ci --org acme --role recorder --flow shop --expires 90d',
  'token create --data DATA --user ci --org other --role member',
  'token create --data DATA --user ci --org other --new-org --role member --expires never',
  'token create --data DATA --user x --org acme --role king',
  'token create --data DATA --user x --org acme --role member --expires soon',
  'token list --data DATA',
  'token list --data DATA --json',
  'token rotate TOKEN --data DATA --overlap 30m',
  'token rotate TOKEN --data DATA --overlap often',
  'token narrow TOKEN --data DATA --role reader',
  'token narrow nobody --data DATA --role reader',
  'token revoke TOKEN --data DATA',
  'token revoke TOKEN --data DATA',
  'oidc-rule list --data DATA',
  'oidc-rule add --data DATA --org acme --role member --repository acme/shop --repository-id 7 --audience https://x.example',
  'oidc-rule add --data DATA --org acme --role member --repository acme --audience https://x.example',
  'oidc-rule list --data DATA',
  'oidc-rule list --data DATA --json',
  'oidc-rule remove nothing --data DATA',
  'verify --data DATA',
  'verify --data DATA --json',
  'verify --data DATA --org acme',
  'verify --data DATA --org nobody',
  'verify --data nothing',
  'verify',
  'verify --data DATA --package x',
  'verify --package nothing.tgz --first-audit',
  'verify --package flow.yml --first-audit',
  `verify --package ${package_} --first-audit`,
  'backup --data DATA --to backup.tar',
  'backup --data DATA --to backup.tar',
  'restore --from backup.tar --data restored',
  'restore --from backup.tar --data restored',
  'restore --from flow.yml --data again',
  'verify --data restored',
  'serve --data DATA --port many',
  'serve --ephemeral --tls-cert x',
  'health',
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

test('commands print what they printed', async () => {
  const [stage, workspaces] = [await openStage(), await openWorkspaces()];
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'invocations-')));
  const { cwd, env, exitCode } = { cwd: process.cwd(), env: process.env, exitCode: process.exitCode };
  onTestFinished(async () => {
    process.chdir(cwd);
    Object.assign(process, { env, exitCode });
    await stage.close();
    await workspaces.close();
    rmSync(folder, { recursive: true });
  });
  const workspace = await workspaces.make({
    'build/unit.xml': green,
    'build/red.xml': red,
    'flow.yml': 'name: shop\ntemplate:\n  version: 1\n  trail:\n    attestations:\n      - { name: unit, type: junit }\n',
    'scan.yml': 'name: scan\ndescription: A scan\n',
    'production.yml': 'name: production\ntype: server\n',
    'policy.yml': '_schema: https://kosli.com/schemas/policy/environment/v1\nartifacts:\n  provenance: { required: true }\n',
  });
  process.chdir(workspace);
  process.env = {
    PATH: env['PATH'],
    HOME: folder,
    EVIDENCE_BASE_URL: stage.baseUrl,
    EVIDENCE_API_TOKEN: stage.tokens.member,
    EVIDENCE_ORG: 'acme',
  };
  let token = 'none';
  const data = join(folder, 'data');
  const texts: string[] = [];
  for (const line of [...onService, ...onData]) {
    const { err, json, out, terminal } = listening();
    const [written, code] = [[] as string[], { is: 0 as number | undefined }];
    const spies = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation((text) => (written.push(String(text)), true)),
    );
    try {
      const program = buildProgram({ terminal, interrupt: new AbortController().signal, done: (is) => void (code.is = is) });
      await program.parseAsync([
        'node',
        'compliance-evidence',
        ...line.split(' ').map((part) => part.replace('DATA', data).replace('TOKEN', token)),
      ]);
    } catch (error) {
      if (error instanceof CommanderError) code.is = error.exitCode;
      else {
        const stopped = stoppedBy(error);
        code.is = exitCodeOf(stopped);
        written.push(`${stopped.message}\n${stopped.fix ?? ''}\n`);
      }
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
    const said = [
      ...written,
      ...out.map((text) => `${text}\n`),
      ...err.map((text) => `err: ${text}\n`),
      ...json.map((one) => `${JSON.stringify(one, undefined, 1)}\n`),
    ].join('');
    token =
      /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]+/.exec(line.startsWith('token create --init') ? said : '')?.[0] ?? token;
    texts.push(`$ ${line} → ${code.is}\n${said}`);
  }
  const address = stage.baseUrl.replace('/api/v2', '').replace('http://', '');
  const hidden: readonly (readonly [what: RegExp | string, name: string])[] = [
    [folder, 'FOLDER'],
    [workspace, 'WORKSPACE'],
    [root, 'ROOT/'],
    [address, 'SERVICE'],
    [workspaces.sha, 'COMMIT'],
    [workspaces.sha.slice(0, 12), 'SHORT'],
    [/ce_[\w-]{20,}/g, 'SECRET'],
    [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]+/g, 'ID'],
    [/\b[0-9a-f]{64}\b/g, 'HASH'],
    [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?Z| UTC| [+-]\d\d:\d\d)?/g, 'TIME'],
    [/\b[12]\d{9}(?:\.\d+)?\b/g, 'SECONDS'],
    [/\d{4}-\d\d-\d\d/g, 'DAY'],
    [/\d+(?:\.\d+)? (?:[KM]i)?B\b/g, 'SIZE'],
  ];
  const text = hidden.reduce((all, [what, name]) => all.replaceAll(what, name), texts.join('\n'));
  await expect(text).toMatchFileSnapshot(join(root, 'test/fixtures/invocations.txt'));
}, 120_000);
