import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import {
  awaitedRun,
  awaiting,
  contextOf,
  exitCodeOf,
  httpLoaded,
  jobOfRun,
  noSecretsError,
  openAnnouncement,
  run,
  stoppedBy,
} from '../commands/index.ts';
import type { ActionResult, Announcement, Event, RunContext, Stopped } from '../commands/index.ts';
import type { RawOptions } from '../options/index.ts';
import { UsageError, endings, messageOf } from '../errors/index.ts';
import { openPrinter } from '../github/printer.ts';
import type { ServiceInput } from './input-faults.ts';
import { commandOf, complaining, readDisplayInputs, readInputs, secretsOf, uses, type ActionCommand, type SummaryMode } from './inputs.ts';
import { outputsOf, type Outputs } from './outputs.ts';
import { pageOf, present } from './present.ts';
import { closedOrigin, withoutPages, withoutSecrets } from './redaction.ts';

/**
 * Lets the process end as soon as it is done. undici's HTTP parser is WebAssembly. V8 begins to optimize it while our few answers
 * are read, and no process ends before that is finished (30 to 40 ms of every step, measured by `npm run bench:start`). A budget
 * that no run reaches keeps V8 from beginning. If V8 drops the flag, only that time comes back. Call this after undici is loaded:
 * any changed flag makes Node compile its own modules again.
 */
function endQuickly(): void {
  setFlagsFromString('--wasm-tiering-budget=2000000000');
}

void httpLoaded.then(endQuickly);
// A reader of the log that goes away changes neither the record nor the outputs.
process.stdout.on('error', () => undefined);
const printer = openPrinter();
const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupt.abort());
/** GitHub takes 65,536 characters for a comment; in bytes, as we count, it is never more. */
const longestComment = 60_000;
/** The file that Node runs, in `dist` of the action. */
const program = process.argv[1] ?? '.';
const serviceInputs: readonly ServiceInput[] = ['base-url', 'api-token'];
let complaint = '';

// Annotations that still wait are printed whatever happens.
await finish(await act()).finally(() => printer.finish());
// Only idle connections are left to wait for. The callback comes when everything was printed.
process.stdout.write('', () => process.exit());

interface Run {
  readonly result: ActionResult;
  readonly summary: SummaryMode;
  /** `undefined` where no reports are asked for. */
  readonly reports?: Announcement<ActionResult> | undefined;
  readonly isUnreported?: boolean;
  readonly state?: (result: ActionResult) => Promise<Partial<Outputs>>;
  /** Removes the links to pages that nobody can open. */
  readonly opened?: (result: ActionResult) => ActionResult;
}

/** If a report fails, the step fails: a waiting reader would take an older verdict for it. */
async function finish({ isUnreported = false, opened = (one) => one, reports, result, state, summary }: Run): Promise<void> {
  let final = result;
  const clean = (one: ActionResult): ActionResult => opened(withoutSecrets(one, printer.clean));
  const report = (): Promise<boolean> =>
    reported(async () => {
      final = (await reports?.end(clean(result), (shown) => printer.clean(pageOf(clean(shown), longestComment)))) ?? final;
    });
  // A verdict may still change until the status shows it. A run that was stopped has little time, so the status comes first.
  const early = result.kind === 'judged' ? await report() : undefined;
  const shown = showResult(final, summary, clean, await state?.(final));
  const isWritten = writes(shown.outputs);
  const isReported = early ?? (await report());
  process.exitCode = shown.exitCode === 0 && !(isWritten && isReported && !isUnreported) ? endings.unknown.exitCode : shown.exitCode;
  printer.finish(shown.hasSummary ? 'the job summary' : undefined);
}

function writes(outputs: Outputs): boolean {
  try {
    for (const [name, value] of Object.entries(outputs)) printer.handOn('output', name, value);
    return true;
  } catch (error) {
    const why = messageOf(error);
    printer.annotate({
      level: 'error',
      message: `The outputs could not be written: ${why}\nLet GITHUB_OUTPUT name the file that the runner made`,
    });
    return false;
  }
}

async function reported(step: () => Promise<void> | undefined): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (error) {
    const { fix, message } = stoppedBy(error);
    // The report of the end may fail for the same reason as that of the beginning.
    if (message !== complaint)
      printer.annotate({ level: 'error', message: `The verdict could not be reported: ${message}${fix === undefined ? '' : `\n${fix}`}` });
    complaint = message;
    return false;
  }
}

async function act(): Promise<Run> {
  const run = await runCommand().catch((error: unknown): Run => ({ result: stoppedBy(error), summary: 'full' }));
  const { result } = run;
  const hasAdvice = result.kind === 'stopped' || result.kind === 'collected' || ('verdict' in result && result.verdict.reasons.length > 0);
  return hasAdvice ? { ...run, result: (await import('./action-name.ts')).withActionName(result, process.env, program) } : run;
}

