import { mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCommandFiles, processCommandFiles, type CommandFiles } from './command-files.ts';
import { createCommandProcessor } from './commands.ts';
import { makeContexts, type AllContexts, type Places } from './contexts.ts';
import { makeEnvironment } from './environment.ts';
import { mergeInputs } from './inputs.ts';
import { createJournal, type Journal } from './journal.ts';
import { readManifest } from './manifest.ts';
import { createMasker } from './masker.ts';
import { runnerTiming, runProcess } from './process.ts';
import { createStep } from './step.ts';
import { createTrigger } from './trigger.ts';
import type { ActionRun, RunOptions } from './types.ts';

const ownManifest = fileURLToPath(new URL('../../../action.yml', import.meta.url));

/**
 * Runs a JavaScript action as one step of a job, as GitHub's runner does (actions/runner 258d6c8, v2.336.0, on Linux or macOS).
 * Rejects when the action cannot be run at all: no manifest, a default that cannot be evaluated, no script.
 */
export async function runAction(options: RunOptions): Promise<ActionRun> {
  const manifest = await readManifest(options.manifest ?? ownManifest);
  await stat(manifest.main).catch(() => {
    throw new Error(`${manifest.main} does not exist. Build it first: npm run build`);
  });
  const root = await realpath(await mkdtemp(join(tmpdir(), 'runner-')));
  try {
    const { places, files, home } = await preparePlaces(root, options);
    await writeFile(places.eventPath, JSON.stringify(options.event?.payload ?? {}));
    const contexts = makeContexts(options, places);
    const masker = createMasker();
    const token = contexts.github['token'];
    for (const secret of [...(typeof token === 'string' ? [token] : []), ...(options.secrets ?? [])]) masker.addLines(secret.trim());
    const journal = createJournal(masker, contexts.runner['debug'] === '1');
    const step = createStep(journal, masker, places.workspace);
    const inputs = mergeInputs(options.inputs, manifest, contexts, journal);
    printDetails(journal, contexts, inputs, options.env ?? {});

    const act = createCommandProcessor(step);
    const trigger = createTrigger(options.signalAfter, options.timeoutMs ?? 120_000);
    const started = performance.now();
    const end = await runProcess({
      command: options.node ?? process.execPath,
      args: [manifest.main],
      cwd: places.workspace,
      env: makeEnvironment(options, inputs, contexts, home),
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
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function preparePlaces(root: string, options: RunOptions): Promise<{ places: Places; files: CommandFiles; home: string }> {
  const directory = async (...path: string[]): Promise<string> => {
    await mkdir(join(root, ...path), { recursive: true });
    return join(root, ...path);
  };
  const temp = await directory('_temp');
  const files = await createCommandFiles(await directory('_temp', '_runner_file_commands'));
  const places: Places = {
    workspace: options.workspace === undefined ? await directory('shop', 'shop') : resolve(options.workspace),
    temp,
    toolCache: await directory('_tool'),
    eventPath: join(await directory('_temp', '_github_workflow'), 'event.json'),
    commandFiles: files,
  };
  return { places, files, home: await directory('home') };
}

/** The first lines of a step's log. They show inputs as they are, less what is masked. */
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
