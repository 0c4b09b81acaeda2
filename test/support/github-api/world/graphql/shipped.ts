import type { WorldDeployment, WorldRelease } from '../model.ts';
import type { GitTag } from '../git-objects.ts';
import { actor } from './accounts.ts';
import { shownCommit } from './commits.ts';
import type { PageArguments } from './connection.ts';
import type { Shown } from './repository.ts';

export function shownDeployment(shown: Shown, { at, by, environment, id, ref, run, sha, statuses }: WorldDeployment): object {
  const newest = statuses.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  const status = (one: WorldDeployment['statuses'][number]): object => ({
    __typename: 'DeploymentStatus',
    id: `DS_${one.id}`,
    state: one.state.toUpperCase(),
    createdAt: one.at,
    updatedAt: one.at,
    creator: actor(shown.world, one.by ?? 'ghost'),
    logUrl: run === undefined ? null : `https://github.com/${shown.world.repository}/actions/runs/${run.id}/job/1`,
  });
  return {
    __typename: 'Deployment',
    id: deploymentId(id),
    databaseId: id,
    environment,
    latestEnvironment: environment,
    originalEnvironment: environment,
    commitOid: sha,
    commit: () => shownCommit(shown, sha),
    createdAt: at,
    updatedAt: newest[0]?.at ?? at,
    creator: actor(shown.world, by ?? 'ghost'),
    task: 'deploy',
    ref: { __typename: 'Ref', id: `REF_${ref}`, name: ref },
    latestStatus: newest[0] === undefined ? null : status(newest[0]),
    statuses: (args: PageArguments) => shown.page('Deployment.statuses', newest, args, status),
  };
}

export function deploymentId(id: number): string {
  return `DE_${id}`;
}

export function shownRelease(shown: Shown, { by, createdAt, id, prerelease, publishedAt, tag }: WorldRelease): object {
  const found = shown.git.tags().find(({ name }) => name === tag);
  return {
    __typename: 'Release',
    id: `RE_${id}`,
    databaseId: id,
    name: tag,
    tagName: tag,
    author: actor(shown.world, by),
    createdAt,
    publishedAt,
    updatedAt: publishedAt ?? createdAt,
    isDraft: publishedAt === null,
    isPrerelease: prerelease,
    url: `https://github.com/${shown.world.repository}/releases/tag/${tag}`,
    tagCommit: () => shownCommit(shown, found?.peeled ?? null),
  };
}

/** A tag as a ref; its target is the commit, or a tag object that stands for it. */
export function shownTag(shown: Shown, { inner, kind, name, oid, peeled, peeledKind }: GitTag): object {
  const plain =
    peeledKind === 'commit' ? shownCommit(shown, peeled) : { __typename: peeledKind === 'tree' ? 'Tree' : 'Blob', id: peeled, oid: peeled };
  const tag = (at: string, target: unknown): object => ({ __typename: 'Tag', id: `TA_${at}`, oid: at, name, target });
  const target = kind === 'tag' ? tag(oid, inner === null ? plain : tag(inner, plain)) : plain;
  return { __typename: 'Ref', id: `REF_${name}`, name, prefix: 'refs/tags/', target };
}
