import { count, list, oneLine } from '../../text/index.ts';
import { namesNone, type PackageScope, type PackedAbout } from './manifest.ts';

/**
 * The subject of a package, how its audit ended, and which audit came before it, in a line: the same on the command line and in a
 * browser.
 */
export function aboutWords({ audit, previous = null, scope }: PackedAbout): string {
  const before = previous === null ? (namesNone({ scope }) ? ['names no audit before'] : []) : [`the audit before is ${previous.report}`];
  if (audit === undefined) return [scopeWords(scope, null), 'the package does not say of which repository', ...before].join('; ');
  const { basis, branches, findings, repository, since_sha: sha, verdict } = audit;
  const what = [
    repository === null ? 'a repository without a name' : oneLine(repository, 200),
    `${branches.length === 1 ? 'branch' : 'branches'} ${list(branches.map((name) => oneLine(name, 100)))}`,
    scopeWords(scope, sha),
    basis === 'github' ? 'as GitHub told it' : 'by git alone',
  ].join(', ');
  return [`${what}: ${oneLine(verdict, 40)}, ${count(findings, 'open finding')}`, ...before].join('; ');
}

function scopeWords(scope: PackageScope, sha: string | null): string {
  switch (scope.kind) {
    case 'period':
      return `${oneLine(scope.since ?? (sha === null ? 'the beginning' : `commit ${sha}`), 60)} to ${oneLine(scope.until, 40)}`;
    case 'trail':
      return `trail ${oneLine(scope.trail, 200)} of flow ${oneLine(scope.flow, 200)}`;
    case 'artifact':
      return `artifact ${scope.fingerprint}`;
  }
}
