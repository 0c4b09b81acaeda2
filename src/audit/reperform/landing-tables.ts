import type { Commit, Landing, PullRequest, Review } from '../facts/landing.ts';
import { compareItems, type FactTable } from './compare-items.ts';
import {
  asRead,
  byGit,
  facts,
  factsIfThere,
  fixed,
  forgotten,
  ignored,
  moments,
  person,
  signed,
  sinceTold,
  workedOut,
} from './field-rules.ts';

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
  // Earlier programs did not look at what came before a creation, and then did not say either whether it was a beginning.
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
