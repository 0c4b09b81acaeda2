import { oneLine } from '../../text/index.ts';
import type { KnownPulls } from '../collect/pulls.ts';
import type { Commit } from '../facts/landing.ts';
import type { AcceptedFact } from '../facts/line.ts';
import { lacking } from './compare-landings.ts';
import { asListed, hiding, lacks, pullsOfKey, withPeople, withoutGit, type People } from './compare-pulls.ts';
import type { Comparison } from './comparison.ts';
import type { ReplayedAnswers } from './replay-answers.ts';

interface Answered {
  readonly known: KnownPulls;
  readonly people: People;
  /** Names of the audited branches. */
  readonly audited: ReadonlySet<string>;
  readonly taken: ReturnType<ReplayedAnswers['take']>;
}

/** Compares who brought an entry of `accepted`, and with which pull request. Which commit did is told by git. */
export function compareAccepted(comparison: Comparison, fact: AcceptedFact, { audited, known, people, taken }: Answered): void {
  const { by, commit, key, pull, reworded } = fact;
  const commits = [by, reworded].filter((one) => one !== null && one !== undefined);
  const found = known
    .numbersOf(commit ?? '')
    .flatMap((number) => known.pulls.get(number) ?? [])
    .filter(({ base }) => audited.has(base))
    .toSorted((one, other) => Date.parse(one.mergedAt) - Date.parse(other.mergedAt));
  if (lacks(taken.missing, commit === null ? commits : [{ sha: commit }, ...commits], pull === null ? [] : [pull])) {
    comparison.doubt(`accepted ${key}`, `Who accepted ${oneLine(key, 200)}: ${lacking}`);
    return;
  }
  const excuse = (): string | undefined => (taken.masked ? hiding : undefined);
  comparison.add(
    pull === null ? [] : [pull],
    found.slice(0, 1).map((one) => asListed(one, pull ?? undefined, people)),
    pullsOfKey(`accepted ${key}`, excuse),
  );
  const told = new Map([...known.pulls.values()].flatMap((one) => one.commits.map((each) => [each.sha, each] as const)));
  comparison.add<Commit>(
    commits,
    commits.map((one) => told.get(one.sha) ?? withPeople(one, people)),
    {
      keyOf: ({ sha }) => `accepted ${key} ${sha}`,
      nameOf: ({ sha }) => `Commit ${sha.slice(0, 12)}, which accepts ${oneLine(key, 200)}`,
      shown: withoutGit,
      excuse: ({ sha }) => (told.has(sha) || people.has(sha) ? excuse() : lacking),
    },
  );
}
