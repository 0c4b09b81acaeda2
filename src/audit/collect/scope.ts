import type { Call, getTrail, isNotThere, searchSha } from '../../client/index.ts';
import { UsageError } from '../../errors/index.ts';
import { oneLine } from '../../text/index.ts';
import type { AuditScope } from '../facts/scope.ts';
import type { TrailName } from './log.ts';
import { shaOf } from './service-values.ts';
import { commitsOf } from './service-trail.ts';

/** The service that knows the trail or the artifact. The functions are handed in, because commands that are loaded at once have them too. */
export interface ScopeAccess {
  readonly call: Call;
  readonly org: string;
  readonly questions: { readonly getTrail: typeof getTrail; readonly isNotThere: typeof isNotThere; readonly searchSha: typeof searchSha };
}

/** The commits that a trail or an artifact is about, and the trails that its records are on. */
export interface ScopeFacts {
  readonly scope: AuditScope;
  /** At least one, full SHAs. */
  readonly commits: readonly string[];
  readonly trails: readonly TrailName[];
}

/** @throws {UsageError} where the service does not know it, or where it is about no commit: nobody can say then which change it belongs to. */
export async function readScope(access: ScopeAccess, scope: AuditScope): Promise<ScopeFacts> {
  const { org, questions } = access;
  try {
    return scope.kind === 'trail' ? await ofTrail(access, scope) : await ofArtifact(access, scope);
  } catch (error) {
    if (!questions.isNotThere(error)) throw error;
    throw scope.kind === 'trail'
      ? wrong(`The organization ${org} has no trail ${named(scope.trail)} in a flow ${named(scope.flow)}`, 'Fix `flow` or `trail`')
      : unknownArtifact(org, scope.fingerprint);
  }
}

async function ofTrail({ call, org, questions }: ScopeAccess, scope: Extract<AuditScope, { kind: 'trail' }>): Promise<ScopeFacts> {
  const { flow, trail } = scope;
  const commits = commitsOf(await questions.getTrail(call, { org, flow_name: flow, trail_name: trail }));
  if (commits.length > 0) return { scope, commits, trails: [{ flow, trail }] };
  const fix = 'Name a trail that was begun with a commit, or audit the period of the change with `since`';
  throw wrong(
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
    throw wrong(`The artifact ${fingerprint} was reported without a commit, so that nobody can say which change it is made of`, fix);
  }
  const trails = own.flatMap(({ flow, trail }) => ((trail ?? '') === '' ? [] : [{ flow: flow ?? '', trail: trail ?? '' }]));
  return { scope, commits: [...commits], trails };
}

function unknownArtifact(org: string, fingerprint: string): UsageError {
  return wrong(`No flow of the organization ${org} was told of an artifact ${fingerprint}`, 'Fix `fingerprint`, or report the artifact');
}

function wrong(message: string, fix: string): UsageError {
  return new UsageError('invalid-input', message, { fix });
}

const named = (name: string): string => oneLine(name, 100);
