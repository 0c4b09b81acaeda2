import { readFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { parseCommand, type Command } from './command.ts';
import { failCommand, setOutput, type Place, type Step } from './step.ts';

/**
 * Where an annotation points, from a command's properties, with the runner's corrections (ValidateLinesAndColumns): an end
 * without a start becomes the start, columns need one line, and an end before its start is dropped. A file below the workspace is
 * named relative to it.
 */
function annotationPlace(properties: ReadonlyMap<string, string>, workspace: string): Place {
  let line = integer(properties.get('line'));
  let endLine = integer(properties.get('endline'));
  let col = integer(properties.get('col'));
  let endColumn = integer(properties.get('endcolumn'));
  line ??= endLine;
  col ??= endColumn;
  const columnsUsable =
    line !== undefined && (endLine === undefined || endLine === line) && !(col !== undefined && endColumn !== undefined && endColumn < col);
  if (!columnsUsable) col = endColumn = undefined;
  if (line !== undefined && endLine !== undefined && endLine < line) line = endLine = undefined;
  const title = properties.get('title');
  const file = properties.get('file');
  return {
    ...(title === undefined ? {} : { title }),
    ...(file === undefined ? {} : { file: fromWorkspace(file, workspace) }),
    ...(line === undefined ? {} : { line }),
    ...(endLine === undefined ? {} : { endLine }),
    ...(col === undefined ? {} : { col }),
    ...(endColumn === undefined ? {} : { endColumn }),
  };
}

function integer(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : undefined;
}

function fromWorkspace(file: string, workspace: string): string {
  return file.startsWith(`${workspace}${sep}`) ? relative(workspace, file).replaceAll(sep, '/') : file;
}

/**
 * Acts on one line of stdout or stderr. Both share one processor. Throws on a stop token that the runner refuses, and the step
 * ends.
 */
export function createCommandProcessor(step: Step): (line: string) => void {
  const { journal, masker } = step;
  const registered = new Set(['stop-commands', 'echo', ...Object.keys(effects)]);
  let stopToken: string | undefined;
  let echo = journal.debugging;

  /** True when the line is dealt with and does not go to the log as it is. */
  const process = (line: string): boolean => {
    const command = parseCommand(line, registered);
    if (command === undefined) return false;
    if (stopToken !== undefined) {
      if (command.name !== stopToken) return false;
      journal.output(line);
      registered.delete(stopToken);
      stopToken = undefined;
      return true;
    }
    if (command.name === 'stop-commands') {
      stopToken = checkStopToken(command.data, registered);
      registered.add(stopToken);
      if (command.data.length > 6) masker.add(command.data);
      journal.output(line);
      return true;
    }
    const omitsEcho = quiet.has(command.name);
    if (echo && !omitsEcho) journal.output(line);
    if (echo && command.name === 'add-mask' && command.data.trim() !== '') journal.output('::add-mask::***');
    try {
      if (command.name === 'echo') echo = parseEcho(command.data);
      else effects[command.name]?.(command, step);
    } catch (error) {
      failCommand(step, `Unable to process command '${omitsEcho ? command.name : line}' successfully.`, error);
    }
    return true;
  };

  return (line) => {
    // The runner keeps its own markers to itself.
    if (!process(line))
      journal.output(line.replaceAll('##[start-action', '##[\\start-action').replaceAll('##[end-action', '##[\\end-action'));
  };
}

/** Commands whose own text is not echoed after `::echo::on`. */
const quiet = new Set(['add-mask', 'debug', 'notice', 'warning', 'error']);

function checkStopToken(token: string, registered: ReadonlySet<string>): string {
  const name = token.toLowerCase();
  if (name === '' || name === 'pause-logging' || registered.has(name)) {
    throw new Error("You cannot use a endToken that is an empty string, the string 'pause-logging', or another workflow command.");
  }
  return name;
}

function parseEcho(data: string): boolean {
  const value = data.trim().toUpperCase();
  if (value !== 'ON' && value !== 'OFF')
    throw new Error(`Invalid echo command value. Possible values can be: 'on', 'off'. Current value is: '${data}'.`);
  return value === 'ON';
}

type Effect = (command: Command, step: Step) => void;

const effects: Readonly<Record<string, Effect>> = {
  'add-mask': ({ data }, { journal, masker }) => {
    if (data.trim() === '') journal.issue('warning', "Can't add secret mask for empty string in ##[add-mask] command.");
    else masker.addLines(data);
  },
  'add-matcher': ({ data }, { journal, matchers, workspace }) => {
    if (data === '') return journal.issue('warning', 'File path must be specified.');
    const file = resolve(workspace, data);
    JSON.parse(readFileSync(file, 'utf8'));
    matchers.push(file);
  },
  'remove-matcher': ({ data, properties }, { journal }) => {
    if (properties.has('owner') === (data !== ''))
      journal.issue('warning', 'Either an owner name or a file path must be specified in ##[remove-matcher] command.');
  },
  'add-path': refuse,
  'set-env': refuse,
  'set-output': (command, step) => {
    deprecated(command, step);
    setOutput(step, requireName(command), command.data);
  },
  'save-state': (command, step) => {
    deprecated(command, step);
    step.state.set(requireName(command), command.data);
  },
  debug: ({ data }, { journal }) => journal.debug(data),
  notice: issue('notice'),
  warning: issue('warning'),
  error: issue('error'),
  group: ({ data }, { journal }) => journal.output(`##[group]${data}`),
  endgroup: (_, { journal }) => journal.output('##[endgroup]'),
};

function issue(level: 'notice' | 'warning' | 'error'): Effect {
  return (command, { journal, workspace }) => journal.issue(level, command.data, annotationPlace(command.properties, workspace));
}

/**
 * GitHub disabled set-env and add-path unless ACTIONS_ALLOW_UNSECURE_COMMANDS is set. This harness does not know that variable.
 */
function refuse({ name }: Command): never {
  throw new Error(`The \`${name}\` command is disabled. Please upgrade to using Environment Files.`);
}

function deprecated({ name }: Command, { journal }: Step): void {
  journal.issue('warning', `The \`${name}\` command is deprecated and will be disabled soon. Please upgrade to using Environment Files.`);
}

function requireName({ name, properties }: Command): string {
  const value = properties.get('name');
  if (value === undefined) throw new Error(`Required field 'name' is missing in ##[${name}] command.`);
  return value;
}
