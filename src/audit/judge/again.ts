import type { Source } from '../facts/source.ts';
import type { PreviousFinding } from '../findings/compare.ts';
import type { World } from './world.ts';
import type { Rule } from '../rules/rule.ts';
import type { Tally } from './tally.ts';

/** A rule, and how it ends. */
export interface Judging {
  readonly rule: Rule;
  readonly tally: Tally;
}

/** The key of a rule and a change: a commit may land several times, and each landing is judged by what stood then. */
export function about(rule: string, sha: string, landedAt: string | null): string {
  return `${rule} ${sha} ${landedAt}`;
}

/**
 * Whether this run judged again what a finding of the run before is about. A change was, or was not; an event was, if it lies
 * within this period; and whatever is so now was, if the rule could be tested everywhere. An audit of fewer flows or branches
 * judges nothing of the others.
 */
export function isJudgedAgain(
  { at, change, rule: name, subject }: PreviousFinding,
  { judged, tallies, world }: { readonly judged: ReadonlySet<string>; readonly tallies: readonly Judging[]; readonly world: World },
): boolean {
  const of = tallies.find(({ rule }) => rule.name === name);
  // A rule that is no more finds nothing, and says nothing.
  if (of === undefined) return true;
  if (!isAsWide(of.rule, world)) return false;
  if (of.rule.about === 'change') return change !== null && judged.has(about(name, change.sha, at));
  const { result } = of.tally.result();
  if (result === 'not tested') return false;
  // A witness that was nowhere in the log stays so until it is given again.
  if (subject.kind === 'log')
    return subject.id === world.log?.chain.org || world.log?.witnesses.some(({ link }) => link === subject.id) === true;
  if (at !== null) return isWithin(at, world);
  return result === 'tested' || of.rule.about !== 'landing';
}

/** Whether this run asked at least for the branches of the one before, and where a rule goes by evidence, for its flows. */
function isAsWide({ about: subjects, needs }: Rule, { header, previous }: World): boolean {
  const branches = new Set(header.branches.map(({ name }) => name));
  if (subjects === 'landing' && previous?.branches.some((name) => !branches.has(name)) === true) return false;
  if (header.flows.length === 0 || !needs.some((source) => ofFlows.has(source))) return true;
  const flows = previous?.flows ?? [];
  return flows.length > 0 && flows.every((name) => header.flows.includes(name));
}

/** Sources that are asked of the flows of an audit alone. */
const ofFlows: ReadonlySet<Source> = new Set(['trails', 'records', 'artifacts', 'approvals']);

function isWithin(at: string, { header }: World): boolean {
  const { since, until } = header.period;
  return since !== null && Date.parse(at) >= Date.parse(since) && Date.parse(at) < Date.parse(until);
}
