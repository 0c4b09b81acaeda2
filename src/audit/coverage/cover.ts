import type { FlowFact, LandingFact } from '../facts/line.ts';
import { listsBy } from '../facts/lists-by.ts';
import type { TrailFact } from '../facts/trail.ts';
import { matches, type Coverage } from '../population/change.ts';
import { levelsOf, type Level, type Matched } from './match.ts';
import { endOf, ever } from './records.ts';
import { standingAt, type Evidence, type Standing } from './standing.ts';

export interface CoverQuestion extends Matched {
  /** Null: no mapping, and one trail in any flow is enough. */
  readonly owes: readonly string[] | null;
  /** When it first came to production, ISO 8601 in UTC; null where it did not. */
  readonly deployedAt: string | null;
  /** Whether evidence of the pull request's head is enough for a flow, also where its base moved. */
  readonly headIsEnough: (flow: string) => boolean;
}

/**
 * Whether each flow that a change owes covers it. Without a mapping there is an entry for each flow with a match, because
 * one of them is enough; where none has, a single entry says so.
 */
export function coverageOf(change: CoverQuestion, flows: ReadonlyMap<string, FlowFact>): readonly Coverage[] {
  const levels = levelsOf(change);
  const trails = trailsIn(change.fact);
  const cover = (flow: string): Coverage => {
    const about = (sha: string): readonly TrailFact[] => (trails.get(sha) ?? []).filter((trail) => trail.flow === flow);
    return coverBy(flow, change, levels, { flow: flows.get(flow), about });
  };
  if (change.owes !== null) return [...new Set(change.owes)].map(cover);
  const named = [...new Set(change.fact.trails.map(({ flow }) => flow))].toSorted();
  const found = named.map(cover).filter(({ match }) => match !== 'none');
  const [only = '', ...others] = flows.keys();
  return found.length > 0 ? found : [cover(others.length === 0 ? only : '')];
}

function coverBy(flow: string, change: CoverQuestion, levels: readonly Level[], evidence: Evidence): Coverage {
  const { deployedAt, headIsEnough, landing } = change;
  const [landed, deployed] = [endOf(landing.at), endOf(deployedAt)];
  const atMerge = landed === null ? null : standingAt(levels, evidence, landed);
  const atDeployment = deployed === null ? null : standingAt(levels, evidence, deployed);
  const now = standingAt(levels, evidence, ever);
  const shown = shownOf({ atMerge, atDeployment, now }, headIsEnough(flow));
  const lacking = shown === atDeployment || atMerge === null || atMerge.match === 'none' ? shown : atMerge;
  return {
    flow,
    match: shown.match,
    trail: shown.trail?.name ?? null,
    url: shown.trail?.url ?? null,
    atMerge: atMerge?.state ?? 'not-known',
    atDeployment: deployedAt === null ? null : (atDeployment?.state ?? 'not-known'),
    now: now.state,
    nowByTodaysTemplate: standingAt(levels, evidence, ever, 'today').state,
    lacks: lacking.lacks,
  };
}

/**
 * The match that a coverage is shown with: the one that decided at the merge, else today's. A no at the deployment is
 * shown, and so is what came later for something incomplete. The head of a pull request gives way to the landed commit's
 * own evidence, if that says yes and came before the deployment: then the change was not tested on its head alone.
 */
function shownOf(
  { atDeployment, atMerge, now }: { readonly atMerge: Standing | null; readonly atDeployment: Standing | null; readonly now: Standing },
  headIsEnough: boolean,
): Standing {
  const isCovered = now.state === 'compliant' && (now.match !== 'head' || headIsEnough);
  if (atMerge === null || atMerge.match === 'none') return isCovered && saysNo(atDeployment) ? atDeployment : now;
  if (atMerge.state === 'non-compliant') return atMerge;
  if (saysNo(atDeployment)) return atDeployment;
  if (atMerge.state === 'unknown') return atMerge;
  if (atMerge.state === 'incomplete') return isCovered ? now : atMerge;
  const later = atDeployment ?? now;
  const isStronger = matches.indexOf(later.match) < matches.indexOf(atMerge.match);
  return atMerge.match === 'head' && !headIsEnough && isStronger && later.state === 'compliant' ? later : atMerge;
}

function saysNo(standing: Standing | null): standing is Standing {
  return standing?.state === 'non-compliant';
}

const indexes = new WeakMap<LandingFact, ReadonlyMap<string, readonly TrailFact[]>>();

/** The trails of a landing by their commits: a landing of a thousand changes is asked a thousand times. */
function trailsIn(fact: LandingFact): ReadonlyMap<string, readonly TrailFact[]> {
  const known = indexes.get(fact);
  if (known !== undefined) return known;
  const index = listsBy(fact.trails, ({ commits, name }) => [...commits, name]);
  indexes.set(fact, index);
  return index;
}
