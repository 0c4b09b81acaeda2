import { collectAudit } from '../../../src/audit/collect/collect.ts';
import type { CollectSettings, CollectSources } from '../../../src/audit/collect/settings.ts';
import type { LandingFact, Line } from '../../../src/audit/facts/line.ts';
import { changesOf } from '../../../src/audit/population/changes.ts';
import { settingsOf, sourcesOf, type World } from './world.ts';

export async function linesOf(settings: CollectSettings, sources: CollectSources): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for await (const line of collectAudit(settings, sources)) lines.push(line);
  return lines;
}

export function collected(
  world: World,
  settings: Partial<CollectSettings> = {},
  sources: Partial<CollectSources> = {},
): Promise<readonly Line[]> {
  return linesOf(settingsOf(settings), sourcesOf(world.clone(), world.port(), sources));
}

export function of<Kind extends Line['kind']>(lines: readonly Line[], kind: Kind): readonly Extract<Line, { kind: Kind }>[] {
  return lines.filter((line): line is Extract<Line, { kind: Kind }> => line.kind === kind);
}

/** Each landing as `kind: pull requests with the number of their commits, and paths`. */
export function told(lines: readonly Line[]): readonly string[] {
  const audited = new Set(of(lines, 'audit').flatMap(({ branches }) => branches.map(({ name }) => name)));
  return of(lines, 'landing').map((fact) => `${fact.landing.branch} ${fact.landing.kind}: ${changesIn(fact, audited)}`);
}

function changesIn({ landing, paths, pulls, pullsOf }: LandingFact, audited: ReadonlySet<string>): string {
  const of = (sha: string) => pulls.filter(({ number }) => pullsOf[sha]?.includes(number));
  return changesOf(landing, { of, audited: (branch) => audited.has(branch) })
    .map(
      ({ commits, pull }) =>
        `${pull === undefined ? 'none' : `#${pull.number}`}×${commits.length} ${paths[pull?.number ?? '']?.join(',') ?? '?'}`,
    )
    .join(' | ');
}
