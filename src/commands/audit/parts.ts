import type {
  AnswerFact,
  Answers,
  Audit,
  AuditHole,
  AuditScope,
  Earlier,
  GitHubPort,
  Header,
  KeptHead,
  Line,
  Past,
  PastAccess,
  PlannedAudit,
  Previous,
  Report,
  ReportedHead,
  RulesetExport,
  SharedLog,
  TakenSample,
} from '../../audit/index.ts';
import type { Call } from '../../client/index.ts';
import type { GitHubAccess } from '../../github/index.ts';
import type { AuditPoint, AuditReportForm } from '../../options/index.ts';
import type { Report as Tell } from '../run/context.ts';
import type { EntryParts } from './entry-parts.ts';

export interface Asked extends Pick<
  Header,
  'tool' | 'workflow' | 'run' | 'ranBy' | 'inputs' | 'repository' | 'repositoryId' | 'serverUrl' | 'at' | 'flows' | 'timeZone'
> {
  /** Names; empty means the default branch. */
  readonly branches: readonly string[];
  readonly since: AuditPoint;
  readonly until: AuditPoint;
  /** How far complete audits reached, where that is known. */
  readonly earlier?: Earlier | undefined;
  /** One trail or artifact, in place of the period. */
  readonly scope: AuditScope | undefined;
  /** The past moment of the service's facts; left out: now. */
  readonly asOf?: Past['asOf'];
}

/** A file for the records of the service, which a package needs; a log that several audits read; null: none is read. */
export type LogAsked = string | SharedLog | null;

export interface AskedService {
  readonly call: Call;
  readonly org: string;
  readonly url: string;
  /** The service with the attached files, where `call` asks a past one. */
  readonly files?: Call;
  readonly past?: Past['query'];
}

export interface Asking {
  readonly directory: string;
  readonly github: GitHubPort | null;
  /** The remote for commits that the clone lacks; null: its own. */
  readonly fetchFrom: { readonly url: string; readonly authorization: string | null } | null;
  /** Null: GitHub's checks are the evidence. */
  readonly service: AskedService | null;
  readonly log: LogAsked;
  readonly witnesses: readonly KeptHead[];
  readonly headBefore: ReportedHead | null;
  readonly holes: readonly AuditHole[];
  /** GitHub's answers; null: no package was asked for. */
  readonly answers: Answers | null;
  readonly report: Tell;
}

/** Where answers of GitHub are kept, and the secrets that must not be in them. */
interface KeepAnswers {
  readonly keep?: { readonly secrets: readonly string[]; readonly add: (answer: AnswerFact) => Promise<void> };
}

/** All that audits, as one chunk: it is loaded only when an audit runs, and then once. */
export const loadAudit = () => import('../../audit/parts.ts');

export type AuditRoom = Awaited<ReturnType<typeof loadAudit>>;

type Taken =
  | 'approvalLines'
  | 'endingSoonWords'
  | 'firstPage'
  | 'headFile'
  | 'headLines'
  | 'judgeAudit'
  | 'lineTexts'
  | 'manifestDigest'
  | 'openAnswers'
  | 'openSpool'
  | 'previousPackage'
  | 'proposedChecks'
  | 'readChecksFile'
  | 'readHeads'
  | 'readLines'
  | 'sampleLines'
  | 'takeSample';

export interface AuditParts
  extends Pick<EntryParts, 'checkoutOf' | 'publishing' | 'startDeadline' | 'withService'>, Pick<AuditRoom, Taken> {
  collect(asked: Asked, asking: Asking): AsyncIterable<Line>;
  plan(asked: Asked, asking: Asking): Promise<PlannedAudit>;
  /** Throws a `UsageError` where the service has no log of that moment. */
  past(access: Omit<PastAccess, 'questions'>): Promise<Past>;
  /** The archive of a package of an audit; `file` was collected with the log. */
  pack(file: string, audit: Audit, folder: string, sample: TakenSample | undefined): AsyncIterable<Uint8Array>;
  /** Throws a `UsageError` where the text is not the JSON report of an audit. */
  previous(text: string): Previous;
  /** `report` gets messages about waits and progress, and `keep` each answer. */
  github(access: GitHubAccess & { readonly report: (sentence: string) => void } & KeepAnswers): GitHubPort;
  /** Why not, where the text is no export of rulesets. */
  rulesets(text: string): RulesetExport['rulesets'] | string;
  readonly reports: Readonly<Record<AuditReportForm | 'summary' | 'statements', Report>>;
}
