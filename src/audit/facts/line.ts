import { answer } from './answer.ts';
import { commit } from './commit.ts';
import {
  digest,
  flag,
  ifThere,
  like,
  listOf,
  mapOf,
  moment,
  oneOf,
  orNull,
  sha,
  shape,
  text,
  whole,
  type Check,
  type Value,
} from './check.ts';
import { landing } from './landing.ts';
import { attachedFile, log, loggedRecord, witness } from './log.ts';
import { pullRequest } from './pull-request.ts';
import { ranBy } from './ran-by.ts';
import { scope } from './scope.ts';
import { approval, artifact, deployment, notification, release, tag } from './shipped.ts';
import { timeZone } from './time-zone.ts';
import { sources } from './source.ts';
import { template, trail } from './trail.ts';

/** The first line of a collected file: what was asked. */
export const header = shape({
  kind: oneOf('audit'),
  /** The version of the file's format. */
  version: oneOf(1),
  /** `compliance-evidence/1.0.0`, and the digest of the program that collected. */
  tool: shape({ name: text, version: text, digest: orNull(text) }),
  /** Where the run's own workflow is, as `owner/name/.github/workflows/audit.yml@SHA`; null on the command line. */
  workflow: orNull(text),
  /** Page of the run. */
  run: orNull(text),
  /** Left out by earlier programs. */
  ranBy: ifThere(ranBy),
  /** As they were given, without secrets. */
  inputs: mapOf(text, text),
  /** `owner/name`; null where it is not known. */
  repository: orNull(text),
  /** GitHub's number of the repository, which stays when its name changes. Left out where it is not known. */
  repositoryId: ifThere(whole),
  /** `https://github.com`; links are made from it. */
  serverUrl: text,
  service: orNull(shape({ url: text, org: text })),
  /** Names, the default branch first, each with its tip when the audit began. */
  branches: listOf(
    shape({
      name: text,
      tip: sha,
      /** The commit that the period ends with, where that can be told: the next audit begins after it. */
      end: ifThere(sha),
      /** With basis git: the commit that the last complete audit ended with, here or on another branch that this one holds the end of. */
      after: ifThere(sha),
      /** The commits that `after` held and the branch does not hold any more, the newest first; null: the clone does not have it. */
      lost: ifThere(orNull(listOf(sha))),
      /** The date of the tip's committer, where it alone keeps the tip out of the period: it is before that begins. */
      dated: ifThere(moment),
    }),
  ),
  /** `github`: landings as GitHub tells them. `git`: the first-parent walk. */
  basis: oneOf('github', 'git'),
  /** Half open, ISO 8601 in UTC; of basis git `since` may be null, and the SHAs say it. */
  period: shape({
    since: orNull(moment),
    until: moment,
    sinceSha: orNull(sha),
    /**
     * `landing`: GitHub's clock. `committer-date`: a claim of whoever committed. `commits`: two SHAs. `last-audit`: it begins
     * on each branch with what is after `after`, whatever its date.
     */
    by: oneOf('landing', 'committer-date', 'commits', 'last-audit'),
  }),
  /** By whose clocks reports show moments; left out: UTC. All moments here are in UTC. */
  timeZone: ifThere(timeZone),
  /** When it began, ISO 8601 in UTC: the report's only "now". With `asOf` the moment of that. */
  at: moment,
  /**
   * The service's facts are those of a past moment: by its records up to that one, the last of which is `sequence`. All others are
   * as git and GitHub told them at `readAt`.
   */
  asOf: ifThere(shape({ at: moment, sequence: whole, link: digest, readAt: moment })),
  /** Flows that were named; empty: what the audit's file says, else all. */
  flows: listOf(text),
  /** Digest of the audit's file at the tip of the default branch; null where there is none. */
  file: orNull(digest),
  /** The one thing that it is about; left out: all that landed in the period. */
  scope: ifThere(scope),
});
export type Header = Value<typeof header>;

/** A text of `.github/compliance-audit.yml`, once for all landings that it was in force at. */
export const file = shape({
  kind: oneOf('file'),
  /** SHA-256. */
  digest,
  text,
});
export type FileFact = Value<typeof file>;

/** The people who brought an entry of `accepted` into the audit's file, as it stands at the tip of the default branch. */
export const accepted = shape({
  kind: oneOf('accepted'),
  /** The key of the finding that the entry accepts. */
  key: text,
  /** The commit in which its key, its owner and its days first stood as they do now; null where git cannot tell. */
  commit: orNull(sha),
  /** The pull request that brought this commit to an audited branch; null where no merged pull request did, or GitHub did not tell. */
  pull: orNull(pullRequest),
  /** The same commit, with its author. An earlier program left this out; its `commit` is the newest one that changed a line of the entry. */
  by: ifThere(orNull(commit)),
  /** The commit that changed its reason since; left out where none did. */
  reworded: ifThere(commit),
  /** Whether the clone has the commit that the key names; left out where it names none. */
  inClone: ifThere(flag),
});
export type AcceptedFact = Value<typeof accepted>;

