import { minuteOf } from '../../presentation/index.ts';
import type { Header, Untold } from '../facts/line.ts';
import type { ReportedChange } from '../judge/audit.ts';
import { nowWords } from '../judge/tested.ts';
import type { World } from '../judge/world.ts';

/** The parts that the audit did not ask or see: the sources, and the branches that the date of a commit may have kept out of it. */
export function limitsOf({ header, untold }: World): readonly Omit<Untold, 'kind'>[] {
  return [...untold, ...header.branches.flatMap((branch) => datedBefore(branch, header))];
}

/** Git has no other time of a landing than the date that its committer wrote, and no audit before says what it ended with. */
function datedBefore({ dated, name, tip }: Header['branches'][number], { period }: Header): readonly Omit<Untold, 'kind'>[] {
  if (dated === undefined) return [];
  const why = `The newest commit of ${name}, ${tip.slice(0, 12)}, says that it was made at ${minuteOf(dated)}, before the period begins (${minuteOf(period.since ?? '')}). If it landed later than it says, it is in no audit`;
  return [{ source: 'landings', why, fix: 'Hand in the audit before as `previous`, or let the period begin before that date' }];
}

/** Who told of the landings, and what that hides, where git did; nothing where GitHub did. */
export function gitAloneWords(world: World): string | undefined {
  if (world.header.basis === 'github') return undefined;
  const whys = limitsOf(world).flatMap(({ source, why }) => (source === 'landings' ? [why] : []));
  return `git alone, which tells neither when something landed nor each push by force. ${whys.map((why) => `${why}.`).join(' ')} A change that is covered-now ${nowWords}.`;
}

/** Behind the date of a commit that stands in the place of a landing's time. */
export function claimWords({ isBefore }: NonNullable<ReportedChange['committed']>): string {
  return `by the date of its commit: a claim${isBefore ? '; date before the period' : ''}`;
}
