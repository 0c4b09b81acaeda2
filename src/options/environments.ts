import { matches } from '../contract/patterns.ts';
import type { OptionReader } from './reader.ts';
import type { OptionSpec } from './spec.ts';

/** The artifacts that run in an environment, to be reported. */
export const runningOption = {
  name: 'running',
  whenEmpty: 'error',
  kind: 'pairs',
  placeholder: 'NAME=PATH',
  description:
    'What runs in the environment now: the name of each artifact, and the file or directory that it is, one a line. It is all that runs: what is left out has stopped.',
} as const satisfies OptionSpec;

const reference = 'ENVIRONMENT[#N|~N|@{TIME}]';

/** A snapshot of an environment: its number, its distance from the end, or a time. */
export const snapshotOption = {
  name: 'snapshot',
  kind: 'text',
  placeholder: reference,
  description: 'its environment, and which one: `prod`, `prod#3`, `prod~1`, `prod@{2.days.ago}`',
} as const satisfies OptionSpec;

export const toSnapshotOption = {
  name: 'to',
  kind: 'text',
  placeholder: reference,
  description: 'The snapshot that it is compared with. Default: the latest one of its environment.',
} as const satisfies OptionSpec;

/** A snapshot by its name: `prod#3`. */
export interface SnapshotName {
  readonly environment: string;
  /** `-1`, the latest one, where none was named. */
  readonly expression: string;
  readonly text: string;
}

/** Reads the name of a snapshot. Throws where it is no name of one. */
export function readSnapshotName<Name extends string>(read: OptionReader<Name>, option: Name): SnapshotName {
  const text = read.required(option);
  const at = text.search(/[#~@]/);
  const [environment, expression] = at === -1 ? [text, '-1'] : [text.slice(0, at), text.slice(at)];
  if (!matches('environmentName', environment) || environment.length > 255 || !/^(?:-1|#-?\d+|~\d+|@\{[^{}]+\})$/.test(expression))
    throw read.invalid(
      option,
      `is no snapshot: ${JSON.stringify(text)}`,
      'Write prod, prod#3, prod~1, prod@{2026-01-31T12:00:00} or prod@{2.days.ago}',
    );
  return { environment, expression, text };
}
