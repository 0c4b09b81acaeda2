import type { Commit, Landing, PullRequest, Review } from '../facts/landing.ts';
import type { AcceptedFact, ControlTotal, FileFact, FlowFact, Line, WorkflowsFact } from '../facts/line.ts';
import type { Approval, Artifact, Deployment, Notification, Release, Tag } from '../facts/shipped.ts';
import type { EvidenceRecord, ReportedArtifact, TrailFact } from '../facts/trail.ts';
import {
  asRead,
  byGit,
  compareItems,
  facts,
  factsIfThere,
  fixed,
  fixedIfTold,
  forgotten,
  found,
  growing,
  ignored,
  moments,
  person,
  signed,
  sinceTold,
  workedOut,
  type FactTable,
} from './compare-items.ts';

const deploymentFields: FactTable<Deployment>['fields'] = {
  kind: ignored,
  source: fixed,
  id: fixed,
  environment: fixed,
  production: fixed,
  at: fixed,
  by: person,
  sha: fixed,
  fingerprint: fixed,
  url: ignored,
  branch: found,
  running: asRead,
  brought: workedOut,
  reviews: fixed,
};

/** GitHub and the snapshots of the service are two sources of deployments. */
const deployments: FactTable<Deployment> = {
  about: 'deployment',
  key: ({ id }) => id,
  at: ({ at }) => at,
  fields: deploymentFields,
};
const snapshots: FactTable<Deployment> = { ...deployments, about: 'snapshot' };

const releases: FactTable<Release> = {
  about: 'release',
  key: ({ tag }) => tag,
  at: ({ at }) => at,
  fields: { kind: ignored, tag: fixed, at: fixed, by: person, sha: fixed, url: ignored, branch: found, brought: workedOut },
};

const moves: FactTable<Tag['moved'][number]> = {
  about: 'move',
  key: ({ at, from, to }) => `${from.slice(0, 12)} to ${to.slice(0, 12)} of ${at ?? 'an unknown moment'}`,
  at: ({ at }) => at,
  fields: { from: fixed, to: fixed, at: fixed, by: person },
};

/** The moment when a tag was made is unknown. */
const tags: FactTable<Tag> = {
  about: 'tag',
  key: ({ name }) => name,
  fields: { kind: ignored, name: fixed, sha: fixed, moved: facts(moves), url: ignored, told: ignored },
};

const artifacts: FactTable<Artifact> = {
  about: 'artifact',
  key: ({ fingerprint, flow, name, trail }) => [flow, trail, name, fingerprint].filter(Boolean).join('/'),
  at: ({ at }) => at,
  // One that only a snapshot tells has no moment.
  fresh: 'later',
  fields: {
    kind: ignored,
    fingerprint: fixed,
    name: fixed,
    flow: fixed,
    trail: fixed,
    commit: fixed,
    state: asRead,
    url: ignored,
    at: fixed,
    running: asRead,
    withoutProvenance: fixed,
  },
};

/** One who had not answered may answer later. */
const approvers: FactTable<Approval['approvers'][number]> = {
  about: 'approver',
  key: ({ name }) => name,
  at: ({ at }) => at,
  fields: { name: fixed, said: fixed, at: fixed, comment: fixedIfTold, ticket: fixedIfTold },
  weigh: (_field, before) => (before.at === null ? 'later' : undefined),
};

const approvals: FactTable<Approval> = {
  about: 'approval',
  key: ({ flow, number }) => `${flow} ${number}`,
  at: ({ at }) => at,
  fields: {
    kind: ignored,
    flow: fixed,
    number: fixed,
    fingerprint: fixed,
    // It follows from what the approvers said.
    state: asRead,
    environment: fixed,
    at: fixed,
    url: ignored,
    artifact: fixedIfTold,
    description: fixedIfTold,
    approvers: facts(approvers),
    by: workedOut,
  },
};

