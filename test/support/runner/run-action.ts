import { mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Evaluator, Lexer, Parser, data } from '@actions/expressions';
import { createCommandFiles, processCommandFiles } from './command-files.ts';
import { createCommandProcessor } from './commands.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { createMasker, type Masker } from './masker.ts';
import { runProcess, runnerTiming } from './process.ts';
import { createJournal, createStep, type Journal } from './step.ts';
import type { ActionRun, Contexts, RunOptions, SignalAfter } from './types.ts';

/** Where one run keeps its files; all under one temporary directory. */
interface Places {
  readonly workspace: string;
  readonly temp: string;
  readonly toolCache: string;
  readonly eventPath: string;
  /** Command files by the name of their context value: `env`, `output`, `path`, `state`, `step_summary`. */
  readonly commandFiles: Readonly<Record<string, string>>;
}

type AllContexts = Required<Contexts>;

/** The contexts of a push to `main`, with what the test gave laid over them. */
function makeContexts(options: RunOptions, places: Places): AllContexts {
  const given = options.contexts ?? {};
  const repository = text(given.github?.['repository']) ?? 'acme/shop';
  const sha = text(given.github?.['sha']) ?? '0123456789abcdef0123456789abcdef01234567';
  const server = text(given.github?.['server_url']) ?? 'https://github.com';
  return {
    github: {
      action: '__acme_compliance-evidence',
      action_repository: 'acme/compliance-evidence',
      action_ref: 'v1',
      actor: 'octocat',
      actor_id: '583231',
      // A port where nobody listens: no test reaches the real GitHub by accident.
      api_url: 'http://127.0.0.1:9',
      graphql_url: 'http://127.0.0.1:9/graphql',
      base_ref: '',
      head_ref: '',
      event: options.event?.payload ?? {},
      event_name: options.event?.name ?? 'push',
      event_path: places.eventPath,
      job: 'test',
      ref: 'refs/heads/main',
      ref_name: 'main',
      ref_protected: false,
      ref_type: 'branch',
      repository,
      repository_id: '1296269',
      repository_owner: repository.split('/')[0],
      repository_owner_id: '9919',
      repositoryUrl: `${server.replace(/^https:/, 'git:')}/${repository}.git`,
      retention_days: '90',
      run_attempt: '1',
      run_id: '1658821493',
      run_number: '42',
      server_url: server,
      sha,
      token: 'ghs_harnessTokenThatNobodyIssued0000',
      triggering_actor: 'octocat',
      workflow: 'CI',
      workflow_ref: `${repository}/.github/workflows/ci.yml@refs/heads/main`,
      workflow_sha: sha,
      workspace: places.workspace,
      ...places.commandFiles,
      ...given.github,
    },
    strategy: { 'fail-fast': true, 'job-index': 0, 'job-total': 1, 'max-parallel': 1, ...given.strategy },
    matrix: given.matrix ?? null,
    job: {
      status: 'success',
      check_run_id: 399444496,
      workflow_repository: repository,
      workflow_ref: `${repository}/.github/workflows/ci.yml@refs/heads/main`,
      workflow_sha: sha,
      workflow_file_path: '.github/workflows/ci.yml',
      ...given.job,
    },
    runner: {
      os: 'Linux',
      arch: 'X64',
      name: 'GitHub Actions 1',
      environment: 'github-hosted',
      tool_cache: places.toolCache,
      temp: places.temp,
      workspace: join(places.workspace, '..'),
      ...given.runner,
    },
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/**
 * The environment of the action's process, in the runner's order: the machine, `env:`, inputs, contexts, and last the marks of
 * GitHub Actions. The machine is a bare one: only the variables that a program needs to start leak in from this process.
 */
function makeEnvironment(
  options: RunOptions,
  inputs: ReadonlyMap<string, string>,
  contexts: AllContexts,
  home: string,
): Record<string, string> {
  const environment: Record<string, string> = { ...inherited(options), HOME: home, ...options.env };
  for (const [name, value] of inputs) environment[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] = value;
  for (const [name, value] of Object.entries(contexts.github)) {
    // Numbers and objects are not exported: see GetRuntimeEnvironmentVariables in the runner's GitHubContext.cs.
    if (exported.has(name) && (typeof value === 'string' || typeof value === 'boolean'))
      environment[`GITHUB_${name.toUpperCase()}`] = String(value);
  }
  for (const [name, value] of Object.entries(contexts.runner)) {
    if (typeof value === 'string') environment[`RUNNER_${name.toUpperCase()}`] = value;
  }
  environment['GITHUB_ACTIONS'] = 'true';
  environment['CI'] ??= 'true';
  return environment;
}

function inherited(options: RunOptions): Record<string, string> {
  const names = new Set(['PATH', 'LANG', 'SYSTEMROOT', 'COMSPEC', 'PATHEXT']);
  if (options.machine?.includes('proxy')) for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY']) names.add(name);
  if (options.machine?.includes('certificates'))
    for (const name of ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR']) names.add(name);
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined && names.has(name.toUpperCase())) found[name] = value;
  return found;
}

// The allow list of the runner's GitHubContext.cs. `token` and `event` are not on it.
const exported = new Set(
  (
    'action_path action_ref action_repository action actor actor_id api_url artifacts artifacts_list base_ref env event_name event_path ' +
    'graphql_url head_ref job output path ref_name ref_protected ref_type ref repository repository_id repository_owner repository_owner_id ' +
    'retention_days run_attempt run_id run_number server_url sha state step_summary triggering_actor workflow workflow_ref workflow_sha workspace'
  ).split(' '),
);

// `input-default-context` of the runner's action_yaml.json, less `hashFiles`: nothing else may be named in a default.
const allowed = ['github', 'strategy', 'matrix', 'job', 'runner'];

/** Evaluates the `${{ … }}` in an input's default with GitHub's own expression evaluator. Throws on an unknown context or function. */
function evaluateDefault(template: string, contexts: AllContexts): string {
  if (!template.includes('${{')) return template;
  const values: data.Dictionary = JSON.parse(JSON.stringify(contexts), data.reviver);
  return template.replaceAll(expression, (_, source: string, end: string | undefined) => {
    if (end === undefined)
      throw new Error(`The expression is not closed: an unescaped \${{ was found without a matching }} in '${template}'`);
    const tree = new Parser(new Lexer(source.trim()).lex().tokens, allowed, []).parse();
    const result = new Evaluator(tree, values).evaluate();
    if (!result.primitive) throw new Error(`'${source.trim()}' is no text but an ${result.coerceString()}`);
    return result.coerceString();
  });
}

// `}}` inside quotes does not end an expression; the end is optional so that an open one is found.
const expression = /\$\{\{((?:'[^']*'|(?!\}\})[^'])*)(\}\})?/g;

