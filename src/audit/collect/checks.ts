import { levelsOf } from '../coverage/match.ts';
import type { CommitChecks } from '../facts/check.ts';
import type { LandingFact, Untold } from '../facts/line.ts';
import { changesIn } from '../population/changes.ts';
import { itemsOf, untold, type Gaps } from './gaps.ts';
import type { GitHubPort } from './port.ts';
import type { AuditedBranch } from './settings.ts';

/* Where an audit goes by GitHub's checks, and asks no evidence service. */

interface KnownChecks {
  /** Adds to landings the checks of all commits whose evidence may speak for their changes. */
  of(facts: readonly LandingFact[]): Promise<readonly LandingFact[]>;
}

/** Once GitHub refused, it is asked no more. */
export function openChecks(github: GitHubPort | null, branches: readonly AuditedBranch[], gaps: Gaps): KnownChecks {
  let isRefused = github === null;
  if (github === null) gaps.untold.push(...withoutAnswer('GitHub was not asked: there is no token', 'Give a token with checks: read'));
  return {
    async of(facts) {
      const asked = facts.map((fact) => commitsOf(fact, branches));
      const shas = [...new Set(asked.flat())];
      if (github === null || isRefused || shas.length === 0) return facts;
      const items = await itemsOf(gaps, 'checks', 'checks of commits', () => github.checksOf(shas));
      if (items === undefined) {
        isRefused = true;
        const refused = gaps.untold.findLast(({ source }) => source === 'checks');
        if (refused !== undefined) gaps.untold.push(...ofEvidence.map((source) => ({ ...refused, source })));
        return facts;
      }
      const known = new Map(items.map((item) => [item.sha, item]));
      const checksOf = (shas: readonly string[] = []): readonly CommitChecks[] => shas.flatMap((sha) => known.get(sha) ?? []);
      return facts.map((fact, index) => ({ ...fact, checks: checksOf(asked[index]) }));
    },
  };
}

function commitsOf(fact: LandingFact, branches: readonly AuditedBranch[]): readonly string[] {
  const { landing } = fact;
  const bySha = new Map(landing.commits.map((commit) => [commit.sha, commit]));
  const levels = changesIn(fact, branches).flatMap(({ commits, pull }) => {
    const tip = bySha.get(commits.at(-1) ?? '');
    return tip === undefined ? [] : levelsOf({ fact, landing, pull, tip });
  });
  return [...new Set(levels.flatMap(({ shas }) => shas))];
}

/** The rules that need evidence need the checks then. */
const ofEvidence = ['trails', 'records'] as const;

function withoutAnswer(why: string, fix: string): readonly Untold[] {
  return ['checks' as const, ...ofEvidence].map((source) => untold(source, why, fix));
}

/** Sources that only a service has. They were not asked for, and nothing was refused. */
export function onlyOfService(): readonly Untold[] {
  const sources = ['artifacts', 'snapshots', 'approvals', 'notifications', 'log'] as const;
  return sources.map((source) => ({
    ...untold(
      source,
      'Only an evidence service knows it, and GitHub’s checks were asked in its place',
      'Name a service, an organization and a token',
    ),
    unasked: true,
  }));
}