/** The workflow files of a commit, and the files of its own actions, once for all that have the same. */
export const workflows = shape({
  kind: oneOf('workflows'),
  /** SHA of git's tree of `.github/workflows`; where there is `.github/actions` too, 40 digits made of both. */
  tree: sha,
  /** `brought` is the commit that last changed the file; null where git cannot tell. */
  files: listOf(shape({ path: text, text, brought: orNull(sha) })),
});
export type WorkflowsFact = Value<typeof workflows>;

/** A flow of the service, with the template that it has now. */
export const flow = shape({
  kind: oneOf('flow'),
  name: text,
  url: orNull(text),
  template: orNull(template),
  /** Templates that decided trails of it, the oldest first, each with the first moment that it is known to be in force. */
  templates: ifThere(listOf(shape({ from: moment, template }))),
});
export type FlowFact = Value<typeof flow>;

const pullNumber: Check<number> = (value) => (typeof value === 'number' ? digits(String(value)) : ' is no number');
const digits = like(/^\d{1,15}$/, ' is no number');
/** `''` stands for what belongs to no pull request. */
const numberOrNone = like(/^\d{0,15}$/, ' is no number');

/** A landing, with all that tells whether its changes are covered. */
export const landingFact = shape({
  kind: oneOf('landing'),
  landing,
  /** Merged pull requests that its commits are in. */
  pulls: listOf(pullRequest),
  /** Numbers of `pulls`, by the SHA of a commit of the landing. */
  pullsOf: mapOf(sha, listOf(pullNumber)),
  /** Paths that each change touched, by the number of its pull request, `''` where it has none; null where git cannot tell. */
  paths: mapOf(numberOrNone, orNull(listOf(text))),
  /** Digest of the audit's file at the parent of the landing; null where there was none. */
  file: orNull(digest),
  /** `tree` of the workflow files of what landed; null where there are none. */
  workflows: orNull(sha),
  /** Trails about any commit of the landing, or about any head of its pull requests. */
  trails: listOf(trail),
  /** Trees of heads whose trails are here and whose commits are not in the landing, by SHA. */
  trees: mapOf(sha, sha),
});
export type LandingFact = Value<typeof landingFact>;

/** A source that was not asked or did not answer: the rules that need it are not tested. */
export const untold = shape({
  kind: oneOf('untold'),
  source: oneOf(...sources),
  why: text,
  fix: text,
  /** True: nobody asked for it, and nothing was refused. Only the log can be left out so, where nobody wants a package or keeps a head. */
  unasked: ifThere(flag),
});
export type Untold = Value<typeof untold>;

/** Something that belongs to the population and is not here: the whole audit is unknown. */
export const hole = shape({ kind: oneOf('hole'), what: text, why: text, fix: text });
export type Hole = Value<typeof hole>;

/** One kind of question, and how often it was asked: for those who want to repeat it. */
export const query = shape({
  kind: oneOf('query'),
  /** `GitHub`, `git`, `service`. */
  of: text,
  /** As it can be repeated: a command, or `GET /path`. */
  text,
  times: whole,
  /** How many things it answered with. */
  answered: whole,
});
export type Query = Value<typeof query>;

/** The last line: a file without it, or with other counts, was cut off. */
export const end = shape({
  kind: oneOf('end'),
  /** How many lines of each kind come before it. */
  counts: mapOf(text, whole),
  /** Trails that are about no commit of an audited branch. */
  trailsElsewhere: whole,
  /**
   * When collecting ended: by the clock of the machine, and by that of the service, as its last answer says. Null where that has no
   * date, or the facts are those of a past moment; left out by earlier programs.
   */
  ended: ifThere(shape({ at: moment, service: orNull(moment) })),
});
export type End = Value<typeof end>;

/** Merged pull requests and trails by counts of another source, to be held against the population. */
export const total = shape({ kind: oneOf('total'), name: text, source: text, count: whole });
export type ControlTotal = Value<typeof total>;

/** The check of each kind of line: what is written by another program, or was changed since, is foreign. */
export const lineChecks = {
  audit: header,
  file,
  accepted,
  workflows,
  flow,
  deployment,
  release,
  tag,
  artifact,
  approval,
  notification,
  landing: landingFact,
  untold,
  hole,
  query,
  total,
  log,
  witness,
  record: loggedRecord,
  attached: attachedFile,
  answer,
  end,
} as const;

/** One line of a collected file. It begins with the header, then the smaller facts, then the landings, the newest first. */
export type Line = Value<(typeof lineChecks)[keyof typeof lineChecks]>;
