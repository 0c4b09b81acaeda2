import type { Difference, Weight } from './difference.ts';

/** Differences that are kept: as many as a program reads. The numbers count all of them. */
const mostKept = 5_000;

export interface Found {
  /** The first ones of each weight. */
  readonly differences: readonly Difference[];
  readonly counts: Readonly<Record<Weight, number>>;
}

/** Gathers differences, each once: a trail may be about two landings. */
export function openFound(): { add(differences: readonly Difference[]): void; result(): Found } {
  const kept = new Map<string, Difference>();
  const counts = { altered: 0, later: 0, 'not-compared': 0 };
  const left = { altered: mostKept, later: mostKept, 'not-compared': mostKept };
  return {
    add(differences) {
      for (const difference of differences) {
        const { field, subject, weight, what } = difference;
        const key = JSON.stringify([weight, what, subject, field]);
        if (kept.has(key)) continue;
        counts[weight] += 1;
        if (left[weight] === 0) continue;
        left[weight] -= 1;
        kept.set(key, difference);
      }
    },
    result: () => ({ differences: [...kept.values()], counts }),
  };
}
