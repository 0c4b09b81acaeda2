import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

/** At a line of the change where it has a file, else on the run. */
export interface Annotation {
  readonly level: string;
  readonly title: string;
  readonly message: string;
  readonly file: string | undefined;
  readonly line: string | undefined;
}

/** From lines such as `::error file=a.js,line=3,title=T::What it says`, in their order. */
function annotationsIn(lines: readonly string[]): readonly Annotation[] {
  return lines.flatMap((line) => {
    const [, level, given = '', message = ''] = /^::(error|warning|notice)(?: (.*?))?::(.*)$/.exec(line) ?? [];
    if (level === undefined) return [];
    const properties = new Map(given.split(',').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
    const property = (name: string): string | undefined => decoded(properties.get(name));
    return [{ level, title: property('title') ?? '', message: decoded(message) ?? '', file: property('file'), line: property('line') }];
  });
}

/** `%25` comes last, so that `%250A` becomes `%0A` and not a line break. */
function decoded(text: string | undefined): string | undefined {
  return text?.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%25', '%');
}

export interface BundleRun {
  readonly exitCode: number;
  /** Without the runner's commands. */
  readonly log: readonly string[];
  readonly annotations: readonly Annotation[];
  readonly outputs: ReadonlyMap<string, string>;
  /** Markdown. */
  readonly summary: string;
}

/**
 * Runs the action's bundle as a step of a job. It gets `INPUT_…` from `action.yml` and the step's `with:`, the runner's files for outputs
 * and summary, the event, and only PATH of this process's environment.
 */
async function runBundle(options: {
  /** Holds `action.yml` and `dist/`. */
  readonly root: string;
  readonly workspace: string;
  readonly folder: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly github: Readonly<Record<string, string>>;
  readonly event: unknown;
  readonly interrupt: AbortSignal;
}): Promise<BundleRun> {
  const { root, folder, interrupt, workspace } = options;
  await mkdir(folder, { recursive: true });
  const file = (name: string): string => join(folder, name);
  await Promise.all([
    ...['output', 'summary', 'env', 'path', 'state'].map((name) => writeFile(file(name), '')),
    writeFile(file('event.json'), JSON.stringify(options.event)),
  ]);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_OUTPUT: file('output'),
    GITHUB_STEP_SUMMARY: file('summary'),
    GITHUB_ENV: file('env'),
    GITHUB_PATH: file('path'),
    GITHUB_STATE: file('state'),
    GITHUB_EVENT_PATH: file('event.json'),
    GITHUB_WORKSPACE: workspace,
    RUNNER_TEMP: folder,
    ...options.github,
    ...(await inputVariables(join(root, 'action.yml'), options.inputs)),
  };
  const { exitCode, printed } = await runNode(join(root, 'dist', 'index.js'), { cwd: workspace, env, signal: interrupt });
  const lines = printed.split('\n').filter((line) => line !== '');
  return {
    exitCode,
    log: lines.filter((line) => !line.startsWith('::')),
    annotations: annotationsIn(lines),
    outputs: readOutputs(await readFile(file('output'), 'utf8')),
    summary: await readFile(file('summary'), 'utf8'),
  };
}

/** As the runner passes them: the step's value, else the default, else an empty text. */
async function inputVariables(manifest: string, given: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const { inputs }: { inputs: Readonly<Record<string, { readonly default?: string }>> } = parse(await readFile(manifest, 'utf8'));
  const entries = Object.entries(inputs).map(([name, input]) => {
    // The demo's job has no matrix and no GitHub token: these two defaults are expressions.
    const value = given[name] ?? (input.default?.startsWith('${{') === true ? '' : (input.default ?? ''));
    return [`INPUT_${name.toUpperCase()}`, value] as const;
  });
  return Object.fromEntries(entries);
}

async function runNode(
  script: string,
  options: { cwd: string; env: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<{ exitCode: number; printed: string }> {
  const child = spawn(process.execPath, [script], { ...options, stdio: ['ignore', 'pipe', 'pipe'], killSignal: 'SIGINT' });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ exitCode: code ?? 1, printed }));
  });
}

/** Reads `NAME<<DELIMITER` blocks, as the runner does. */
function readOutputs(text: string): ReadonlyMap<string, string> {
  const outputs = new Map<string, string>();
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const [, name, delimiter] = /^([^=]+?)<<(.+)$/.exec(lines[at] ?? '') ?? [];
    if (name === undefined || delimiter === undefined) continue;
    const end = lines.indexOf(delimiter, at + 1);
    if (end < 0) break;
    outputs.set(name, lines.slice(at + 1, end).join('\n'));
    at = end;
  }
  return outputs;
}

/** As in the README's first workflow, for a push of this commit to the shop. */
export async function runAction(options: {
  readonly root: string;
  readonly shop: string;
  readonly folder: string;
  readonly commit: string;
  /** The number of the run. */
  readonly attempt: number;
  readonly inputs: Readonly<Record<string, string>>;
  readonly interrupt: AbortSignal;
}): Promise<BundleRun> {
  const { attempt, commit, folder, inputs, interrupt, root, shop } = options;
  const repository = 'acme/checkout-service';
  const server = 'https://github.com';
  return runBundle({
    root,
    interrupt,
    folder,
    workspace: shop,
    inputs: {
      ...inputs,
      'attestation-name': 'unit-tests',
      'junit-paths': 'build/test-results/**/*.xml',
      'required-attestations': 'unit-tests',
    },
    event: { ref: 'refs/heads/main', after: commit, repository: { id: 1, full_name: repository, html_url: `${server}/${repository}` } },
    github: {
      GITHUB_EVENT_NAME: 'push',
      GITHUB_SHA: commit,
      GITHUB_REF: 'refs/heads/main',
      GITHUB_REF_NAME: 'main',
      GITHUB_SERVER_URL: server,
      GITHUB_REPOSITORY: repository,
      GITHUB_REPOSITORY_ID: '1',
      GITHUB_WORKFLOW: 'Tests',
      GITHUB_JOB: 'tests',
      GITHUB_RUN_ID: String(attempt),
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_RUN_NUMBER: String(attempt),
      GITHUB_ACTOR: 'demo',
    },
  });
}
