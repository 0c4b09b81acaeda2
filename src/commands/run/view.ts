import type { Ending } from '../../errors/index.ts';
import type { AuditOutcome } from '../../presentation/index.ts';

/** The command itself gives the words for people and programs: a shell only prints it. */
export interface Viewed {
  readonly kind: 'viewed';
  readonly command: string;
  readonly ending: Ending;
  readonly fails: boolean;
  readonly view: View;
  /** Besides those that every run has; findings and what is missing become `reasons`. */
  readonly outputs?: Readonly<
    Partial<Record<'shards' | 'plan-digest' | 'previous-run' | 'previous-plan-digest' | 'findings' | 'audit-report' | 'commit', string>>
  >;
  /** The service gave it: JSON of any shape. */
  readonly answer?: unknown;
  /** For programs; absent where it is the file of `json-file`, which may be larger than the memory. */
  readonly json?: Readonly<Record<string, unknown>>;
}

/** In the order in which a shell prints them. The log of a job has its own lines in place of the tables. */
export interface View {
  readonly holes?: readonly { readonly what: string; readonly why: string; readonly fix: string }[];
  /** For the terminal alone. Blank lines stand between the parts of a view that has tables. */
  readonly tables?: readonly ViewTable[];
  readonly findings?: readonly ViewFinding[];
  readonly groups?: readonly { readonly title: string; readonly lines: readonly string[] }[];
  readonly lines?: readonly string[];
  /** For the log of a job, where its lines are others. */
  readonly log?: readonly string[];
  /** Absolute paths. */
  readonly reports?: readonly { readonly option: string; readonly path: string }[];
  readonly end?: { readonly outcome: AuditOutcome; readonly words: string };
  /** Markdown for the summary of a job; empty where there is none. */
  readonly summary: string;
}

interface ViewTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Columns of numbers. */
  readonly numeric?: readonly number[];
  /** Columns that a narrow terminal does not cut: people copy their values. */
  readonly whole?: readonly number[];
  readonly note?: string | undefined;
}

/** Made by a command that the command line alone has. */
export interface Shown {
  readonly kind: 'shown';
  /** Left out where all is well. */
  readonly ending?: 'unusable' | undefined;
  /** In the order in which they are printed. */
  readonly parts: readonly ShownPart[];
  /** For programs. */
  readonly json: object;
}

/** Foreign text as it came. */
export type ShownPart =
  | string
  | ViewTable
  | { readonly facts: readonly (readonly [head: string, text: string])[] }
  /** Sentences, for the width of the terminal. */
  | { readonly sentences: string }
  /** `mark` is of our own words; a remark is no part of the output. */
  | { readonly mark?: ShownMark; readonly text: string; readonly isRemark?: true };

export type ShownMark = readonly [style: 'bold' | 'red' | 'green' | 'yellow' | 'cyan', text: string];

export interface ViewFinding {
  readonly severity: 'low' | 'medium' | 'high' | 'critical';
  readonly rule: string;
  readonly message: string;
  readonly fix: string;
}
