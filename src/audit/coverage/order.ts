import type { TrailFact } from '../facts/trail.ts';

/**
 * Trails by their names, each with its records by their moments. A service may list them in another order next time, and
 * nothing that is said of a change may come from that.
 */
export function inOrder(trails: readonly TrailFact[]): readonly TrailFact[] {
  return trails
    .toSorted((one, other) => byText(one.flow, other.flow) || byText(one.name, other.name))
    .map((trail) => ({ ...trail, records: byMoment(trail.records), artifacts: byMoment(trail.artifacts) }));
}

/** Records of the same moment stay in their order. */
function byMoment<Event extends { readonly at: string }>(events: readonly Event[]): readonly Event[] {
  return events.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

export function byText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
