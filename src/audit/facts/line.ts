import { aDigest, aFlag, aMoment, aSha, aText, aWhole, ifThere, like, listOf, mapOf, oneOf, orNull, shape } from '../../text/check.ts';
import type { Check, Checked } from '../../text/check.ts';
import { isTimeZone } from '../../text/index.ts';
import { branchRules, commitChecks, rulesetExport } from './check.ts';
import { commit, landing, pullRequest } from './landing.ts';
import { attachedFile, log, loggedRecord, witness } from './log.ts';
import { approval, artifact, deployment, notification, release, tag } from './shipped.ts';
import { template, trail } from './trail.ts';

/** An answer of GitHub as it was read, where a package was asked for. These lines come last: no rule reads them. */
const answer = shape({
  kind: oneOf('answer'),
  /** When it was read, by the clock of the machine that collected. */
  at: aMoment,
  /** Without token and headers. `query` is that of the address; `graphql` the text of a question. */
  request: shape({ method: aText, path: aText, query: ifThere(aText), graphql: ifThere(aText) }),
  status: aWhole,
  /** Only the date of the answer, the next page, and the id by which GitHub finds the request again. */
  headers: mapOf(aText, aText),
  /** `json`: the body is canonical JSON. `text`: it was not JSON, and is as it came. */
  form: oneOf('json', 'text'),
  /** Secrets in it were hidden, before it was hashed. */
  masked: aFlag,
  /** The hash of the body, in UTF-8. */
  sha256: aDigest,
  /** Left out where it is too long to be kept. */
  body: ifThere(aText),
});
export type AnswerFact = Checked<typeof answer>;

const ranBy = shape({
  /** `job`: the account that GitHub started it for. `person`: the user of the machine. */
  kind: oneOf('job', 'person'),
  /** Null where the machine did not say. */
  name: orNull(aText),
  /** The commit that the program was built from; null where it does not say. */
  commit: orNull(aText),
  /** The kind of the token that asked GitHub; null: there was none. */
  githubToken: orNull(oneOf('app', 'person', 'unknown')),
});
const trailScope = shape({ kind: oneOf('trail'), flow: aText, trail: aText });
const artifactScope = shape({ kind: oneOf('artifact'), fingerprint: aDigest });

export type AuditScope = Checked<typeof trailScope> | Checked<typeof artifactScope>;

const scope: Check<AuditScope> = (value) => (trailScope(value) === undefined ? undefined : artifactScope(value));

