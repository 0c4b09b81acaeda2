import type { FetchFrom } from '../../git/index.ts';
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

/** A landing before git was asked what it brought. */
export interface PlannedLanding extends Pick<Landing, 'id' | 'branch' | 'kind' | 'at' | 'committedAt' | 'actor' | 'before' | 'after'> {
  /**
   * The commits that were there already: the one before, and for a branch that was created, where the default branch and the other
   * audited ones were.
   */
  readonly without: readonly string[];
  /** More about a branch that was created. */
  readonly creation?: PlannedCreation;
}

export interface PlannedCreation {
  /** The deletion of the branch that came before; undefined: GitHub keeps none. */
  readonly deleted: Landing['deleted'];
  /** Where branches were before; undefined: this is not the first update of the default branch, or nobody can tell. */
  readonly earlier: readonly string[] | undefined;
}

/** An audited branch, and the commit that it is at. */
export type AuditedBranch = Header['branches'][number];

/** The landings of an audit, and the period that they are those of. */
export interface Plan extends Pick<Header, 'basis' | 'branches'>, Period {
  /** The newest first. */
  readonly landings: readonly PlannedLanding[];
}

type Period = Header['period'];

/** How far complete audits reached before this one. */
export interface Earlier {
  /** Name of each branch → its commit. */
  readonly tips: Readonly<Record<string, string>>;
  /** The period begins there. Else it begins at `since`, and what came after these commits before it belongs to it too. */
  readonly isBegin: boolean;
}

/** The settings of an audit. Moments are ISO 8601 in UTC. */
export interface CollectSettings extends Pick<
  Header,
  'tool' | 'workflow' | 'run' | 'ranBy' | 'inputs' | 'repository' | 'repositoryId' | 'serverUrl' | 'service' | 'timeZone'
> {
  /** Names, the default branch first; empty: the default branch. */
  readonly branches: readonly string[];
  /** Where the period begins; null: at `sinceSha`, or seven days before `now`. */
  readonly since: string | null;
  /** Where it ends; null: now. */
  readonly until: string | null;
  /** A commit by any name that git knows, which the period begins after: then git alone tells the landings. */
  readonly sinceSha: string | null;
  /** The commit that it ends with; null: the tip. Only with `sinceSha`. */
  readonly untilSha: string | null;
  /** How far complete audits reached before this one; left out: that is not known. */
  readonly earlier?: Earlier | undefined;
  /** Flows that were named; empty: those of the audit's file, else all. */
  readonly flows: readonly string[];
  readonly now: string;
  /** One trail or artifact, in place of a period; left out: all that landed. */
  readonly scope?: AuditScope;
  /** The past moment that the facts of the service are of, and the last record up to it; left out: they are of now. */
  readonly asOf?: Omit<NonNullable<Header['asOf']>, 'readAt'>;
}

/** The question to the service. */
export interface ServiceAsked {
  /** Names; empty: all flows. */
  readonly flows: readonly string[];
  /** Every commit that a trail may be about, full SHAs in small letters: of the landings, and of their pull requests. */
  readonly shas: readonly string[];
  /** Flows whose artifacts need approvals: every approval of those is asked for, and of other flows those of the artifacts of this time. */
  readonly approvalsOf: readonly string[];
  /** The time of artifacts and deployments, half open, ISO 8601. */
  readonly since: string;
  readonly until: string;
}

/** All that the service told. */
export interface ServiceFacts {
  readonly flows: readonly FlowFact[];
  readonly artifacts: readonly Artifact[];
  readonly approvals: readonly Approval[];
  readonly deployments: readonly Omit<Deployment, 'branch' | 'brought'>[];
  readonly notifications: readonly Notification[];
  readonly untold: readonly Untold[];
  readonly holes: readonly Hole[];
  readonly queries: readonly Query[];
  /** The trails about some of the commits that were asked for; others were not kept, and asking for them is a mistake. */
  trailsAbout(shas: readonly string[]): readonly TrailFact[];
  /** How many trails are about none of these commits. */
  trailsElsewhere(known: ReadonlySet<string>): number;
  /** The trails about the commits that were asked for, and the approvals, that later records are about. */
  touchedBy(later: LaterRecords): { readonly trails: readonly LaterTrail[]; readonly approvals: readonly LaterApproval[] };
  /** The facts with all that later records are about read again; undefined where none of them is about a fact. */
  again(later: LaterRecords): Promise<ServiceFacts | undefined>;
}

/** Where an audit is collected from. */
export interface CollectSources {
  /** A directory in the clone. */
  readonly git: string;
  /** Null: no token. */
  readonly github: GitHubPort | null;
  /** Null: no service. */
  readonly service: ((asked: ServiceAsked) => Promise<ServiceFacts>) | null;
  /** Tells what a trail or an artifact is about; only where the settings have a scope. */
  readonly scope?: (scope: AuditScope) => Promise<ScopeFacts>;
  /** The log of the service; null: nobody asked for a package, nor handed in a kept head. */
  readonly log: ServiceLog | null;
  /** The answers of GitHub as they were read; null: nobody asked for a package. */
  readonly answers: Pick<Answers, 'lines'> | null;
  /** Where heads of pull requests are fetched from that the clone does not have; null: its own remote. */
  readonly fetchFrom: FetchFrom | null;
  /** Reads the audit's file. */
  readonly readAuditFile: (text: string) => { readonly file: Pick<AuditFile, 'flows'> } | { readonly fault: string };
  /** Hears one sentence about how far it is, again and again. */
  readonly report: (sentence: string) => void;
  /** When collecting ends: it is asked last. */
  readonly ended: () => NonNullable<End['ended']>;
}

/**
 * The flows to ask about: those that were named, else those of every text of the audit's file that was in force. Where there
 * was none, or one that cannot be read, any flow may cover a change: all are asked then.
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
