import type { Command as Program } from 'commander';
import { buildProgram } from '../../../src/cli/program.ts';
import { openTerminal } from '../../../src/cli/terminal.ts';

export interface OurCommand {
  readonly name: string;
  /** Without their dashes. */
  readonly options: readonly string[];
  readonly required: readonly string[];
  /** How many arguments without a name it takes. */
  readonly places: number;
}

/** The first one has no name, and stands for the words in front of all commands. */
export function ourCommands(): readonly OurCommand[] {
  const shell = { terminal: openTerminal(), interrupt: new AbortController().signal, done: () => undefined };
  return commandsOf(buildProgram(shell), []);
}

function commandsOf(program: Program, path: readonly string[]): readonly OurCommand[] {
  const children = program.commands.flatMap((child) => commandsOf(child, [...path, child.name()]));
  if (children.length > 0 && path.length > 0) return children;
  // The options that say where the service is come from the environment.
  const required = program.options.filter((option) => option.mandatory || option.helpGroupHeading === 'Required:');
  const own = {
    name: path.join(' '),
    options: program.options.map((option) => option.long?.slice(2) ?? ''),
    required: required.map((option) => option.long?.slice(2) ?? ''),
    places: program.registeredArguments.length,
  };
  return [own, ...children];
}

/** The command that a line begins with, and the rest of the line. A line without a command gives the command without a name. */
export function commandIn(
  line: string,
  commands: readonly OurCommand[],
): { readonly command: OurCommand; readonly rest: readonly string[] } {
  const words = line.split(' ');
  for (const length of [2, 1, 0]) {
    const command = commands.find(({ name }) => name === words.slice(0, length).join(' '));
    if (command !== undefined) return { command, rest: words.slice(length) };
  }
  throw new Error(`no command has the name of "${line}"`);
}
