import { exitCodeOf, contextOf, optionReader, run, sentSoFar, type CommandName, type Event, type RawOptions } from '../commands/index.ts';
import { TransportError } from '../errors/index.ts';
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
  let lastWrite: Event | undefined;
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
      case 'sending':
      case 'sent':
        lastWrite = event;
    }
  };
  const context = contextOf(process.env, process.cwd(), interrupt, show);
  try {
    const result = await run(
      command,
      optionReader(raw, (name) => `--${name}`),
      context,
    );
    if (options.json) terminal.json(resultJson(result));
    else showResult(result, terminal);
    return exitCodeOf(result);
  } catch (error) {
    if (!(error instanceof TransportError) || error.code !== 'interrupted') throw error;
    throw new TransportError('interrupted', `Interrupted. ${sentSoFar(lastWrite)}`, { request: error.request, cause: error });
  }
}
