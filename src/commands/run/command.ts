import type { Question } from '../../gate/index.ts';
import type { OptionUse, ReaderOf } from '../../options/index.ts';
import type { RunContext } from './context.ts';
import type { Judged, Result } from './result.ts';

/** All are written in every case. `action.yml` and `docs/inputs.md` are made from them. */
export const outputTable = {
  verdict:
    '`compliant`, `non-compliant`, `incomplete`, `unknown`, `unusable`; or `pending`, `recorded`, `would-record`, `answered`, `collected`, `usage`, `interrupted`; of an audit also `audited`, `not-applicable`, `planned`.',
  compliant: '`true` for the verdict `compliant` alone, else `false`.',
  'would-fail': '`true` when the verdict fails the job, or would if it were not for `enforce-from`; else `false`.',
  reasons:
    'JSON array, a reason per cause: `code`, `verdict`, `message`, `fix`, and where they apply `attestation`, `artifact`, `trail`, `flow`, `file`, `since` (Unix seconds), `url`, `failed` (tests), `run` that recorded it.',
  subject: 'What was judged or recorded on: `trail`, `artifact` or `commit`; empty when that is not known.',
  'trail-url':
    'Page of the trail in the service; empty when it is not known, several are behind the subject, or `base-url` is loopback: nobody could open it.',
  trail: 'Name of the trail; empty when it is not known, or the subject is another.',
  commit: 'SHA of the commit that the evidence is about; empty when it is not known.',
  'attestation-name': 'Name under which evidence was, or would have been, recorded; empty for `gate`.',
  'attestation-id': 'Id of the record; empty when none was made or the service told none.',
  'artifact-fingerprint': 'SHA-256 of the artifact that was judged, or was, or would have been, reported or approved; else empty.',
  result: 'Answer of the service to `query`, as JSON, where it is less than 256 KB; else empty, and `result-file` has it.',
  'result-file': 'File with the whole answer of the service to `query`, as JSON; empty for other commands.',
  findings:
    'Open findings of `audit`, `audit-merge`, or `audit-part` of all shards, those that somebody accepted among them; empty for other commands.',
  'audit-report':
    'Absolute path of the first report that `audit`, `audit-merge`, or `audit-part` of all shards wrote, in the order of the inputs; empty where it wrote none, and for other commands.',
  shards: 'JSON array of the indexes of the shards that `audit-plan` made, for a matrix; empty for other commands.',
  'plan-digest': 'Digest of the plan that `audit-plan` wrote; empty for other commands.',
  'previous-run': 'Id of the run whose plan `previous-plan: last-run` found; empty where there is none, and for other commands.',
  'previous-plan-digest':
    'Digest of the plan before, by which the artifacts of its run are named; empty where there is none, and for other commands.',
  collected: 'Folder with what `fork-collect` set aside, to be uploaded as an artifact; empty for other commands.',
  'artifact-name': 'Name for that artifact, which no other leg has; empty for other commands.',
  'statement-path': 'In-toto statement of the verdict, or of the test results of `attest`, not signed; empty where there is none.',
  'predicate-path': 'Its predicate, as `actions/attest` takes it.',
  'predicate-type': 'Type of that predicate.',
  'subject-checksums': 'Its subjects by SHA-256, as `actions/attest` takes them; where it is empty, sign nothing.',
  'test-predicate-path': 'Predicate of the test results of this run; their statement is next to it.',
  'statement-reason': 'Why there is no statement, or what is missing from it.',
  'tests-total': 'Test cases read; empty for `gate`.',
  'tests-passed': 'Test cases that passed.',
  'tests-failed': 'Test cases that failed.',
  'tests-errors': 'Test cases that ended in an error.',
  'tests-skipped': 'Test cases that were skipped.',
  'tests-flaky': 'Test cases that passed after a failed attempt; they are among `tests-passed`.',
  'tests-time': 'Seconds that the test cases took, added up.',
} as const;

export type OutputName = keyof typeof outputTable;

export const endingOutputs = ['verdict', 'compliant', 'reasons', 'subject', 'trail', 'commit'] as const satisfies readonly OutputName[];

export const judgedOutputs = ['would-fail', 'trail-url'] as const satisfies readonly OutputName[];

export const testOutputs = [
  'tests-total',
  'tests-passed',
  'tests-failed',
  'tests-errors',
  'tests-skipped',
  'tests-flaky',
  'tests-time',
] as const satisfies readonly OutputName[];

export const recordOutputs = ['attestation-name', 'attestation-id', ...testOutputs] as const satisfies readonly OutputName[];

export const statementOutputs = [
  'statement-path',
  'predicate-path',
  'predicate-type',
  'subject-checksums',
  'test-predicate-path',
  'statement-reason',
] as const satisfies readonly OutputName[];

/**
 * The shells, the manifests, the tables in `docs` and `--help` are made from it. The compiler refuses a `read` that asks for an option
 * which the command does not list.
 */
export interface Command<Settings = unknown, Outcome = Result, Uses extends readonly OptionUse[] = readonly OptionUse[]> {
  /** As it is written: `gate`, `flow apply`. */
  readonly name: string;
  readonly summary: string;
  /** Whole lines of the command line. */
  readonly examples: readonly string[];
  readonly options: Uses;
  /** Empty where only the command line has the command. */
  readonly outputs: readonly OutputName[];
  /** @throws one `UsageError` that names every fault. */
  read(read: ReaderOf<readonly Uses[number]['use'][]>): Settings | Promise<Settings>;
  run(settings: Settings, context: RunContext): Promise<Outcome>;
  readonly judging?: Judging<Settings>;
}

interface Judging<Settings> {
  /** By the service's current answers, without waiting for others. Records nothing. */
  again(settings: Settings, question: Question, context: RunContext): Promise<Judged>;
  /** The commit that gets the status, where it is not that of the event; `chosen`: the one that the caller names. */
  commit?(settings: Settings, chosen: string | undefined, context: RunContext): Promise<string | undefined>;
}

export function givesVerdict({ judging }: Pick<Command, 'judging'>): boolean {
  return judging !== undefined;
}

export function describeCommand<Settings, Outcome, Uses extends readonly OptionUse[]>(
  command: Command<Settings, Outcome, Uses>,
): Command<Settings, Outcome, Uses> {
  return command;
}
