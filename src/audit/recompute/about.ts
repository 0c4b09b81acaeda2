import { oneLine } from '../../text/index.ts';
import type { Header } from '../facts/line.ts';
import type { Manifest, PackageScope, PackedAudit } from '../package/manifest.ts';
import { scopeOf } from './check-scope.ts';
import type { Findings } from './recomputed.ts';

/** The scope that the header of facts has. */
export function scopeIn({ period, scope }: Header): PackageScope {
  return scope ?? { kind: 'period', since: period.since, until: period.until };
}

/** Where the manifest says other than the facts: they are of two audits then. */
export function disagreements({ at, log, scope, tool }: Manifest, header: Header): readonly string[] {
  return differing([
    ['the program', tool, `${header.tool.name}/${header.tool.version}`],
    ['the moment', at, header.at],
    ['the scope', scopeOf(scope), scopeOf(scopeIn(header))],
    ...(log === null ? [] : [['the organization', log.org, header.service?.org ?? 'none'] as const]),
  ]);
}

/**
 * Where the audit in short, which the manifest has, is not the one that follows from the facts. Another program may judge otherwise, so
 * that its verdict is not proved.
 */
export function compareAbout(
  { audit: said }: Manifest,
  worked: PackedAudit,
  isOfOtherProgram: boolean,
  { problems, unproven }: Findings,
): void {
  if (said === undefined) return;
  problems.push(
    ...differing([
      ['the repository', said.repository ?? 'none', worked.repository ?? 'none'],
      ['the branches', said.branches.join(', '), worked.branches.join(', ')],
      ['the basis', said.basis, worked.basis],
      ['the commit that the period begins after', said.since_sha ?? 'none', worked.since_sha ?? 'none'],
    ]),
  );
  (isOfOtherProgram ? unproven : problems).push(
    ...differing([
      ['the verdict', said.verdict, worked.verdict],
      ['the number of findings', String(said.findings), String(worked.findings)],
    ]),
  );
}

function differing(said: readonly (readonly [what: string, one: string, other: string])[]): readonly string[] {
  return said.flatMap(([what, one, other]) =>
    one === other ? [] : [`manifest.json and collected.ndjson disagree on ${what}: ${oneLine(one, 100)} and ${oneLine(other, 100)}`],
  );
}
