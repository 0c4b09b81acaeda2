import type { Journal } from './journal.ts';
import type { Masker } from './masker.ts';

/** A dictionary that compares names without regard to case, as the runner's for outputs and state. The last spelling is shown. */
interface Names {
  set(name: string, value: string): void;
  toObject(): Record<string, string>;
}

function createNames(): Names {
  const entries = new Map<string, readonly [name: string, value: string]>();
  return {
    set: (name, value) => void entries.set(name.toLowerCase(), [name, value]),
    toObject: () => Object.fromEntries(entries.values()),
  };
}

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
