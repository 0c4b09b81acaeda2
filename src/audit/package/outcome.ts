import { count, list, oneLine } from '../../text/index.ts';
import type { CheckedPackage } from './check-package.ts';
import { namesNone, type PackageScope, type PackedAbout } from './manifest.ts';

/** One line, the same on the command line and in a browser. */
export function aboutWords({ audit, previous = null, scope }: PackedAbout): string {
  const before = previous === null ? (namesNone({ scope }) ? ['names no audit before'] : []) : [`the audit before is ${previous.report}`];
  if (audit === undefined) return [scopeWords(scope, null), 'the package does not say of which repository', ...before].join('; ');
  const { basis, branches, evidence, findings, repository, since_sha: sha, verdict } = audit;
  const what = [
    repository === null ? 'a repository without a name' : oneLine(repository, 200),
    `${branches.length === 1 ? 'branch' : 'branches'} ${list(branches.map((name) => oneLine(name, 100)))}`,
    scopeWords(scope, sha),
    basis === 'github' ? 'as GitHub told it' : 'by git alone',
    ...(evidence === 'github' ? ['with GitHub’s checks as evidence'] : []),
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

/**
 * - `broken`: something was changed, left out or added.
 * - `consistent`: consistent in itself; whoever made it anew could have made all of it, because no head was compared.
 * - `partly-witnessed`: the noted head proves the records up to its place, and the package ends later.
 * - `witnessed`: the noted head proves all of its records.
 */
export type PackageOutcome = 'broken' | 'consistent' | 'partly-witnessed' | 'witnessed';

export function outcomeOf({ problems, records }: CheckedPackage): PackageOutcome {
  if (problems.length > 0) return 'broken';
  if (records?.witness === undefined) return 'consistent';
  return records.witness.kind === 'end' ? 'witnessed' : 'partly-witnessed';
}

/** The same on the command line and in a browser. */
export function outcomeWords(checked: CheckedPackage): readonly [title: string, ...sentences: string[]] {
  const { manifest, records } = checked;
  const outcome = outcomeOf(checked);
  if (outcome === 'broken') {
    return [
      'The package does not hold',
      'Something in it was changed, left out or added. Do not rely on any of it; get it again from who made it.',
    ];
  }
  const hidden = [...beginWords(manifest?.log?.from.sequence ?? 0), ...hiddenWords(records?.hidden ?? 0)];
  if (outcome === 'consistent') {
    const why =
      manifest?.audit?.evidence === 'github'
        ? 'GitHub’s checks are its evidence, as GitHub told them to the token of the audit. GitHub signs nothing, and no service was asked: there is no log, no head and no witness that could prove it.'
        : manifest?.log === null
          ? 'The service that it is from keeps no chain, so that no head can prove it.'
          : 'No head that was noted elsewhere was compared: whoever made it anew could have changed all of it.';
    return ['Consistent in itself, not witnessed', why, ...hidden];
  }
  const end = records?.head.sequence ?? 0;
  if (outcome === 'witnessed') return ['Witnessed', `The noted head proves every record up to the last one, ${end}.`, ...hidden];
  const at = records?.witness?.kind === 'before' ? records.witness.sequence : 0;
  return [
    `Witnessed up to record ${at} of ${end}`,
    `The noted head proves the records up to ${at}. Those after it are consistent in themselves, and not witnessed.`,
    ...hidden,
  ];
}

function beginWords(before: number): readonly string[] {
  return before === 0 ? [] : [`The records up to ${before} are not in the package, not even as hashes: nobody can see here what they say.`];
}

function hiddenWords(count: number): readonly string[] {
  if (count === 0) return [];
  if (count === 1)
    return [
      '1 record is there only as a hash: the chain proves that nothing was put in its place, and nobody can see here what it says, nor whether it is about an audited change: `audit --reperform` asks the service.',
    ];
  return [
    `${count} records are there only as hashes: the chain proves that nothing was put in their place, and nobody can see here what they say, nor whether they are about an audited change: \`audit --reperform\` asks the service.`,
  ];
}
