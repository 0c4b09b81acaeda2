import type { Question } from '../../gate/index.ts';
import type { OptionUse, ReaderOf } from '../../options/index.ts';
import type { RunContext } from './context.ts';
import type { OutputName } from './outputs.ts';
import type { Judged, Result } from './result.ts';

/**
 * All there is to know about a command. The shells, the manifests, the tables in `docs` and `--help` are made from it;
 * that its `read` asks for an option which it does not list is an error of the compiler.
 */
export interface Command<Settings = unknown, Outcome = Result, Uses extends readonly OptionUse[] = readonly OptionUse[]> {
  /** As it is written: `gate`, `flow apply`. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** Whole lines of the command line. */
  readonly examples: readonly string[];
  readonly options: Uses;
  /** Outputs of the action that it fills; none where it is for the command line alone. */
  readonly outputs: readonly OutputName[];
  /** Its settings; throws one `UsageError` that names all that is wrong. */
  read(read: ReaderOf<readonly Uses[number]['use'][]>): Settings | Promise<Settings>;
  /** Works with what `read` returned. */
  run(settings: Settings, context: RunContext): Promise<Outcome>;
  /** There where the command comes to a verdict. */
  readonly judging?: Judging<Settings>;
}

/** How a command judges, where its verdict is to stand in a commit status. */
export interface Judging<Settings> {
  /** Judges the question once more by what the service says now, without waiting for others; nothing is recorded. */
  again(settings: Settings, question: Question, context: RunContext): Promise<Judged>;
  /** The commit that the status is set on, where it is not that of the event; `chosen` is the one that the caller names, if any. */
  commit?(settings: Settings, chosen: string | undefined, context: RunContext): Promise<string | undefined>;
}

/** Whether a command comes to a verdict. */
export function judges({ judging }: Pick<Command, 'judging'>): boolean {
  return judging !== undefined;
}

/** Describes a command; the names of its options and the kind of its settings are found by the compiler. */
export function describeCommand<Settings, Outcome, Uses extends readonly OptionUse[]>(
  command: Command<Settings, Outcome, Uses>,
): Command<Settings, Outcome, Uses> {
  return command;
}
