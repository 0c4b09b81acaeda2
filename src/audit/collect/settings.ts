import type { FetchFrom } from '../../git/index.ts';
import type { RulesetExport } from '../facts/check.ts';
import type { Landing } from '../facts/landing.ts';
import type { AuditScope, End, FlowFact, Header, Hole, Query, Untold } from '../facts/line.ts';
import type { Approval, Artifact, Deployment, Notification } from '../facts/shipped.ts';
import type { TrailFact } from '../facts/trail.ts';
import type { AuditFile } from '../file/audit-file.ts';
import type { Answers } from './answers.ts';
import type { LaterApproval, LaterRecords, LaterTrail } from './log-reader.ts';
import type { ServiceLog } from './log.ts';
import type { GitHubPort } from './port.ts';
import type { ScopeFacts } from './scope.ts';

/** A landing before git is asked what it brought. */
export interface PlannedLanding extends Pick<Landing, 'id' | 'branch' | 'kind' | 'at' | 'committedAt' | 'actor' | 'before' | 'after'> {
  /**
   * The commits that were there already: the one before, and for a created branch, where the default branch and the other
   * audited ones were.
   */
  readonly without: readonly string[];
  readonly creation?: PlannedCreation;
}

export interface PlannedCreation {
  /** The deletion of the branch before; undefined where GitHub keeps none. */
  readonly deleted: Landing['deleted'];
  /** Where branches were before; undefined: this is not the first update of the default branch, or that is not known. */
  readonly earlier: readonly string[] | undefined;
}

export type AuditedBranch = Header['branches'][number];

export interface Plan extends Pick<Header, 'basis' | 'branches'>, Period {
  /** The newest first. */
  readonly landings: readonly PlannedLanding[];
}

type Period = Header['period'];

export interface Earlier {
  /** Name of each branch → its commit. */
  readonly tips: Readonly<Record<string, string>>;
  /** The period begins at `tips`. Else it begins at `since`, and commits after `tips` that are older belong to it too. */
  readonly isBegin: boolean;
}

export interface CollectSettings extends Pick<
  Header,
  'tool' | 'workflow' | 'run' | 'ranBy' | 'inputs' | 'repository' | 'repositoryId' | 'serverUrl' | 'service' | 'evidence' | 'timeZone'
> {
  /** The default branch first; empty: the default branch. */
  readonly branches: readonly string[];
  /** Null: at `sinceSha`, or seven days before `now`. */
  readonly since: string | null;
  /** Null: now. */
  readonly until: string | null;
  /** A commit by any name that git knows, after which the period begins: then git alone tells the landings. */
  readonly sinceSha: string | null;
  /** The last commit of the period; null: the tip. Only with `sinceSha`. */
  readonly untilSha: string | null;
  /** How far complete audits reached; left out: not known. */
  readonly earlier?: Earlier | undefined;
  /** Empty: those of the audit's file, else all. */
  readonly flows: readonly string[];
  /** The text of a file with more checks that changes owe. */
  readonly demand?: string;
  /** Who may bypass rulesets, by an administrator's word. */
  readonly rulesets?: RulesetExport;
  readonly now: string;
  /** One trail or artifact, in place of a period; left out: all that landed. */
  readonly scope?: AuditScope;
  /** The past moment that the facts of the service are of, and the last record up to it; left out: now. */
  readonly asOf?: Omit<NonNullable<Header['asOf']>, 'readAt'>;
}

export interface ServiceAsked {
  /** Empty: all flows. */
  readonly flows: readonly string[];
  /** Every commit that a trail may be about, full SHAs in small letters: of the landings, and of their pull requests. */
  readonly shas: readonly string[];
  /** Flows whose artifacts need approvals: all their approvals are asked for, and of other flows those of this time's artifacts. */
  readonly approvalsOf: readonly string[];
  /** The time of artifacts and deployments, half open, ISO 8601. */
  readonly since: string;
  readonly until: string;
}

export interface ServiceFacts {
  readonly flows: readonly FlowFact[];
  readonly artifacts: readonly Artifact[];
  readonly approvals: readonly Approval[];
  readonly deployments: readonly Omit<Deployment, 'branch' | 'brought'>[];
  readonly notifications: readonly Notification[];
  readonly untold: readonly Untold[];
  readonly holes: readonly Hole[];
  readonly queries: readonly Query[];
  /** Only for commits that were asked for: other trails were not kept, and asking for them is a mistake. */
  trailsAbout(shas: readonly string[]): readonly TrailFact[];
  trailsElsewhere(known: ReadonlySet<string>): number;
  /** The trails about the commits that were asked for, and the approvals, that later records are about. */
  touchedBy(later: LaterRecords): { readonly trails: readonly LaterTrail[]; readonly approvals: readonly LaterApproval[] };
  /** Reads again all that later records are about; undefined where they touch no fact. */
  again(later: LaterRecords): Promise<ServiceFacts | undefined>;
}

export interface CollectSources {
  /** A directory in the clone. */
  readonly git: string;
  /** Null: no token. */
  readonly github: GitHubPort | null;
  /** Null: no service. */
  readonly service: ((asked: ServiceAsked) => Promise<ServiceFacts>) | null;
  /** Only where the settings have a scope. */
  readonly scope?: (scope: AuditScope) => Promise<ScopeFacts>;
  /** Null: neither a package nor a check of kept heads was asked for. */
  readonly log: ServiceLog | null;
  /** GitHub's answers as they were read; null: no package was asked for. */
  readonly answers: Pick<Answers, 'lines'> | null;
  /** Where missing heads of pull requests are fetched from; null: the clone's own remote. */
  readonly fetchFrom: FetchFrom | null;
  readonly readAuditFile: (text: string) => { readonly file: Pick<AuditFile, 'checks' | 'flows'> } | { readonly fault: string };
  readonly report: (sentence: string) => void;
  /** Asked last, when collecting ends. */
  readonly ended: () => NonNullable<End['ended']>;
}

/**
 * The flows to ask about: the named ones, else those of every text of the audit's file that was in force. Where there was
 * none, or one that cannot be read, any flow may cover a change: all are asked then.
 */
export function flowsAsked(
  flows: readonly string[],
  readAuditFile: CollectSources['readAuditFile'],
  { files, hasNoFile }: { readonly files: readonly string[]; readonly hasNoFile: boolean },
): Pick<ServiceAsked, 'flows' | 'approvalsOf'> {
  const read = files.map((text) => readAuditFile(text));
  const mapped = read.flatMap((one) => ('file' in one ? one.file.flows : []));
  const namesOf = (list: readonly { readonly name: string }[]): readonly string[] => [...new Set(list.map(({ name }) => name))];
  const isMapped = !hasNoFile && read.length > 0 && read.every((one) => 'file' in one && one.file.flows.length > 0);
  return {
    flows: flows.length > 0 ? flows : isMapped ? namesOf(mapped) : [],
    approvalsOf: namesOf(mapped.filter(({ approvals }) => approvals.length > 0)),
  };
}
