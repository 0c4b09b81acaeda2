import { inputs, uses, type ActionCommand } from '../../src/action/inputs.ts';
import { actionCommands, actionNameOf, commands, outputTable, type Command } from '../../src/commands/index.ts';
import { queries } from '../../src/contract/queries.gen.ts';
import { eventTable } from '../../src/git/index.ts';
import { placeholderOf, type OptionSpec } from '../../src/options/index.ts';
import { interfaceRows } from './interface-rows.ts';
import { inputEntry, manifest } from './manifest-text.ts';

const from = 'src/commands and src/options';
const [usual] = actionCommands;
const summaries = actionCommands.map(
  ({ name, summary }) => `\`${actionNameOf({ name })}\`: ${summary.charAt(0).toLowerCase()}${summary.slice(1, -1)}`,
);
const commandInput = {
  description: `What to do. ${summaries.join('; ')}.`,
  required: false,
  default: usual === undefined ? undefined : actionNameOf(usual),
};

export function generateManifest(): string {
  return manifest({
    from,
    name: 'Compliance evidence',
    description: 'Records a test run as evidence, asks whether the trail is compliant, and fails the job when it is not.',
    branding: { icon: 'shield', color: 'green' },
    inputs: { command: commandInput, ...Object.fromEntries(inputs.map((option) => [option.name, inputOf(option, actionCommands)])) },
    outputs: outputTable,
    runs: { main: 'dist/index.js' },
  });
}

/** The manifest of one command on the same bundle, with its own inputs and outputs only. */
export function generateCommandManifest(command: ActionCommand): string {
  // An option of a common name may say something of its own here.
  const said = (option: OptionSpec): OptionSpec => command.options.find(({ use }) => use.name === option.name)?.use ?? option;
  const own = inputs.filter(({ name }) => uses(command, name)).map((option) => [option.name, inputOf(said(option), [command])]);
  return manifest({
    from,
    name: `Compliance evidence: ${actionNameOf(command)}`,
    description: command.summary,
    inputs: { command: { description: 'Leave it as it is.', required: false, default: actionNameOf(command) }, ...Object.fromEntries(own) },
    outputs: Object.fromEntries(Object.entries(outputTable).filter(([name]) => command.outputs.some((output) => output === name))),
    runs: { main: '../../../dist/index.js' },
  });
}

function inputOf(option: OptionSpec, commands: readonly Command[]): object {
  const value = option.actionDefault ?? option.default;
  // Options that every command requires. The runner does not enforce it, and readers would think that it does.
  const required = requiring(option, commands).length === commands.length;
  return inputEntry(option.description, required, value);
}

function requiring({ name }: OptionSpec, commands: readonly Command[]): readonly Command[] {
  return commands.filter(({ options }) => options.some(({ required, use }) => required === true && use.name === name));
}

export function generateInputTables(before: string): string {
  const first = `| \`command\` | \`${commandInput.default}\` | ${commandInput.description} |`;
  const withInputs = between(before, 'inputs', ['| Input | Default | Meaning |', '|:--|:--|:--|', first, ...inputs.map(inputRow)]);
  const outputs = Object.entries(outputTable).map(([name, description]) => `| \`${name}\` | ${description} |`);
  return between(withInputs, 'outputs', ['| Output | Meaning |', '|:--|:--|', ...outputs]);
}

export function generateCommandTable(before: string): string {
  return between(before, 'commands', ['| Command | What it does |', '|:--|:--|', ...commands.map(commandRow)]);
}

export function generateInterfaceTable(before: string): string {
  return between(before, 'interface', interfaceRows());
}

export function generateQueryTable(before: string): string {
  const rows = Object.entries(queries).map(([name, { parameters }]) => {
    const shown = Object.entries(parameters).map(
      ([parameter, { required, several }]) =>
        `\`${parameter}\`${required === true ? '' : ' (optional)'}${several === true ? ', several' : ''}`,
    );
    return `| \`${name}\` | ${shown.join('; ')} |`;
  });
  return between(before, 'queries', ['| Operation | Parameters |', '|:--|:--|', ...rows]);
}

export function generateEventTable(before: string): string {
  const code = (text: string): string =>
    text
      .split(', ')
      .map((part) => `\`${part}\``)
      .join(', ');
  const rows = eventTable.map(({ about, commit, events, note }) => {
    const names = events.length === 0 ? 'any other' : code(events.join(', '));
    return `| ${names} | ${about} | ${code(commit)} | ${note} |`;
  });
  return between(before, 'events', ['| Event | It is about | Read from | To know |', '|:--|:--|:--|:--|', ...rows]);
}

function inputRow(option: OptionSpec): string {
  const value = option.actionDefault ?? option.default;
  const inQuestion = requiring(option, actionCommands);
  const needing = inQuestion.map((command) => `\`${actionNameOf(command)}\``);
  const others = actionCommands.filter((command) => !inQuestion.includes(command)).map((command) => `\`${actionNameOf(command)}\``);
  const exception = others.length === 0 ? '' : ` but for ${others.join(', ')}`;
  const required = others.length < needing.length ? `**required**${exception}` : `**required** for ${needing.join(', ')}`;
  const shown = needing.length > 0 ? required : value === undefined ? '' : `\`${value}\``;
  return `| \`${option.name}\` | ${shown} | ${option.description.replaceAll('|', '\\|')} |`;
}

function commandRow({ name, options, summary }: Command): string {
  const positional = options.filter((option) => option.positional === true).map(({ use }) => ` ${placeholderOf(use)}`);
  return `| \`${name}${positional.join('')}\` | ${summary} |`;
}

/** A page with these lines between the markers of a name. @throws where it has no such markers. */
export function between(text: string, name: string, lines: readonly string[]): string {
  const [start, end] = [`<!-- ${name}: generated -->`, `<!-- /${name} -->`];
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the page lacks the markers ${start} and ${end}`);
  return `${text.slice(0, from + start.length)}\n${lines.join('\n')}\n${text.slice(to)}`;
}
