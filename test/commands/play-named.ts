import { commands, contextOf, run, shortNames, type Event, type Result } from '../../src/commands/index.ts';
import type { RawOptions } from '../../src/options/index.ts';

/** Runs a command of the registry as the command line does. */
export async function playNamed(
  name: string,
  raw: RawOptions,
  {
    workspace = process.cwd(),
    interrupt = new AbortController().signal,
    env = {},
  }: { readonly workspace?: string; readonly interrupt?: AbortSignal; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<{ readonly result: Result; readonly events: readonly Event[] }> {
  const command = commands.find((known) => known.name === name);
  if (command === undefined) throw new Error(`no command ${name}`);
  const events: Event[] = [];
  const context = { ...contextOf(env, workspace, interrupt, (event) => events.push(event)), shortNames };
  return { result: await run(command, { raw, naming: (option) => `--${option}`, nameLength: 'short' }, context), events };
}