async function runCommand(): Promise<Run> {
  const { env } = process;
  const job = jobOfRun(env);
  for (const secret of [...secretsOf(env), job?.requestToken ?? '']) printer.hide(secret);
  const named = await chosenCommand(env);
  const { unknown, unread, ...read } = readInputs(named, env);
  const { complaints, raw, warnings } =
    unknown.length === 0
      ? { ...read, complaints: [], warnings: [] }
      : (await import('./input-faults.ts')).meantInputs(named, read.raw, unknown, env);
  for (const message of warnings) printer.annotate({ level: 'warning', message });
  // On a runner a loopback service is one that a step of the job has started. That step gives a token too.
  const closed = closedOrigin(raw['base-url']);
  const isEmpty = (name: string): boolean => (raw[name] ?? '').trim() === '';
  const ofJob = closed === undefined || (job !== undefined && isEmpty('api-token')) ? undefined : await import('./advice-of-job.ts');
  const inherited = contextOf(env, env['GITHUB_WORKSPACE'] ?? process.cwd(), interrupt.signal, ofJob?.waitsOfJob(show) ?? show);
  const context = { ...inherited, program: dirname(program), hide: (secret: string) => printer.hide(secret) };
  const noSecrets = noSecretsError(context.event);
  // A job that may have ID tokens identifies itself, and needs no stored token.
  const mayLack = (name: ServiceInput): boolean => name === 'api-token' && job !== undefined && uses(named, 'oidc-audience');
  const empty = serviceInputs.filter((name) => uses(named, name) && isEmpty(name) && !mayLack(name));
  const absent =
    empty.length === 0 ? undefined : (await import('./input-faults.ts')).absentService(empty, env, noSecrets, uses(named, 'evidence'));
  // No status can be set there either.
  const lost = noSecrets === undefined ? undefined : absent?.get('api-token');
  if (lost !== undefined) throw lost;
  if (closed !== undefined) printer.unlink(closed);
  const useless = unread.length === 0 ? undefined : (await import('./input-faults.ts')).unreadInputs(named, unread, env);
  for (const message of useless?.warnings ?? []) printer.annotate({ level: 'warning', message });
  for (const message of useless?.notices ?? []) printer.annotate({ level: 'notice', message });
  const isLacking = named.options.some(({ required, use }) => (required === true || use.whenEmpty === 'error') && isEmpty(use.name));
  const lacking = isLacking ? (await import('./input-faults.ts')).emptyInputs(named, raw) : [];
  const all = {
    raw,
    naming: (name: string) => `Input ${name}`,
    absent: new Map([...lacking, ...(absent ?? [])]),
    artifactList: env['GITHUB_ARTIFACTS_LIST'],
    job,
  };
  const { chosenCommit, command, given, settings } = readDisplayInputs(
    [...(useless?.complaints ?? []), ...complaints].reduce(complaining, named),
    all,
  );
  const announced = { ...context, isForStatus: settings?.status === true };
  const reports =
    settings === undefined
      ? undefined
      : openAnnouncement<ActionResult>({ ...settings, chosenCommit }, command, given, announced, printer.clean);
  // Without a status to wait with, the run is judged now: later steps must not read a step that passed as a yes.
  const awaited = settings?.status === true ? awaitedRun(context.event) : undefined;
  const summary = settings?.summary ?? 'full';
  let refusal: UsageError | undefined;
  const hasBegun = await reported(() =>
    reports?.begin().catch((error: unknown) => {
      if (!(error instanceof UsageError)) throw error;
      refusal = error;
    }),
  );
  // The status cannot be that of this run, and the reason is already set: nothing is recorded.
  if (refusal !== undefined) return { result: stoppedBy(refusal), summary };
  const result = await run<Exclude<ActionResult, Stopped>>(awaited === undefined ? command : awaiting(command, awaited), given, announced);
  return {
    result: ofJob?.advisedInJob(result) ?? result,
    summary,
    reports,
    isUnreported: !hasBegun,
    state: async (final) => (named.outputs.includes('statement-path') ? stateResult(final, raw, announced) : {}),
    ...(closed === undefined ? {} : { opened: (result) => withoutPages(result, context.event.serverUrl) }),
  };
}

/** A run that ends here, or later, says nothing: no older yes may stay. */
async function chosenCommand(env: NodeJS.ProcessEnv): Promise<ActionCommand> {
  const folder = env['INPUT_STATEMENT-FOLDER']?.trim();
  const known = (): ActionCommand => commandOf(env);
  if (folder) (await import('../commands/run/statements.ts')).clearStatements(folder, env['GITHUB_WORKSPACE'], known);
  return known();
}

/** Loaded when all is decided: a run begins without it. */
async function stateResult(result: ActionResult, raw: RawOptions, context: RunContext): Promise<Partial<Outputs>> {
  const [{ writeStatements }, { originOf }] = await Promise.all([import('../commands/run/statements.ts'), import('./action-name.ts')]);
  const { repository, serverUrl } = originOf(process.env, program) ?? {};
  const verifier = repository === undefined ? undefined : `${serverUrl}/${repository}`;
  return withoutSecrets(await writeStatements(result, { raw, verifier }, context), printer.clean);
}

interface Shown {
  readonly exitCode: number;
  readonly outputs: Outputs;
  readonly hasSummary: boolean;
}

/** A failure to show it is a fault of ours, and loses nothing that was sent. */
function showResult(
  result: ActionResult,
  summary: SummaryMode,
  clean: (result: ActionResult) => ActionResult,
  stated: Partial<Outputs> = {},
): Shown {
  try {
    const open = clean(result);
    const hasSummary = present(open, printer, { mode: summary, file: process.env['GITHUB_STEP_SUMMARY'] });
    return { hasSummary, exitCode: exitCodeOf(open), outputs: outputsOf(open, process.env['RUNNER_TEMP'], stated) };
  } catch (error) {
    if (result.kind === 'stopped') throw error;
    return showResult(stoppedBy(error, 'sent' in result ? result.sent : undefined), summary, clean, stated);
  }
}

function show(event: Event): void {
  switch (event.kind) {
    case 'info':
      return printer.line(event.message);
    case 'progress':
      return;
    case 'notice':
      return printer.annotate({ level: 'notice', message: event.message });
    case 'warning':
      return printer.annotate({ level: 'warning', ...event });
  }
}
