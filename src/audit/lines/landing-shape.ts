import type { Account, Signature } from '../facts/account.ts';
import type { Commit } from '../facts/commit.ts';
import type { Landing } from '../facts/landing.ts';
import type { LandingFact } from '../facts/line.ts';
import type { PullRequest, Review } from '../facts/pull-request.ts';
import type { EvidenceRecord, ReportedArtifact, TrailFact } from '../facts/trail.ts';
import { flag, ifThere, like, listOf, mapOf, moment, oneOf, orNull, sha, shape, text, thing, whole, digest } from './check.ts';

export const account = shape<Account>({ id: whole, login: text, kind: oneOf('person', 'bot') });

const signature = shape<Signature>({ name: text, email: text, account: orNull(account) });

const commit = shape<Commit>({
  sha,
  tree: sha,
  parents: listOf(sha),
  title: text,
  author: signature,
  committer: signature,
  coAuthors: listOf(signature),
  mergeAlone: orNull(flag),
  suggestionAlone: flag,
});

const landing = shape<Landing>({
  id: text,
  branch: text,
  kind: oneOf('push', 'force-push', 'pull-request', 'merge-queue', 'creation', 'deletion', 'unknown'),
  at: orNull(moment),
  actor: orNull(account),
  before: orNull(sha),
  after: orNull(sha),
  commits: listOf(commit),
  count: whole,
  removed: listOf(sha),
});

const review = shape<Review>({
  id: text,
  by: orNull(account),
  said: oneOf('APPROVED', 'CHANGES_REQUESTED', 'COMMENTED', 'DISMISSED'),
  commit: orNull(sha),
  at: moment,
  dismissed: ifThere(shape<NonNullable<Review['dismissed']>>({ at: moment, before: oneOf('APPROVED', 'CHANGES_REQUESTED') })),
});

export const pullRequest = shape<PullRequest>({
  number: whole,
  url: text,
  base: text,
  headBranch: orNull(text),
  openedBy: orNull(account),
  askedBy: orNull(account),
  mergedAt: moment,
  mergedBy: orNull(account),
  mergeCommit: orNull(sha),
  title: text,
  labels: listOf(shape<PullRequest['labels'][number]>({ name: text, at: moment, by: orNull(account) })),
  from: orNull(text),
  commitsCut: flag,
  pushedAt: orNull(moment),
  head: sha,
  commits: listOf(commit),
  reviews: listOf(review),
  forcePushes: listOf(moment),
  oldHeads: ifThere(listOf(shape<NonNullable<PullRequest['oldHeads']>[number]>({ sha, tree: sha }))),
  baseChanges: ifThere(listOf(shape<NonNullable<PullRequest['baseChanges']>[number]>({ at: moment, from: text }))),
});

const record = shape<EvidenceRecord>({
  id: text,
  name: text,
  type: text,
  compliant: orNull(flag),
  at: moment,
  commit: orNull(text),
  fingerprint: orNull(text),
  target: orNull(text),
  by: orNull(text),
  override: orNull(shape<NonNullable<EvidenceRecord['override']>>({ id: text, type: text, reason: orNull(text) })),
  tests: orNull(shape<NonNullable<EvidenceRecord['tests']>>({ total: whole, skipped: whole, failed: whole })),
  byForkClaim: flag,
  run: orNull(text),
  group: ifThere(text),
  read: flag,
});

const trail = shape<TrailFact>({
  flow: text,
  name: text,
  url: orNull(text),
  at: moment,
  state: text,
  template: orNull(thing),
  templateVersion: orNull(whole),
  ownTemplate: orNull(flag),
  commits: listOf(text),
  records: listOf(record),
  artifacts: listOf(shape<ReportedArtifact>({ id: text, fingerprint: text, name: text, commit: orNull(text), at: moment })),
  cut: flag,
});

const aNumber = like(/^\d{1,15}$/, ' is no number');
/** `''` stands for what belongs to no pull request. */
const numberOrNone = like(/^\d{0,15}$/, ' is no number');

export const landingFact = shape<LandingFact>({
  kind: oneOf('landing'),
  landing,
  pulls: listOf(pullRequest),
  pullsOf: mapOf(
    sha,
    listOf((value) => (typeof value === 'number' ? aNumber(String(value)) : ' is no number')),
  ),
  paths: mapOf(numberOrNone, orNull(listOf(text))),
  file: orNull(digest),
  workflows: orNull(sha),
  trails: listOf(trail),
  trees: mapOf(sha, sha),
});