const notifications: FactTable<Notification> = {
  about: 'notification',
  key: ({ name }) => name,
  gone: 'later',
  fields: { kind: ignored, name: fixed, targets: asRead, failure: asRead },
};

const flows: FactTable<FlowFact> = {
  about: 'flow',
  key: ({ name }) => name,
  // The templates are worked out from the trails, and their moments move with later records: a trail has its own.
  fields: { kind: ignored, name: fixed, url: ignored, template: asRead, templates: ignored },
};

/** Each landing tells the text in force by its digest: only the text itself is compared here. */
const files: FactTable<FileFact> = {
  about: 'text of .github/compliance-audit.yml',
  key: ({ digest }) => digest,
  gone: 'ignored',
  fresh: 'ignored',
  fields: { kind: ignored, digest: fixed, text: fixed },
};

const workflowFiles: FactTable<WorkflowsFact['files'][number]> = {
  about: 'file',
  key: ({ path }) => path,
  fresh: 'altered',
  fields: { path: fixed, text: fixed, brought: workedOut },
};

const workflows: FactTable<WorkflowsFact> = {
  about: 'workflows of the tree',
  key: ({ tree }) => tree,
  gone: 'ignored',
  fresh: 'ignored',
  fields: { kind: ignored, tree: fixed, files: facts(workflowFiles) },
};

/** They are about the file at the present tip. */
const accepted: FactTable<AcceptedFact> = {
  about: 'entry of accepted',
  key: ({ key }) => key,
  gone: 'later',
  fields: { kind: ignored, key: fixed, commit: asRead, pull: asRead, by: asRead, reworded: asRead, inClone: asRead },
};

const totals: FactTable<ControlTotal> = {
  about: 'control total',
  key: ({ name, source }) => `${name} (${source})`,
  gone: 'not-compared',
  fresh: 'not-compared',
  fields: { kind: ignored, name: fixed, source: fixed, count: fixed },
};

/** The tables of facts with lines of their own, by the kind of the line; deployments have one for each source. */
export type LineTables = { readonly [Kind in TabledKind]: FactTable<Extract<Line, { readonly kind: Kind }>> };

type TabledKind = 'release' | 'tag' | 'artifact' | 'approval' | 'notification' | 'flow' | 'file' | 'workflows' | 'accepted' | 'total';

export const lineTables: LineTables = {
  release: releases,
  tag: tags,
  artifact: artifacts,
  approval: approvals,
  notification: notifications,
  flow: flows,
  file: files,
  workflows,
  accepted,
  total: totals,
};

export const deploymentTables = { github: deployments, service: snapshots } as const;

const commits: FactTable<Commit> = {
  about: 'commit',
  key: ({ sha }) => sha,
  fresh: 'altered',
  fields: {
    sha: fixed,
    tree: fixed,
    parents: fixed,
    title: fixed,
    author: signed,
    committer: signed,
    coAuthors: signed,
    mergeAlone: workedOut,
    suggestionAlone: fixed,
  },
};

const reviews: FactTable<Review> = {
  about: 'review',
  key: ({ id }) => id,
  at: ({ at }) => at,
  fields: { id: fixed, by: person, said: fixed, commit: forgotten, at: fixed, dismissed: fixed },
};

const labels: FactTable<PullRequest['labels'][number]> = {
  about: 'label',
  key: ({ at, name }) => `${name} of ${at}`,
  at: ({ at }) => at,
  fields: { name: fixed, at: fixed, by: person },
};

/** GitHub forgets a head that nothing names any longer. */
const oldHeads: FactTable<NonNullable<PullRequest['oldHeads']>[number]> = {
  about: 'head before a force push',
  key: ({ sha }) => sha,
  gone: 'later',
  fields: { sha: fixed, tree: fixed },
};

/** GitHub forgets updates that are about a year old. */
const deletions: FactTable<NonNullable<Landing['deleted']>> = {
  about: 'deletion',
  key: ({ at }) => at,
  gone: 'later',
  fields: { at: fixed, by: person, from: fixed },
};

