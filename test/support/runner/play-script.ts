import { processCommandFiles, createCommandFiles } from './command-files.ts';
import { createCommandProcessor } from './commands.ts';
import { makeContexts, type AllContexts } from './contexts.ts';
import { makeEnvironment } from './environment.ts';
import { mergeInputs } from './inputs.ts';
import type { JobPlace } from './job-place.ts';
import { createJournal, type Journal } from './journal.ts';
import type { Manifest } from './manifest.ts';
import type { Masker } from './masker.ts';
import { runnerTiming, runProcess } from './process.ts';
import { createStep } from './step.ts';
import { createTrigger } from './trigger.ts';
import type { ActionRun, RunOptions } from './types.ts';

/** The script of an action that is played: that of its step, or that at the end of the job with the state that the step saved. */
export type Script =
  | { readonly kind: 'main'; readonly file: string }
  | { readonly kind: 'post'; readonly file: string; readonly state: Readonly<Record<string, string>> };

/** Runs one script of an action as one step of a job. */
export async function playScript(
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
