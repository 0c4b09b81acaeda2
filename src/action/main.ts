import { EvidenceError, Fault, TransportError, UsageError, exitCodes, type Ending } from '../errors/index.ts';
import { exitCodeOf, contextOf, noSecretsError, optionReader, run, sentSoFar, type Event } from '../commands/index.ts';
import { openPrinter, renderEnding } from '../github/index.ts';
import { commandOf, readInputs, secretsOf, unreadInputs } from './inputs.ts';
import { outputsOf, outputsOfEnding, writeOutputs, type Outputs } from './outputs.ts';
import { present, writeSummary } from './present.ts';
import { endQuickly } from './quick-end.ts';
import { withoutSecrets } from './secrets.ts';

/** After an interruption the runner waits 7.5 s before it insists; by then everything is said. */
const graceAfterInterrupt = 5_000;

endQuickly();
// Who reads the log changes neither what is recorded nor the outputs.
process.stdout.on('error', () => undefined);
const printer = openPrinter((text) => process.stdout.write(text));
const interrupt = new AbortController();
let lastWrite: Extract<Event, { kind: 'sending' | 'sent' }> | undefined;
let isFinished = false;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupt.abort();
    setTimeout(() => {
      finish(ended(new TransportError('interrupted', 'Interrupted', { request: '' })));
      process.exit();
    }, graceAfterInterrupt).unref();
  });
}

finish(await act().catch(ended));
// Nothing is left to wait for but idle connections; the callback comes when all that was printed is out.
process.stdout.write('', () => process.exit());

interface Acted {
  readonly exitCode: number;
  readonly outputs: Outputs;
}

function finish({ exitCode, outputs }: Acted): void {
  if (isFinished) return;
  isFinished = true;
  process.exitCode = exitCode;
  try {
    writeOutputs(outputs);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    printer.annotate({
      level: 'error',
      message: `The outputs could not be written: ${why}\nLet GITHUB_OUTPUT name the file that the runner made`,
    });
    process.exitCode = exitCode === 0 ? exitCodes.unknown : exitCode;
  }
  printer.finish();
}

async function act(): Promise<Acted> {
  const { env } = process;
  const { raw, unknown } = readInputs(env);
  for (const secret of secretsOf(raw)) printer.hide(secret);
  for (const { name, nearest } of unknown) {
    printer.annotate({ level: 'warning', message: `Input ${name} is not one of this action and was not read; the nearest is ${nearest}` });
  }
  const context = contextOf(env, env['GITHUB_WORKSPACE'] ?? process.cwd(), interrupt.signal, show);
  if ((raw['api-token'] ?? '').trim() === '') {
    const error = noSecretsError(context.event);
    if (error !== undefined) throw error;
  }
  const command = commandOf(env);
  for (const name of unreadInputs(command, raw)) {
    printer.annotate({ level: 'warning', message: `Input ${name} does nothing with command: ${command}` });
  }
  const ran = await run(
    command,
    optionReader(raw, (name) => `Input ${name}`),
    context,
  );
  const result = withoutSecrets(ran, printer.clean);
  present(result, printer, env['GITHUB_STEP_SUMMARY']);
  return { exitCode: exitCodeOf(result), outputs: outputsOf(result) };
}

function show(event: Event): void {
  switch (event.kind) {
    case 'info':
      return printer.line(event.message);
    case 'notice':
      return printer.annotate({ level: 'notice', message: event.message });
    case 'warning':
      return printer.annotate({ level: 'warning', ...event });
    case 'sending':
    case 'sent':
      lastWrite = event;
  }
}

/** A run that came to no verdict: wrong inputs, an interruption, or a fault of ours. */
function ended(error: unknown): Acted {
  const code = error instanceof Fault ? error.code : 'internal';
  const said = error instanceof Error ? error.message : String(error);
  const fix = error instanceof Fault ? error.fix : undefined;
  const ending = endingOf(error);
  const message =
    ending === 'interrupted' ? `Interrupted. ${sentSoFar(lastWrite)}` : ending === 'usage' ? `${said}. Nothing was sent` : said;
  const mend = fix ?? (ending === 'interrupted' ? 'Run the job again' : 'Run the job again; if it stays, report it with the log');
  printer.annotate({ level: 'error', message: `${message}\n${mend}` });
  if (code === 'internal' && error instanceof Error && process.env['RUNNER_DEBUG'] === '1') printer.line(error.stack ?? said);
  writeSummary(renderEnding(printer.clean(message), printer.clean(mend)), printer, process.env['GITHUB_STEP_SUMMARY']);
  const outputs = outputsOfEnding(ending, { code, message, fix: mend }, lastWrite);
  return { exitCode: exitCodes[ending], outputs: withoutSecrets(outputs, printer.clean) };
}

function endingOf(error: unknown): Ending {
  if (error instanceof UsageError) return 'usage';
  if (error instanceof TransportError && error.code === 'interrupted') return 'interrupted';
  return error instanceof EvidenceError ? 'unusable' : 'unknown';
}
