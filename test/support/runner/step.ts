import type { Journal } from './journal.ts';
import type { Masker } from './masker.ts';
import { createNames, type Names } from './names.ts';

/** The state of one step while it runs. Commands and command files write to it. */
export interface Step {
  readonly journal: Journal;
  readonly masker: Masker;
  readonly workspace: string;
  readonly outputs: Names;
  readonly state: Names;
  readonly env: Map<string, string>;
  readonly path: string[];
  readonly matchers: string[];
  readonly commandErrors: string[];
}

export function createStep(journal: Journal, masker: Masker, workspace: string): Step {
  return {
    journal,
    masker,
    workspace,
    outputs: createNames(),
    state: createNames(),
    env: new Map(),
    path: [],
    matchers: [],
    commandErrors: [],
  };
}

/** Both kinds of failed command leave two errors in the log and fail the step, whatever the exit code. */
export function failCommand(step: Step, what: string, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  step.journal.issue('error', what);
  step.journal.issue('error', message);
  step.commandErrors.push(message);
}

export function setOutput(step: Step, name: string, value: string): void {
  if (name === '') throw new Error("Value cannot be null. (Parameter 'name')");
  step.outputs.set(name, value);
}
