import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { readLog, type WorkflowRun } from './log.ts';
import type { Sent } from './shop.ts';

const root = join(import.meta.dirname, '../../');

/** The folders that stand in for the actions of GitHub that workflows use, whatever their version. */
const standIns: Readonly<Record<string, string>> = {
  'actions/checkout': join(import.meta.dirname, 'checkout'),
  'actions/setup-node': join(import.meta.dirname, 'setup-node'),
  'actions/upload-artifact': join(import.meta.dirname, '../support/artifacts/upload'),
  'actions/attest': join(import.meta.dirname, '../support/attest'),
  'actions/download-artifact': join(import.meta.dirname, '../support/artifacts/download'),
};

/** No workflow of the documentation takes a minute; one that does hangs. */
const usualTimeLimit = 120_000;

export interface WorkflowOptions {
  /** The file's text. */
  readonly workflow: string;
  readonly event: Sent;
  /** Legs of a matrix to run, as act takes them: `shard:1`. All when left out. */
  readonly legs?: string;
  readonly secrets: Readonly<Record<string, string>>;
  readonly vars: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** A folder with programs that come before those of this machine. */
  readonly programs?: string;
  /** The limit in milliseconds. */
  readonly timeLimit?: number;
}

/**
 * The engine itself crashed, and says nothing of the workflow. Jobs that begin at once write to a table of its own
 * (`LocalRepositoryCache`) without a lock, up to 0.2.89 at least; about one run of a matrix in a hundred ends so on a busy machine.
 */
export class EngineCrash extends Error {}

/** `act` in host mode: jobs are processes of this machine, and nothing is fetched from anywhere. */
export interface Engine {
  /** @throws EngineCrash */
  run(options: WorkflowOptions): Promise<WorkflowRun>;
}

/** `action`: the folder with the files that a user of the action gets. */
export function openEngine(act: string, action: string, folder: string): Engine {
  const reusable = workflowsOf(action).map((file) => readFileSync(file, 'utf8'));
  return {
    async run({ workflow, event, legs, secrets, vars, env, programs, timeLimit = usualTimeLimit }) {
      const place = await mkdtemp(join(folder, 'run-'));
      // This engine runs one workflow at a time, and does not know how others would queue.
      const [file, payload, home] = [join(place, 'workflow.yml'), join(place, 'event.json'), join(place, 'home')];
      await Promise.all([
        writeFile(file, workflow.replace(/^ +queue: max\n/m, '')),
        writeFile(payload, JSON.stringify(event.payload)),
        mkdir(home),
      ]);
      const pairs = (option: string, values: Readonly<Record<string, string>>): readonly string[] =>
        Object.entries(values).flatMap(([name, value]) => [option, `${name}=${value}`]);
      const args = [
        [event.name, '--workflows', file, '--eventpath', payload, '--directory', home, '--json', '--strict', '--rm'],
        ['--platform', 'ubuntu-latest=-self-hosted', '--pull=false', '--no-cache-server', '--action-cache-path', join(place, 'cache')],
        ['--local-repository', `acme/compliance-evidence@v1=${action}`],
        // Without this flag act copies a folder in place of a checkout, and there is no git.
        ['--no-skip-checkout', ...standingIn(workflow, ...reusable)],
        legs === undefined ? [] : ['--matrix', legs],
        // Otherwise act asks the GitHub command line for the developer's own token.
        pairs('--secret', { GITHUB_TOKEN: 'ghs_ofNobody', ...secrets }),
        pairs('--var', vars),
        pairs('--env', { GITHUB_REPOSITORY: 'acme/app', GITHUB_REF: event.ref, SHA_REF: event.sha, ...env }),
      ].flat();
      const ended = await end(act, args, { cwd: home, env: environment(home, programs), timeout: timeLimit });
      await rm(place, { recursive: true, force: true });
      const crash = /^fatal error: concurrent map .*/m.exec(ended.printed)?.[0];
      if (crash !== undefined) throw new EngineCrash(crash);
      return readLog(ended.exitCode, ended.printed);
    },
  };
}

/**
 * Everything that a workflow of users can name: for each step the engine copies the folder, and all files would cost most of its
 * time.
 */
const ofUsers = ['action.yml', '.github', 'dist'];

/**
 * The action as its users get it: the committed files. For work in progress it also has changes that are not committed, except
 * new files.
 */
export function unpackAction(folder: string, withChanges: boolean): void {
  const changes = withChanges ? execFileSync('git', ['stash', 'create'], { cwd: root, encoding: 'utf8' }).trim() : '';
  const archive = execFileSync('git', ['archive', changes === '' ? 'HEAD' : changes, ...ofUsers], { cwd: root, maxBuffer: 1 << 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}

/**
 * `$/`, which this engine does not know, is the repository that the workflow is of at the commit that it is of: in the
 * unpacked action that is `acme/compliance-evidence@v1`.
 */
export function rewriteOwnReferences(action: string): void {
  for (const file of workflowsOf(action)) {
    const text = readFileSync(file, 'utf8').replace(/(\buses: )\$\/(\S+)/g, '$1acme/compliance-evidence/$2@v1');
    writeFileSync(file, text);
  }
}

function workflowsOf(action: string): readonly string[] {
  const folder = join(action, '.github', 'workflows');
  return readdirSync(folder).map((name) => join(folder, name));
}

/** Options by which the engine takes stand-ins for the actions that these workflows use. */
function standingIn(...workflows: readonly string[]): readonly string[] {
  const used = workflows.flatMap((text) => Array.from(text.matchAll(/\buses: (actions\/[a-z-]+)@(\S+)/g)));
  return used.flatMap(([, name = '', ref = '']) => {
    const standIn = standIns[name];
    return standIn === undefined ? [] : ['--local-repository', `${name}@${ref}=${standIn}`];
  });
}

/** Host mode hands the whole environment on to the jobs: they get a PATH with this Node first, and a home that is empty. */
function environment(home: string, programs?: string): NodeJS.ProcessEnv {
  const path = [programs, dirname(process.execPath), process.env['PATH']].filter((each) => each !== undefined).join(delimiter);
  return { PATH: path, HOME: home, npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' };
}

function end(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly timeout: number },
): Promise<{ readonly exitCode: number | null; readonly printed: string }> {
  return new Promise((fulfil, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.on('error', reject);
    child.on('close', (exitCode) => fulfil({ exitCode, printed }));
  });
}
