import type { Timing } from './process.ts';

/**
 * Values for the expression contexts that a `default:` in action.yml may read. Each is merged over plausible values of a
 * push to `main`. Only strings and booleans of `github` reach the environment, so write ids as strings, as GitHub does.
 */
export interface Contexts {
  readonly github?: Readonly<Record<string, unknown>>;
  readonly job?: Readonly<Record<string, unknown>>;
  readonly runner?: Readonly<Record<string, unknown>>;
  readonly strategy?: Readonly<Record<string, unknown>>;
  /** `null`, the default, is what a job without a matrix sees. */
  readonly matrix?: Readonly<Record<string, unknown>> | null;
}

/** When the job is cancelled: after a time, when a line of output appears, or when something else has happened. */
export type SignalAfter = { readonly ms: number } | { readonly line: string | RegExp } | { readonly promise: Promise<unknown> };

export interface RunOptions {
  /** Path of an action.yml; the repository's own when left out. */
  readonly manifest?: string;
  /** The `with:` block. Names that the manifest does not know are passed on with a warning, as the runner does. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly contexts?: Contexts;
  /** The `env:` block. GITHUB_*, RUNNER_* and the inputs win over it, as on the runner. */
  readonly env?: Readonly<Record<string, string>>;
  readonly event?: { readonly name: string; readonly payload: unknown };
  /** Working directory and GITHUB_WORKSPACE; an empty temporary one when left out. */
  readonly workspace?: string;
  /** Cancels the job: SIGINT, after 7.5 s SIGTERM, after 2.5 s SIGKILL. */
  readonly signalAfter?: SignalAfter;
  /** Values known as secrets before the step starts. `github.token` always is one. */
  readonly secrets?: readonly string[];
  /** The parts of this machine's environment to take over. Nothing when left out. */
  readonly machine?: readonly ('proxy' | 'certificates')[];
  /** The node to run the action with; this process's own when left out. */
  readonly node?: string;
  /** `timeout-minutes` of the step, in milliseconds; 120,000 when left out. */
  readonly timeoutMs?: number;
  /** The runner's waiting times. Only tests of the harness itself set them. */
  readonly timing?: Partial<Timing>;
}

export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly message: string;
  readonly title?: string;
  readonly file?: string;
  readonly line?: number;
  readonly endLine?: number;
  readonly col?: number;
  readonly endColumn?: number;
}

/** The runner's view of one step. */
export interface ActionRun {
  /** As the runner sees it: 128 plus the signal's number for a process that a signal ended. */
  readonly exitCode: number;
  readonly signal: NodeJS.Signals | null;
  readonly conclusion: 'success' | 'failure' | 'cancelled';
  readonly outputs: Readonly<Record<string, string>>;
  /** Names of outputs that hold a masked value: as outputs of the job they would be dropped. */
  readonly secretOutputs: readonly string[];
  readonly state: Readonly<Record<string, string>>;
  /** The variables that later steps get by GITHUB_ENV. */
  readonly env: Readonly<Record<string, string>>;
  /** The folders that later steps get by GITHUB_PATH, in the order written. */
  readonly path: readonly string[];
  /** The job summary as uploaded (masked); `''` when there is none or it was dropped for its size. */
  readonly summary: string;
  readonly summaryDropped: boolean;
  /** The first ten of each level. */
  readonly annotations: readonly Annotation[];
  /** The log as people see it, masked, commands acted on; it starts with the runner's own list of the inputs. */
  readonly log: string;
  readonly rawStdout: string;
  readonly rawStderr: string;
  /** Values registered as secrets, before and during the step, without their encodings. */
  readonly masks: readonly string[];
  /** Problem matcher files that the step registered. The matchers themselves are not played. */
  readonly matchers: readonly string[];
  /** The reasons why commands or command files failed the step, whatever its exit code. */
  readonly commandErrors: readonly string[];
  /** Something still held stdout or stderr open five seconds after the main process had ended. */
  readonly lingered: boolean;
  readonly durationMs: number;
}
