import { EvidenceError, Fault, UsageError, messageOf } from '../../errors/index.ts';
import type { Hole, Source, Untold } from '../facts/line.ts';
import type { Listed } from './port.ts';

export interface Gaps {
  readonly holes: Hole[];
  readonly untold: Untold[];
}

const fullClone = 'Run this in a full clone of the repository: actions/checkout with fetch-depth: 0';

export function hole(what: string, why: string, fix: string = fullClone): Hole {
  return { kind: 'hole', what, why, fix };
}

export function untold(source: Source, why: string, fix: string): Untold {
  return { kind: 'untold', source, why, fix };
}

/** A failure as a hole: a missing answer leaves the audit unknown. A usage error is thrown on, and so is an abort. */
export function holeOf(what: string, error: unknown): Hole {
  if (error instanceof UsageError || (error instanceof Error && error.name === 'AbortError')) throw error;
  const why = messageOf(error);
  const fix = error instanceof Fault ? error.fix : undefined;
  return hole(what, why, fix ?? (error instanceof EvidenceError ? fullClone : 'Run this again later'));
}

/** The items of a list; its gaps are noted in `gaps`. Undefined where there is no answer at all. */
export async function itemsOf<Item>(
  gaps: Gaps,
  source: Source,
  what: string,
  ask: () => Promise<Listed<Item>>,
): Promise<readonly Item[] | undefined> {
  try {
    const listed = await ask();
    if (listed.kind === 'refused') {
      gaps.untold.push(untold(source, listed.why, listed.fix));
      return undefined;
    }
    if (listed.kind === 'cut') gaps.holes.push(hole(what, listed.why, listed.fix));
    return listed.items;
  } catch (error) {
    const found = holeOf(what, error);
    gaps.holes.push(found);
    gaps.untold.push(untold(source, found.why, found.fix));
    return undefined;
  }
}