/**
 * The inputs as the action gets them: those of `with:` as they are (an empty text is not replaced by the default), then
 * the default, else `''`, of every other input in the manifest. Names are compared without regard to case.
 */
function mergeInputs(
  given: Readonly<Record<string, string>>,
  manifest: Manifest,
  contexts: AllContexts,
  journal: Journal,
): ReadonlyMap<string, string> {
  const known = new Map(manifest.inputs.map((input) => [input.name.toLowerCase(), input]));
  const inputs = new Map(Object.entries(given));
  for (const name of inputs.keys()) {
    const message = known.get(name.toLowerCase())?.deprecation;
    if (message !== undefined) journal.issue('warning', `Input '${name}' has been deprecated with message: ${message}`);
  }
  const set = new Set([...inputs.keys()].map((name) => name.toLowerCase()));
  for (const input of manifest.inputs) {
    if (!set.has(input.name.toLowerCase())) inputs.set(input.name, evaluateDefault(input.default, contexts));
  }
  const unexpected = Object.keys(given).filter((name) => !known.has(name.toLowerCase()));
  if (unexpected.length > 0) {
    const valid = manifest.inputs.map((input) => input.name).join("', '");
    journal.issue('warning', `Unexpected input(s) '${unexpected.join("', '")}', valid inputs are ['${valid}']`);
  }
  return inputs;
}

