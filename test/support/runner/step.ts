import type { Masker } from './masker.ts';
import type { Annotation } from './types.ts';

/** The step's log and its annotations. */
export interface Journal {
  output(text: string): void;
  /** Shown only with step debugging on (`runner.debug` is `'1'`). */
  debug(text: string): void;
  issue(level: Annotation['level'], message: string, place?: Place): void;
  readonly debugging: boolean;
  readonly annotations: readonly Annotation[];
  text(): string;
}

export type Place = Omit<Annotation, 'level' | 'message'>;

// ExecutionContext.cs: _maxCountPerIssueType and _maxIssueMessageLength (UTF-16 units).
const mostPerLevel = 10;
const longestMessage = 4096;

export function createJournal(masker: Masker, debugging: boolean): Journal {
  const lines: string[] = [];
  const annotations: Annotation[] = [];
  const output = (text: string): void => {
    lines.push(masker.mask(text));
  };
  return {
    output,
    debugging,
    annotations,
    text: () => lines.map((line) => `${line}\n`).join(''),
    debug(text) {
      if (debugging) for (const line of text.split(/\r?\n/)) output(`##[debug]${line}`);
    },
    issue(level, message, place) {
      // Masked before it is cut, so that the cut cannot save half a secret from its mask. The title is not masked.
      const shown = masker.mask(message).slice(0, longestMessage);
      if (annotations.filter((annotation) => annotation.level === level).length < mostPerLevel)
        annotations.push({ level, message: shown, ...place });
      if (shown !== '') output(`##[${level}]${shown}`);
    },
  };
}

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
