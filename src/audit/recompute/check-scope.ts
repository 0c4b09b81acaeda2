import { oneLine } from '../../text/index.ts';
import type { Line } from '../facts/line.ts';
import type { PackageScope } from '../package/manifest.ts';
import type { Spoken } from './shown-records.ts';
import { commitsOf } from './told.ts';

/** The scope in words, to be compared and to be read. */
export function scopeOf(scope: PackageScope): string {
  switch (scope.kind) {
    case 'period':
      return `${scope.since ?? 'the beginning'} to ${scope.until}`;
    case 'trail':
      return `trail ${JSON.stringify([scope.flow, scope.trail])}`;
    case 'artifact':
      return `artifact ${scope.fingerprint}`;
  }
}

/**
 * An audit of one trail or artifact is about each landing of its commits. Those that are not among the facts, and that no hole names,
 * may have been taken out: a sentence each.
 *
 * @param lines opens the collected file from its beginning
 */
export async function checkScope(
  scope: Exclude<PackageScope, { kind: 'period' }>,
  lines: () => AsyncIterable<Line>,
  { trails }: Spoken,
): Promise<readonly string[]> {
  // By every name that its flow had.
  const isOwn = (flow: string, name: string): boolean =>
    scope.kind === 'trail' &&
    name === scope.trail &&
    (flow === scope.flow || trails.some(({ flows, trail }) => trail === name && flows.has(flow) && flows.has(scope.flow)));
  const wanted = new Set<string>();
  const known = new Set<string>();
  let hasHole = false;
  for await (const line of lines()) {
    if (line.kind === 'hole') {
      hasHole = true;
      for (const [sha] of line.what.matchAll(/[0-9a-f]{40}/g)) known.add(sha);
    } else if (line.kind === 'artifact') {
      if (scope.kind === 'artifact' && line.fingerprint === scope.fingerprint && line.commit !== null) wanted.add(line.commit);
    } else if (line.kind === 'landing') {
      for (const sha of commitsOf(line)) known.add(sha);
      for (const { commits, flow, name } of line.trails) if (isOwn(flow, name)) for (const sha of commits) wanted.add(sha);
    }
  }
  const words = `the scope is ${oneLine(scopeOf(scope), 200)}`;
  if (wanted.size === 0) return hasHole ? [] : [`No landing of the facts is about the scope, and no hole says why: ${words}`];
  return [...wanted]
    .filter((sha) => !known.has(sha))
    .map((sha) => `The landing of commit ${oneLine(sha, 40)} is not among the facts, and no hole names it: ${words}`);
}