function createTrigger(after: SignalAfter | undefined, timeoutMs: number) {
  const controller = new AbortController();
  let reason: 'cancel' | 'timeout' | undefined;
  let stopped = false;
  const fire = (why: 'cancel' | 'timeout'): void => {
    if (stopped || reason !== undefined) return;
    reason = why;
    controller.abort();
  };
  const timers = [setTimeout(fire, timeoutMs, 'timeout')];
  let pattern: string | RegExp | undefined;
  if (after !== undefined) {
    if ('ms' in after) timers.push(setTimeout(fire, after.ms, 'cancel'));
    else if ('line' in after) pattern = after.line;
    else
      after.promise.then(
        () => fire('cancel'),
        () => fire('cancel'),
      );
  }
  return {
    cancel: controller.signal,
    sees(line: string) {
      if (pattern !== undefined && (typeof pattern === 'string' ? line.includes(pattern) : pattern.test(line))) fire('cancel');
    },
    reason: () => reason,
    stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** The folders of one job. */
interface JobPlace {
  readonly places: Omit<Places, 'commandFiles'>;
  readonly commandFolder: string;
  readonly home: string;
  /** Removes them, as a runner does that is used once. */
  readonly remove: () => Promise<void>;
}

async function openJobPlace(options: RunOptions): Promise<JobPlace> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'runner-')));
  const directory = async (...path: string[]): Promise<string> => {
    await mkdir(join(root, ...path), { recursive: true });
    return join(root, ...path);
  };
  const temp = await directory('_temp');
  const commandFolder = await directory('_temp', '_runner_file_commands');
  const eventPath = join(await directory('_temp', '_github_workflow'), 'event.json');
  await writeFile(eventPath, JSON.stringify(options.event?.payload ?? {}));
  return {
    places: {
      workspace: options.workspace === undefined ? await directory('shop', 'shop') : resolve(options.workspace),
      temp,
      toolCache: await directory('_tool'),
      eventPath,
    },
    commandFolder,
    home: await directory('home'),
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** The script of an action that is played: that of its step, or that at the end of the job with the state that the step saved. */
export type Script =
  | { readonly kind: 'main'; readonly file: string }
  | { readonly kind: 'post'; readonly file: string; readonly state: Readonly<Record<string, string>> };

/** Runs one script of an action as one step of a job. */
async function playScript(
  script: Script,
  manifest: Manifest,
  options: RunOptions,
  { masker, ...job }: JobPlace & { readonly masker: Masker },
): Promise<ActionRun> {
  const files = await createCommandFiles(job.commandFolder);
  const contexts = makeContexts(options, { ...job.places, commandFiles: files });
  const token = contexts.github['token'];
  for (const secret of [...(typeof token === 'string' ? [token] : []), ...(options.secrets ?? [])]) masker.addLines(secret.trim());
  const journal = createJournal(masker, contexts.runner['debug'] === '1');
  const step = createStep(journal, masker, job.places.workspace);
  const inputs = mergeInputs(options.inputs, manifest, contexts, journal);
  if (script.kind === 'main') printDetails(journal, contexts, inputs, options.env ?? {});
  else journal.output('Post job cleanup.');

  const saved = script.kind === 'main' ? {} : script.state;
  const act = createCommandProcessor(step);
  const trigger = createTrigger(options.signalAfter, options.timeoutMs ?? 120_000);
  const started = performance.now();
  const end = await runProcess({
    command: options.node ?? process.execPath,
    args: [script.file],
    cwd: job.places.workspace,
    env: {
      ...makeEnvironment(options, inputs, contexts, job.home),
      ...Object.fromEntries(Object.entries(saved).map(([name, value]) => [`STATE_${name}`, value])),
    },
    timing: { ...runnerTiming, ...options.timing },
    cancel: trigger.cancel,
    onLine(line) {
      trigger.sees(line);
      act(line);
    },
  }).finally(() => trigger.stop());
  const durationMs = performance.now() - started;
  const summary = await processCommandFiles(step, files);
  if (end.broken !== undefined) journal.issue('error', end.broken.message);
  if (trigger.reason() === 'timeout') journal.issue('error', `The action '${manifest.name}' has timed out.`);

  const failed = end.exitCode !== 0 || end.broken !== undefined || step.commandErrors.length > 0 || trigger.reason() === 'timeout';
  const outputs = step.outputs.toObject();
  return {
    exitCode: end.exitCode,
    signal: end.signal,
    conclusion: trigger.reason() === 'cancel' ? 'cancelled' : failed ? 'failure' : 'success',
    outputs,
    secretOutputs: Object.keys(outputs).filter((name) => masker.mask(outputs[name] ?? '') !== outputs[name]),
    state: step.state.toObject(),
    env: Object.fromEntries(step.env),
    path: step.path,
    ...summary,
    annotations: journal.annotations,
    log: journal.text(),
    rawStdout: end.stdout,
    rawStderr: end.stderr,
    masks: masker.values,
    matchers: step.matchers,
    commandErrors: step.commandErrors,
    lingered: end.lingered,
    durationMs,
  };
}

/** The first lines of a step's log. They show inputs unchanged, except for masks. */
function printDetails(
  journal: Journal,
  { github }: AllContexts,
  inputs: ReadonlyMap<string, string>,
  env: Readonly<Record<string, string>>,
): void {
  journal.output(`##[group]Run ${String(github['action_repository'])}@${String(github['action_ref'])}`);
  if (inputs.size > 0) journal.output('with:');
  for (const [name, value] of inputs) if (value !== '') journal.output(`  ${name}: ${value}`);
  if (Object.keys(env).length > 0) journal.output('env:');
  for (const [name, value] of Object.entries(env)) journal.output(`  ${name}: ${value}`);
  journal.output('##[endgroup]');
}

const ownManifest = join(import.meta.dirname, '../../../action.yml');

/** An action whose step is done, in a job that goes on. */
export interface StartedAction {
  readonly main: ActionRun;
  /** The job's folder for temporary files. */
  readonly temp: string;
  /** Ends the job: plays `post`, where the action has one, and removes the folders of the job. */
  readonly end: () => Promise<ActionRun | undefined>;
}

/**
 * Runs a JavaScript action as one step of a job, as GitHub's runner does (actions/runner 258d6c8, v2.336.0, on Linux or macOS).
 * Rejects when the action cannot be run at all: no manifest, a default that cannot be evaluated, no script.
 */
export async function startAction(options: RunOptions): Promise<StartedAction> {
  const manifest = await readManifest(options.manifest ?? ownManifest);
  const { main: file, post } = manifest;
  for (const script of [file, ...(post === undefined ? [] : [post])]) {
    await stat(script).catch(() => {
      throw new Error(`${script} does not exist. Build it first: npm run build`);
    });
  }
  const place = await openJobPlace(options);
  const job = { ...place, masker: createMasker() };
  try {
    const main = await playScript({ kind: 'main', file }, manifest, options, job);
    return {
      main,
      temp: place.places.temp,
      async end() {
        try {
          if (post === undefined) return undefined;
          // The end of a step runs whatever stopped the step.
          const { signalAfter: _, ...rest } = options;
          const env = { ...options.env, ...main.env };
          return await playScript({ kind: 'post', file: post, state: main.state }, manifest, { ...rest, env }, job);
        } finally {
          await place.remove();
        }
      },
    };
  } catch (error) {
    await place.remove();
    throw error;
  }
}

/** The step alone, in a job that ends with it. */
export async function runAction(options: RunOptions): Promise<ActionRun> {
  const { end, main } = await startAction(options);
  await end();
  return main;
}
