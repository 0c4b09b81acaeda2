import type { Question } from '../../gate/index.ts';
import type { OptionUse, ReaderOf } from '../../options/index.ts';
import type { RunContext } from './context.ts';
import type { OutputName } from './outputs.ts';
import type { Judged, Result } from './result.ts';

/**
 * Everything there is to know about a command. The shells, the manifests, the tables in `docs` and `--help` are made from it. The compiler
 * refuses a `read` that asks for an option which the command does not list.
 */
export interface Command<Settings = unknown, Outcome = Result, Uses extends readonly OptionUse[] = readonly OptionUse[]> {
  /** As it is written: `gate`, `flow apply`. */
  readonly name: string;
  readonly summary: string;
  /** Whole lines of the command line. */
  readonly examples: readonly string[];
  readonly options: Uses;
  /** Outputs of the action that it fills; none where only the command line has it. */
  readonly outputs: readonly OutputName[];
  /** Reads its settings; throws one `UsageError` that names every fault. */
  read(read: ReaderOf<readonly Uses[number]['use'][]>): Settings | Promise<Settings>;
  run(settings: Settings, context: RunContext): Promise<Outcome>;
  readonly judging?: Judging<Settings>;
}

/** How a command judges, so that its verdict can stand in a commit status. */
export interface Judging<Settings> {
  /** Judges the question once more by the service's current answers, without waiting for others. It records nothing. */
  again(settings: Settings, question: Question, context: RunContext): Promise<Judged>;
  /** The commit that gets the status, where it is not that of the event; `chosen` is the one that the caller names, if any. */
  commit?(settings: Settings, chosen: string | undefined, context: RunContext): Promise<string | undefined>;
}

export function givesVerdict({ judging }: Pick<Command, 'judging'>): boolean {
  return judging !== undefined;
}

/** Describes a command. The compiler infers the names of its options and the type of its settings. */
export function describeCommand<Settings, Outcome, Uses extends readonly OptionUse[]>(
  command: Command<Settings, Outcome, Uses>,
): Command<Settings, Outcome, Uses> {
  return command;
}
