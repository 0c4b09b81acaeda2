import { exitCodeOf, contextOf, optionReader, run, type CommandName, type Event, type RawOptions } from '../commands/index.ts';
import { stoppedWords } from '../presentation/index.ts';
import { showStopped } from './show-stopped.ts';
import { resultJson, showResult } from './show-result.ts';
import type { Terminal } from './terminal.ts';

/** `attest`, `gate`, `attest-and-gate`: runs the command and shows its result. Resolves to the exit code. */
export async function trailCommand(
  command: CommandName,
  raw: RawOptions,
  options: { readonly json: boolean },
  interrupt: AbortSignal,
  terminal: Terminal,
): Promise<number> {
  const show = (event: Event): void => {
    switch (event.kind) {
      case 'info':
        return terminal.err(terminal.style('dim', event.message));
      case 'notice':
        return terminal.err(`${terminal.style('cyan', 'note')}: ${event.message}`);
      case 'warning':
        return terminal.err(
          `${terminal.style('yellow', 'warning')}: ${event.file === undefined ? '' : `${event.file}${event.line === undefined ? '' : `:${event.line}`}: `}${event.message}`,
        );
    }
  };
  const context = contextOf(process.env, process.cwd(), interrupt, show);
  const read = optionReader(raw, (name) => `--${name}`);
  const result = await run(command, read, context);
  if (result.kind === 'stopped') showStopped(stoppedWords(result), result.fix, terminal);
  else if (options.json) terminal.json(resultJson(result));
  else showResult(result, terminal);
  return exitCodeOf(result);
}
