import { exitCodes } from '../errors/index.ts';
import { actionNameOf, contextOf, exitCodeOf, noSecretsError, run, stoppedBy, type Event } from '../commands/index.ts';
import { openPrinter } from '../github/index.ts';
import { commandOf, readInputs, secretsOf, unreadInputs } from './inputs.ts';
import { outputsOf, writeOutputs, type ActionResult, type Outputs } from './outputs.ts';
import { present } from './present.ts';
import { endQuickly } from './quick-end.ts';
import { withoutSecrets } from './secrets.ts';

endQuickly();
// Who reads the log changes neither what is recorded nor the outputs.
process.stdout.on('error', () => undefined);
const printer = openPrinter((text) => process.stdout.write(text));
const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupt.abort());

finish(showResult(await act()));
// Nothing is left to wait for but idle connections; the callback comes when all that was printed is out.
process.stdout.write('', () => process.exit());

interface Shown {
  readonly exitCode: number;
  readonly outputs: Outputs;
}

function finish({ exitCode, outputs }: Shown): void {
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

async function act(): Promise<ActionResult> {
  try {
    return await runCommand();
  } catch (error) {
    return stoppedBy(error);
  }
}

async function runCommand(): Promise<ActionResult> {
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
    printer.annotate({ level: 'warning', message: `Input ${name} does nothing with command: ${actionNameOf(command)}` });
  }
  return run(command, { raw, naming: (name) => `Input ${name}` }, context);
}

/** Shows a result; what cannot be shown is a fault of ours, and loses nothing of what was sent. */
function showResult(result: ActionResult): Shown {
  try {
    const clean = withoutSecrets(result, printer.clean);
    present(clean, printer, process.env['GITHUB_STEP_SUMMARY']);
    return { exitCode: exitCodeOf(clean), outputs: outputsOf(clean, process.env['RUNNER_TEMP']) };
  } catch (error) {
    if (result.kind === 'stopped') throw error;
    return showResult(stoppedBy(error, result.sent));
  }
}

function show(event: Event): void {
  switch (event.kind) {
    case 'info':
      return printer.line(event.message);
    case 'notice':
      return printer.annotate({ level: 'notice', message: event.message });
    case 'warning':
      return printer.annotate({ level: 'warning', ...event });
  }
}
