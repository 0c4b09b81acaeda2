import { together } from '../../compliance/index.ts';
import type { Template } from '../../contract/index.ts';
import type { FlowFact } from '../facts/line.ts';
import type { TrailFact } from '../facts/trail.ts';
import { wasThere } from './moment.ts';

/**
 * The template that was in force for a trail at a moment. Its own one, or the one that decided the last of its events, where
 * that came before. Where it was decided again afterwards, what decided other trails of the flow tells; where they tell
 * nothing of that time, the one that decided it.
 */
export function templateAt(trail: TrailFact, flow: FlowFact | undefined, moment: number): Template | null {
  if (trail.ownTemplate || isSettled(trail, moment)) return trail.template;
  const known = flow?.templates ?? [];
  // Before the oldest that is known, that one is nearer than any later one.
  const then = known.findLast(({ from }) => wasThere({ at: from }, moment)) ?? known[0];
  return then?.template ?? trail.template;
}

/** The demands of the flow now, together with those of a trail that has a template of its own. */
export function templateToday({ ownTemplate, template }: TrailFact, flow: FlowFact | undefined): Template | null {
  const today = flow?.template ?? null;
  if (!ownTemplate || today === null) return today;
  return template === null ? null : together(today, template);
}

/** Whether nothing was recorded on a trail after a moment. */
export function isSettled({ artifacts, records }: TrailFact, moment: number): boolean {
  return [...records, ...artifacts].every((event) => wasThere(event, moment));
}