/** A source that rules need. A rule whose source was not asked, or did not answer, is not tested; it is never green. */
export const sources = [
  'landings',
  'pull-requests',
  'paths',
  'trails',
  'records',
  'checks',
  'rules',
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

/** A zone whose clocks this machine knows. */
export const timeZone: Check<string> = (value) => (typeof value === 'string' && isTimeZone(value) ? undefined : ' is no time zone');

/** The numbers of lines by kind, without those that are members of their own in a package: of the log, and GitHub's answers. */
export function countsOfFacts({
  answer: _answer,
  attached: _attached,
  log: _log,
  record: _record,
  witness: _witness,
  ...counts
}: Readonly<Record<string, number>>) {
  return counts;
}

/** The first line of a collected file: what was asked. */
const header = shape({
  kind: oneOf('audit'),
  version: oneOf(1),
  /** `compliance-evidence/1.0.0`, and the digest of the program that collected. */
  tool: shape({ name: aText, version: aText, digest: orNull(aText) }),
  /** Where the run's own workflow is, as `owner/name/.github/workflows/audit.yml@SHA`; null on the command line. */
  workflow: orNull(aText),
  run: orNull(aText),
  /** Left out by earlier programs. */
  ranBy: ifThere(ranBy),
  /** As they were given, without secrets. */
  inputs: mapOf(aText, aText),
  /** `owner/name`; null where it is not known. */
  repository: orNull(aText),
  /** GitHub's number of the repository, which stays when its name changes. Left out where it is not known. */
  repositoryId: ifThere(aWhole),
  /** `https://github.com`; links are made from it. */
  serverUrl: aText,
  service: orNull(shape({ url: aText, org: aText })),
  /** The evidence that the audit goes by, where it is not that of a service. */
  evidence: ifThere(oneOf('github')),
  /** Names, the default branch first, each with its tip when the audit began. */
  branches: listOf(
    shape({
      name: aText,
      tip: aSha,
      /** The commit that the period ends with, where that can be told: the next audit begins after it. */
      end: ifThere(aSha),
      /** With basis git: the commit that the last complete audit ended with, here or on another branch that this one holds the end of. */
      after: ifThere(aSha),
      /** The commits that `after` held and the branch does not hold any more, the newest first; null: the clone does not have it. */
      lost: ifThere(orNull(listOf(aSha))),
      /** The date of the tip's committer, where it alone keeps the tip out of the period: it is before that begins. */
      dated: ifThere(aMoment),
    }),
  ),
  /** `github`: landings as GitHub tells them. `git`: the first-parent walk. */
  basis: oneOf('github', 'git'),
  /** Half open, ISO 8601 in UTC; of basis git `since` may be null, and the SHAs say it. */
  period: shape({
    since: orNull(aMoment),
    until: aMoment,
    sinceSha: orNull(aSha),
    /**
     * `landing`: GitHub's clock. `committer-date`: a claim of whoever committed. `commits`: two SHAs. `last-audit`: it begins
     * on each branch with what is after `after`, whatever its date.
     */
    by: oneOf('landing', 'committer-date', 'commits', 'last-audit'),
  }),
  /** By whose clocks reports show moments; left out: UTC. All moments here are in UTC. */
  timeZone: ifThere(timeZone),
  /** When it began, ISO 8601 in UTC: the report's only "now". With `asOf` the moment of that. */
  at: aMoment,
  /**
   * The service's facts are those of a past moment: by its records up to that one, the last of which is `sequence`. All others are
   * as git and GitHub told them at `readAt`.
   */
  asOf: ifThere(shape({ at: aMoment, sequence: aWhole, link: aDigest, readAt: aMoment })),
  /** Flows that were named; empty: what the audit's file says, else all. */
  flows: listOf(aText),
  /** Digest of the audit's file at the tip of the default branch; null where there is none. */
  file: orNull(aDigest),
  /** Digest of a file with more checks that changes owe, whose own file named none. */
  checks: ifThere(aDigest),
  /** Where the evidence is that of a service: GitHub was asked for the rules of the branches too. */
  rules: ifThere(aFlag),
  /** The one thing that it is about; left out: all that landed in the period. */
  scope: ifThere(scope),
});
export type Header = Checked<typeof header>;

/** A text of `.github/compliance-audit.yml`, once for all landings that it was in force at. */
const file = shape({
  kind: oneOf('file'),
  digest: aDigest,
  text: aText,
});
export type FileFact = Checked<typeof file>;

/** The people who brought an entry of `accepted` into the audit's file, as it stands at the tip of the default branch. */
const accepted = shape({
  kind: oneOf('accepted'),
  /** The key of the finding that the entry accepts. */
  key: aText,
  /** The commit in which its key, its owner and its days first stood as they do now; null where git cannot tell. */
  commit: orNull(aSha),
  /** The pull request that brought this commit to an audited branch; null where no merged pull request did, or GitHub did not tell. */
  pull: orNull(pullRequest),
  /** The same commit, with its author. An earlier program left this out; its `commit` is the newest one that changed a line of the entry. */
  by: ifThere(orNull(commit)),
  /** The commit that changed its reason since; left out where none did. */
  reworded: ifThere(commit),
  /** Whether the clone has the commit that the key names; left out where it names none. */
  inClone: ifThere(aFlag),
});
export type AcceptedFact = Checked<typeof accepted>;

/** The workflow files of a commit, and the files of its own actions, once for all that have the same. */
const workflows = shape({
  kind: oneOf('workflows'),
  /** SHA of git's tree of `.github/workflows`; where there is `.github/actions` too, 40 digits made of both. */
  tree: aSha,
  /** `brought` is the commit that last changed the file; null where git cannot tell. */
  files: listOf(shape({ path: aText, text: aText, brought: orNull(aSha) })),
});
export type WorkflowsFact = Checked<typeof workflows>;

/** With the template that it has now. */
const flow = shape({
  kind: oneOf('flow'),
  name: aText,
  url: orNull(aText),
  template: orNull(template),
  /** Templates that decided trails of it, the oldest first, each with the first moment that it is known to be in force. */
  templates: ifThere(listOf(shape({ from: aMoment, template }))),
});
export type FlowFact = Checked<typeof flow>;

const pullNumber: Check<number> = (value) => (typeof value === 'number' ? digits(String(value)) : ' is no number');
const digits = like(/^\d{1,15}$/, ' is no number');
/** `''` stands for what belongs to no pull request. */
const numberOrNone = like(/^\d{0,15}$/, ' is no number');

/** A landing, with all that decides whether its changes are covered. */
const landingFact = shape({
  kind: oneOf('landing'),
  landing,
  pulls: listOf(pullRequest),
  /** Numbers of `pulls`, by the SHA of a commit of the landing. */
  pullsOf: mapOf(aSha, listOf(pullNumber)),
  /** Paths that each change touched, by the number of its pull request, `''` where it has none; null where git cannot tell. */
  paths: mapOf(numberOrNone, orNull(listOf(aText))),
  /** Digest of the audit's file at the parent of the landing; null where there was none. */
  file: orNull(aDigest),
  /** `tree` of the workflow files of what landed; null where there are none. */
  workflows: orNull(aSha),
  /** Trails about any commit of the landing, or about any head of its pull requests. */
  trails: listOf(trail),
  /** GitHub's checks of what landed and of the heads of its pull requests; left out where an evidence service was asked. */
  checks: ifThere(listOf(commitChecks)),
  /**
   * The tickets that each change names, by the number of its pull request as `paths`, where the audit's file asks for one. The texts
   * themselves are not kept. `landed`: messages of commits that landed, by git; `commits`: of its pull request, by GitHub.
   */
  tickets: ifThere(
    mapOf(
      numberOrNone,
      listOf(shape({ in: oneOf('branch', 'title', 'body', 'commits', 'landed'), named: listOf(aText), untold: ifThere(aText) })),
    ),
  ),
  /** Trees of heads whose trails are here and whose commits are not in the landing, by SHA. */
  trees: mapOf(aSha, aSha),
});
export type LandingFact = Checked<typeof landingFact>;
export type NamedTickets = NonNullable<LandingFact['tickets']>[string];

/** A source that was not asked or did not answer: the rules that need it are not tested. */
const untold = shape({
  kind: oneOf('untold'),
  source: oneOf(...sources),
  why: aText,
  fix: aText,
  /** True: it was not asked for, and nothing was refused. Only the log can be so, without a package and kept heads. */
  unasked: ifThere(aFlag),
});
export type Untold = Checked<typeof untold>;

/** Something that belongs to the population and is not here: the whole audit is unknown. */
const hole = shape({ kind: oneOf('hole'), what: aText, why: aText, fix: aText });
export type Hole = Checked<typeof hole>;

/** One kind of question, and how often it was asked, so that it can be repeated. */
const query = shape({
  kind: oneOf('query'),
  /** `GitHub`, `git`, `service`. */
  of: aText,
  /** As it can be repeated: a command, or `GET /path`. */
  text: aText,
  times: aWhole,
  answered: aWhole,
});
export type Query = Checked<typeof query>;

/** The last line: a file without it, or with other counts, was cut off. */
const end = shape({
  kind: oneOf('end'),
  /** How many lines of each kind come before it. */
  counts: mapOf(aText, aWhole),
  /** Trails that are about no commit of an audited branch. */
  trailsElsewhere: aWhole,
  /**
   * When collecting ended: by the clock of the machine, and by that of the service, as its last answer says. Null where that has no
   * date, or the facts are those of a past moment; left out by earlier programs.
   */
  ended: ifThere(shape({ at: aMoment, service: orNull(aMoment) })),
});
export type End = Checked<typeof end>;

/** Merged pull requests and trails by counts of another source, to be held against the population. */
const total = shape({ kind: oneOf('total'), name: aText, source: aText, count: aWhole });
export type ControlTotal = Checked<typeof total>;

export const lineChecks = {
  audit: header,
  file,
  accepted,
  workflows,
  flow,
  'branch-rules': branchRules,
  'ruleset-export': rulesetExport,
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

/** It begins with the header, then the smaller facts, then the landings, the newest first. */
export type Line = Checked<(typeof lineChecks)[keyof typeof lineChecks]>;
