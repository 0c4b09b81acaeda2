import type { Call, getTrail, isNotThere, searchSha } from '../../client/index.ts';
import { type UsageError, wrongUse } from '../../errors/index.ts';
import { oneLine } from '../../text/index.ts';
import type { AuditScope } from '../facts/line.ts';
import type { Approval, Artifact, Deployment, Notification, Release, Tag } from '../facts/shipped.ts';
import type { TrailName } from './log.ts';
import { listTrailCommits, shaOf } from './service-values.ts';

/** Functions of the client are handed in, because commands that are loaded at once have them too. */
interface ScopeAccess {
  readonly call: Call;
  readonly org: string;
  readonly questions: { readonly getTrail: typeof getTrail; readonly isNotThere: typeof isNotThere; readonly searchSha: typeof searchSha };
}

export interface ScopeFacts {
  readonly scope: AuditScope;
  /** At least one, full SHAs. */
  readonly commits: readonly string[];
  readonly trails: readonly TrailName[];
}

/** @throws {UsageError} where the service does not know it, or where it is about no commit and so belongs to no change */
export async function readScope(access: ScopeAccess, scope: AuditScope): Promise<ScopeFacts> {
  const { org, questions } = access;
  try {
    return scope.kind === 'trail' ? await ofTrail(access, scope) : await ofArtifact(access, scope);
  } catch (error) {
    if (!questions.isNotThere(error)) throw error;
    throw scope.kind === 'trail'
      ? wrongUse(`The organization ${org} has no trail ${named(scope.trail)} in a flow ${named(scope.flow)}`, 'Fix `flow` or `trail`')
      : unknownArtifact(org, scope.fingerprint);
  }
}

async function ofTrail({ call, org, questions }: ScopeAccess, scope: Extract<AuditScope, { kind: 'trail' }>): Promise<ScopeFacts> {
  const { flow, trail } = scope;
  const commits = listTrailCommits(await questions.getTrail(call, { org, flow_name: flow, trail_name: trail }));
  if (commits.length > 0) return { scope, commits, trails: [{ flow, trail }] };
  const fix = 'Name a trail that was begun with a commit, or audit the period of the change with `since`';
  throw wrongUse(
    `The trail ${named(trail)} of flow ${named(flow)} is about no commit, so that nobody can say which change it belongs to`,
    fix,
  );
}

async function ofArtifact({ call, org, questions }: ScopeAccess, scope: Extract<AuditScope, { kind: 'artifact' }>): Promise<ScopeFacts> {
  const { fingerprint } = scope;
  const found = await questions.searchSha(call, { org, search_value: fingerprint });
  const own = found.artifacts.filter((artifact) => artifact.fingerprint.toLowerCase() === fingerprint && (artifact.flow ?? '') !== '');
  if (own.length === 0) throw unknownArtifact(org, fingerprint);
  const commits = new Set(own.map(({ git_commit: commit }) => shaOf(commit)).filter((sha) => sha !== null));
  if (commits.size === 0) {
    const fix = 'Report the artifact with its commit, or audit the period of the change with `since`';
    throw wrongUse(`The artifact ${fingerprint} was reported without a commit, so that nobody can say which change it is made of`, fix);
  }
  const trails = own.flatMap(({ flow, trail }) => ((trail ?? '') === '' ? [] : [{ flow: flow ?? '', trail: trail ?? '' }]));
  return { scope, commits: [...commits], trails };
}

function unknownArtifact(org: string, fingerprint: string): UsageError {
  return wrongUse(`No flow of the organization ${org} was told of an artifact ${fingerprint}`, 'Fix `fingerprint`, or report the artifact');
}

const named = (name: string): string => oneLine(name, 100);

type Shipped = Deployment | Release | Tag | Artifact | Approval | Notification;

/**
 * Keeps of the shipped things only those about the commits of a scope; all where there is none. Deployments and artifacts
 * are asked about before approvals, because an approval names only an artifact.
 */
export function openKeeper(scoped: ScopeFacts | undefined, shas: readonly string[]): (fact: Shipped) => boolean {
  if (scoped === undefined) return () => true;
  const own = new Set([...shas, ...scoped.commits]);
  const trails = new Set(scoped.trails.map(({ flow, trail }) => JSON.stringify([flow, trail])));
  const fingerprints = new Set(scoped.scope.kind === 'artifact' ? [scoped.scope.fingerprint] : []);
  const isOwn = (sha: string | null): boolean => sha !== null && own.has(sha);
  const isAbout = (fact: Shipped): boolean => {
    switch (fact.kind) {
      case 'deployment':
        return isOwn(fact.sha) || isKnown(fact.fingerprint) || (fact.brought ?? []).some(isOwn);
      case 'release':
        return isOwn(fact.sha) || (fact.brought ?? []).some(isOwn);
      case 'tag':
        return isOwn(fact.sha) || fact.moved.some(({ from, to }) => isOwn(from) || isOwn(to));
      case 'artifact':
        return isOwn(fact.commit) || isKnown(fact.fingerprint) || trails.has(JSON.stringify([fact.flow, fact.trail]));
      case 'approval':
        return isKnown(fact.fingerprint);
      case 'notification':
        return false;
    }
  };
  function isKnown(fingerprint: string | null): boolean {
    return fingerprint !== null && fingerprints.has(fingerprint);
  }
  return (fact) => {
    const isKept = isAbout(fact);
    if (isKept && (fact.kind === 'deployment' || fact.kind === 'artifact') && fact.fingerprint !== null) fingerprints.add(fact.fingerprint);
    return isKept;
  };
}
