import { evaluate } from '../../compliance/index.ts';
import type { AttestationStatus, ComplianceStatus, Template } from '../../contract/index.ts';
import { complianceOf } from '../../gate/index.ts';
import { listsBy, oneLine } from '../../text/index.ts';
import type { FlowFact, LandingFact } from '../facts/line.ts';
import type { TrailFact } from '../facts/trail.ts';
import { matches, type CoverState, type Coverage, type Match } from '../population/change.ts';
import { levelsOf, type Level, type Matched } from './match.ts';
import { aboutCommit, artifactsOf, endOf, ever, everything, isSettled, latestOf, templateAt, templateToday, wasThere } from './records.ts';
import type { About } from './records.ts';

interface Evaluation {
  readonly state: Exclude<CoverState, 'none' | 'not-known'>;
  readonly lacks: readonly string[];
}

/** From the best to the worst: unknown is not a yes, and a no is certain. */
const ranks = ['compliant', 'incomplete', 'unknown', 'non-compliant'] as const;

function rankOf(state: Evaluation['state']): number {
  return ranks.indexOf(state);
}

function worse<One extends Evaluation>(one: One, other: One): One {
  return rankOf(other.state) > rankOf(one.state) ? other : one;
}

/** By a template, as the service does. Without one only a no is certain. */
function evaluateRecords(about: About, template: Template | null): Evaluation {
  // Where a record does not say what it is, both are tried.
  const [best, worst] = [true, false].map((unsaid) => evaluated(about, template ?? nothing, unsaid));
  if (best === undefined || worst === undefined) return { state: 'unknown', lacks: [] };
  if (best.status === 'NON-COMPLIANT') return { state: 'non-compliant', lacks: lacksOf(best) };
  if (template === null) return { state: 'unknown', lacks: ['the template is not known'] };
  if (best.status !== worst.status)
    return { state: 'unknown', lacks: lacksOf(worst).map((words) => words.replace(/ says no$/, ' does not say')) };
  const lacks = [...lacksOf(best), ...about.elsewhere.map((name) => `${word(name)} is of another commit`)];
  return best.status === 'COMPLIANT' && lacks.length === 0 ? { state: 'compliant', lacks: [] } : { state: 'incomplete', lacks };
}

const nothing: Template = { version: 1, trail: { attestations: [], artifacts: [] } };

function evaluated({ artifacts, records, sha }: About, template: Template, unsaid: boolean): ReturnType<typeof evaluate> {
  const attestations = latestOf(records, sha).map((record) => ({ ...record, compliant: record.compliant ?? unsaid }));
  return evaluate({ template, templateId: '', attestations, artifacts: artifactsOf(artifacts), now: 0 });
}

function lacksOf({ artifacts_statuses: artifacts, attestations_statuses: rows }: ComplianceStatus): readonly string[] {
  const ofArtifacts = Object.entries(artifacts ?? {}).flatMap(([name, status]) => {
    const missing = status.artifact_fingerprint === undefined && status.unexpected !== true ? [`artifact ${word(name)} is missing`] : [];
    return [...missing, ...status.attestations_statuses.flatMap((row) => lackOf(row, ` of ${word(name)}`))];
  });
  return [...rows.flatMap((row) => lackOf(row, '')), ...ofArtifacts];
}

function lackOf(
  { attestation_name: name, is_compliant: isCompliant, no_test_ran: isEmpty, status }: AttestationStatus,
  of: string,
): readonly string[] {
  if (status === 'MISSING') return [`${word(name)}${of} is missing`];
  if (isCompliant === true) return [];
  return [`${word(name)}${of} ${isEmpty === true ? 'holds no test that ran' : 'says no'}`];
}

function word(name: string): string {
  return oneLine(name, 100);
}

interface Standing {
  readonly match: Match;
  readonly trail: TrailFact | null;
  readonly state: CoverState;
  readonly lacks: readonly string[];
}

interface Evidence {
  readonly flow: FlowFact | undefined;
  about(sha: string): readonly TrailFact[];
}

/**
 * How a change stood at a moment, or stands by all that was ever recorded. The strongest match that held something
 * decides, and of several trails the worst: each that has something about the commit must say yes, as at the gate.
 */
function standingAt(levels: readonly Level[], evidence: Evidence, moment: number, by: 'then' | 'today' = 'then'): Standing {
  for (const { match, shas } of levels) {
    const found = shas.flatMap((sha) =>
      evidence.about(sha).flatMap((trail): (Evaluation & { readonly match: Match; readonly trail: TrailFact })[] => {
        const evaluation = evaluateTrail(trail, { sha, moment, flow: evidence.flow, by });
        return evaluation === undefined ? [] : [{ ...evaluation, match, trail }];
      }),
    );
    const [first, ...others] = found;
    if (first !== undefined) return others.reduce(worse, first);
  }
  return begunAt(levels, evidence, moment);
}

/** Where nothing was recorded: a trail that had begun says at least that something was to come. */
function begunAt(levels: readonly Level[], evidence: Evidence, moment: number): Standing {
  for (const { match, shas } of levels) {
    const trail = shas.flatMap((sha) => evidence.about(sha)).find((each) => wasThere(each, moment));
    if (trail !== undefined)
      return { match, trail, state: 'incomplete', lacks: [`trail ${oneLine(trail.name, 100)} holds no record about it`] };
  }
  return { match: 'none', trail: null, state: 'none', lacks: [] };
}

interface Asked {
  readonly sha: string;
  readonly moment: number;
  readonly flow: FlowFact | undefined;
  /** By the template of that moment, or by today's. */
  readonly by: 'then' | 'today';
}

/** Undefined where the trail held nothing about the commit. */
function evaluateTrail(trail: TrailFact, { by, flow, moment, sha }: Asked): Evaluation | undefined {
  if (trail.cut) return wasThere(trail, moment) ? cutTrail(trail, sha, moment) : undefined;
  const about = aboutCommit(trail, sha, moment);
  if (about.records.length + about.artifacts.length + about.elsewhere.length === 0) return undefined;
  const evaluation = evaluateRecords(about, by === 'today' ? templateToday(trail, flow) : templateAt(trail, flow, moment));
  const word = unexplained(trail);
  if (word === undefined) return evaluation;
  // A later record may have changed the service's word, so that its word of then is unknown.
  if (isSettled(trail, moment)) return worse(evaluation, word);
  return evaluation.state === 'compliant' ? { state: 'unknown', lacks: word.lacks } : evaluation;
}

/** The service's word, where it is worse than the records of the trail explain. Its yes is ignored: only records say yes. */
function unexplained(trail: TrailFact): Evaluation | undefined {
  const word = wordOf(trail);
  let own = explained.get(trail);
  if (own === undefined) {
    own = evaluateRecords(everything(trail), trail.template);
    explained.set(trail, own);
  }
  return rankOf(word.state) > rankOf(own.state) ? word : undefined;
}

/** Kept, because a trail may be asked about many commits. */
const explained = new WeakMap<TrailFact, Evaluation>();

function wordOf({ state }: TrailFact): Evaluation {
  const said = complianceOf(state) ?? 'unknown';
  return { state: said, lacks: said === 'compliant' ? [] : [`the service says ${oneLine(state, 100)}`] };
}

/** A trail with missing events has only a state of today, and that only where it is about one commit. */
function cutTrail(trail: TrailFact, sha: string, moment: number): Evaluation {
  const isAlone = trail.commits.every((commit) => commit === sha);
  if (moment === ever && isAlone) return wordOf(trail);
  return { state: 'unknown', lacks: [`not all events of trail ${oneLine(trail.name, 100)} could be read`] };
}

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