export const landings: FactTable<Landing> = {
  about: 'landing',
  key: landingKey,
  at: ({ at }) => at,
  // Earlier programs did not look at what came before a creation, and then did not say whether it was a beginning.
  weigh: (field, before) =>
    ofCreations.has(field) && before.before === null && before.beginning === undefined ? 'not-compared' : undefined,
  fields: {
    id: fixed,
    branch: fixed,
    kind: fixed,
    at: fixed,
    committedAt: sinceTold,
    actor: person,
    before: fixed,
    after: fixed,
    commits: facts(commits),
    count: byGit,
    removed: byGit,
    beginning: byGit,
    deleted: ({ after, before, context, subject }) => compareItems(deletions, listed(before), listed(after), context, subject),
    elsewhere: asRead,
  },
};

const ofCreations: ReadonlySet<keyof Landing> = new Set(['removed', 'beginning', 'deleted', 'elsewhere']);

const listed = <Fact>(fact: Fact | undefined): readonly Fact[] => (fact === undefined ? [] : [fact]);

export function landingKey({ branch, id }: Pick<Landing, 'branch' | 'id'>): string {
  return `${id} on ${branch}`;
}

export const pulls: FactTable<PullRequest> = {
  about: 'pull request',
  key: ({ number }) => String(number),
  at: ({ mergedAt }) => mergedAt,
  fields: {
    number: fixed,
    url: ignored,
    base: fixed,
    openedBy: person,
    askedBy: person,
    mergedAt: fixed,
    mergedBy: person,
    mergeCommit: fixed,
    title: asRead,
    labels: facts(labels),
    from: forgotten,
    headBranch: forgotten,
    commitsCut: asRead,
    pushedAt: forgotten,
    seenBy: asRead,
    head: fixed,
    commits: facts(commits),
    reviews: facts(reviews),
    forcePushes: moments,
    oldHeads: factsIfThere(oldHeads),
    baseChanges: fixed,
  },
};

/** Fields that only the body of a record tells. */
const ofBody: ReadonlySet<keyof EvidenceRecord> = new Set([
  'override',
  'tests',
  'failures',
  'byForkClaim',
  'run',
  'group',
  'attempt',
  'rule',
]);

const records: FactTable<EvidenceRecord> = {
  about: 'attestation',
  key: ({ id }) => id,
  at: ({ at }) => at,
  fields: {
    id: fixed,
    name: fixed,
    type: fixed,
    compliant: workedOut,
    at: fixed,
    commit: fixed,
    fingerprint: fixed,
    target: fixed,
    by: workedOut,
    override: fixed,
    tests: fixed,
    unusable: fixedIfTold,
    failures: fixed,
    byForkClaim: fixed,
    run: fixed,
    group: fixed,
    attempt: fixed,
    rule: fixed,
    read: ignored,
  },
  weigh: (field, before, after) => (ofBody.has(field) && before.read !== after.read ? 'not-compared' : undefined),
};

const trailArtifacts: FactTable<ReportedArtifact> = {
  about: 'artifact of the trail',
  key: ({ id }) => id,
  at: ({ at }) => at,
  fields: { id: fixed, fingerprint: fixed, name: fixed, commit: fixed, at: fixed },
};

export const trails: FactTable<TrailFact> = {
  about: 'trail',
  key: ({ flow, name }) => `${flow}/${name}`,
  at: ({ at }) => at,
  fields: {
    flow: fixed,
    name: fixed,
    url: ignored,
    at: fixed,
    state: asRead,
    template: workedOut,
    templateVersion: workedOut,
    // False as soon as its template decides another trail too.
    ownTemplate: asRead,
    commits: growing,
    records: facts(records),
    artifacts: facts(trailArtifacts),
    cut: ignored,
  },
};
