import type { Landing } from './landing.ts';
import type { PullRequest } from './pull-request.ts';
import type { Approval, Artifact, Deployment, Notification, Release, Tag } from './shipped.ts';
import type { Template } from '../../contract/index.ts';
import type { TrailFact } from './trail.ts';

/** A source that rules need. A rule whose source was not asked, or did not answer, is not tested; it is never green. */
export const sources = [
  'landings',
  'pull-requests',
  'paths',
  'trails',
  'records',
  'deployments',
  'releases',
  'tags',
  'artifacts',
  'snapshots',
  'approvals',
  'workflows',
  'notifications',
  'log',
  'previous',
] as const;
export type Source = (typeof sources)[number];

/** The first line of a collected file: what was asked. */
export interface Header {
  readonly kind: 'audit';
  /** The version of the file's format. */
  readonly version: 1;
  /** `compliance-evidence/1.0.0`, and the digest of the program that collected. */
  readonly tool: { readonly name: string; readonly version: string; readonly digest: string | null };
  /** Where the run's own workflow is, as `owner/name/.github/workflows/audit.yml@SHA`; null on the command line. */
  readonly workflow: string | null;
  /** Page of the run. */
  readonly run: string | null;
  /** As they were given, without secrets. */
  readonly inputs: Readonly<Record<string, string>>;
  /** `owner/name`; null where it is not known. */
  readonly repository: string | null;
  /** `https://github.com`; links are made from it. */
  readonly serverUrl: string;
  readonly service: { readonly url: string; readonly org: string } | null;
  /** Names, the default branch first, each with its tip when the audit began. */
  readonly branches: readonly { readonly name: string; readonly tip: string }[];
  /** `github`: landings as GitHub tells them. `git`: the first-parent walk. */
  readonly basis: 'github' | 'git';
  /** Half open, ISO 8601 in UTC; of basis git `since` may be null, and the SHAs say it. */
  readonly period: {
    readonly since: string | null;
    readonly until: string;
    readonly sinceSha: string | null;
    /** `landing`: GitHub's clock. `committer-date`: a claim of whoever committed. `commits`: two SHAs. */
    readonly by: 'landing' | 'committer-date' | 'commits';
  };
  /** When it began, ISO 8601 in UTC: the report's only "now". */
  readonly at: string;
  /** Flows that were named; empty: what the audit's file says, else all. */
  readonly flows: readonly string[];
  /** Digest of the audit's file at the tip of the default branch; null where there is none. */
  readonly file: string | null;
}

/** A text of `.github/compliance-audit.yml`, once for all landings that it was in force at. */
export interface FileFact {
  readonly kind: 'file';
  /** SHA-256. */
  readonly digest: string;
  readonly text: string;
}

/** The people who brought an entry of `accepted` into the audit's file, as it stands at the tip of the default branch. */
export interface AcceptedFact {
  readonly kind: 'accepted';
  /** The key of the finding that the entry accepts. */
  readonly key: string;
  /** The newest commit that a line of it comes from; null where git cannot tell. */
  readonly commit: string | null;
  /** The pull request that brought this commit to the branch; null where no merged pull request did, or GitHub did not tell. */
  readonly pull: PullRequest | null;
}

/** The workflow files of a commit, and the files of its own actions, once for all that have the same. */
export interface WorkflowsFact {
  readonly kind: 'workflows';
  /** SHA of git's tree of `.github/workflows`; where there is `.github/actions` too, 40 digits made of both. */
  readonly tree: string;
  /** `brought` is the commit that last changed the file; null where git cannot tell. */
  readonly files: readonly { readonly path: string; readonly text: string; readonly brought: string | null }[];
}

/** A flow of the service, with the template that it has now. */
export interface FlowFact {
  readonly kind: 'flow';
  readonly name: string;
  readonly url: string | null;
  readonly template: Template | null;
  /** Templates that decided trails of it, the oldest first, each with the first moment that it is known to be in force. */
  readonly templates?: readonly { readonly from: string; readonly template: Template }[];
}

/** A landing, with all that tells whether its changes are covered. */
export interface LandingFact {
  readonly kind: 'landing';
  readonly landing: Landing;
  /** Merged pull requests that its commits are in. */
  readonly pulls: readonly PullRequest[];
  /** Numbers of `pulls`, by the SHA of a commit of the landing. */
  readonly pullsOf: Readonly<Record<string, readonly number[]>>;
  /** Paths that each change touched, by the number of its pull request, `''` where it has none; null where git cannot tell. */
  readonly paths: Readonly<Record<string, readonly string[] | null>>;
  /** Digest of the audit's file at the parent of the landing; null where there was none. */
  readonly file: string | null;
  /** `tree` of the workflow files of what landed; null where there are none. */
  readonly workflows: string | null;
  /** Trails about any commit of the landing, or about any head of its pull requests. */
  readonly trails: readonly TrailFact[];
  /** Trees of heads whose trails are here and whose commits are not in the landing, by SHA. */
  readonly trees: Readonly<Record<string, string>>;
}

/** A source that was not asked or did not answer: the rules that need it are not tested. */
export interface Untold {
  readonly kind: 'untold';
  readonly source: Source;
  readonly why: string;
  readonly fix: string;
}

/** Something that belongs to the population and is not here: the whole audit is unknown. */
export interface Hole {
  readonly kind: 'hole';
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

/** One kind of question, and how often it was asked: for those who want to repeat it. */
export interface Query {
  readonly kind: 'query';
  /** `GitHub`, `git`, `service`. */
  readonly of: string;
  /** As it can be repeated: a command, or `GET /path`. */
  readonly text: string;
  readonly times: number;
  /** How many things it answered with. */
  readonly answered: number;
}

/** The last line: a file without it, or with other counts, was cut off. */
export interface End {
  readonly kind: 'end';
  /** How many lines of each kind come before it. */
  readonly counts: Readonly<Record<string, number>>;
  /** Trails that are about no commit of an audited branch. */
  readonly trailsElsewhere: number;
}

/** Merged pull requests and trails by counts of another source, to be held against the population. */
export interface ControlTotal {
  readonly kind: 'total';
  readonly name: string;
  readonly source: string;
  readonly count: number;
}

/** One line of a collected file. It begins with the header, then the smaller facts, then the landings, the newest first. */
export type Line =
  | Header
  | FileFact
  | AcceptedFact
  | WorkflowsFact
  | FlowFact
  | Deployment
  | Release
  | Tag
  | Artifact
  | Approval
  | Notification
  | LandingFact
  | Untold
  | Hole
  | Query
  | ControlTotal
  | End;
