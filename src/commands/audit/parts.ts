import type {
  Audit,
  GitHubPort,
  Header,
  JudgedFinding,
  JudgeOptions,
  Line,
  PlannedAudit,
  Previous,
  Report,
  ReportedChange,
  SampleRequest,
  Severity,
  Spool,
  TakenSample,
  Wanted,
} from '../../audit/index.ts';
import type { Call } from '../../client/index.ts';
import type { GitHubAccess } from '../../github/index.ts';
import type { AuditPoint, AuditReportForm } from '../../options/index.ts';
import type { Report as Tell } from '../run/context.ts';
import type { EntryParts } from './entry-parts.ts';
import type { KeptHead } from './kept-heads.ts';

/** The question of an audit, fully decided. */
export interface Asked extends Pick<Header, 'tool' | 'workflow' | 'run' | 'inputs' | 'repository' | 'serverUrl' | 'at' | 'flows'> {
  /** Names; empty means the default branch. */
  readonly branches: readonly string[];
  readonly since: AuditPoint;
  readonly until: AuditPoint;
}

/** The services to ask. */
export interface Asking {
  /** Where git starts. */
  readonly directory: string;
  readonly github: GitHubPort | null;
  /** The remote for commits that the clone does not have; null: the clone's own remote. */
  readonly fetchFrom: { readonly url: string; readonly authorization: string | null } | null;
  readonly service: { readonly call: Call; readonly org: string; readonly url: string };
  /** A file for the records of the service, where a package was asked for; null: nobody did. */
  readonly log: string | null;
  /** Heads of the log that somebody kept. */
  readonly witnesses: readonly KeptHead[];
  readonly report: Tell;
}

/** The parts of the command. They are loaded only when an audit runs. */
export interface AuditParts extends Pick<EntryParts, 'checkoutOf' | 'withService'> {
  collect(asked: Asked, asking: Asking): AsyncIterable<Line>;
  plan(asked: Asked, asking: Asking): Promise<PlannedAudit>;
  write(lines: AsyncIterable<Line>, path: string): Promise<void>;
  read(path: string, wanted?: Wanted): AsyncIterable<Line>;
  /** The archive of a package of an audit; `file` was collected with the log. */
  pack(file: string, audit: Audit, folder: string, sample: TakenSample | undefined): AsyncIterable<Uint8Array>;
  /** Throws a `RangeError` where two changes cannot be told apart. */
  takeSample(audit: Audit, request: SampleRequest): Promise<TakenSample>;
  sampleLines(sample: TakenSample): readonly string[];
  /** A file of its own where changes wait until a report needs them. */
  spool(file: string): Spool<ReportedChange>;
  judge(file: (wanted?: Wanted) => AsyncIterable<Line>, options: JudgeOptions): Promise<Audit>;
  /** Reads the facts that an audit takes from the JSON report of the one before. Throws a `UsageError` where it is no such report. */
  previous(text: string): Previous;
  /** `report` gets messages about waits and progress. */
  github(access: GitHubAccess & { readonly report: (sentence: string) => void }): GitHubPort;
  /** Whether a finding has at least that severity. */
  reaches(finding: Pick<JudgedFinding, 'severity'>, least: Severity): boolean;
  /** The line of a head of the log, for who keeps it. */
  headWords(log: NonNullable<Audit['world']['log']>, readAt: string): string;
  readonly reports: Readonly<Record<AuditReportForm | 'summary', Report>>;
}
