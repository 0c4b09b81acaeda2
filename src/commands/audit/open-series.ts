import type { SeriesSettings } from '../../options/index.ts';
import type { RunContext } from '../run/context.ts';
import type { SeriesShown } from './result.ts';
import { runSeries } from './run-series.ts';
import { loadSeriesParts } from './series-parts.ts';

/** Reports about earlier audits. Only this loads the parts for it. */
export async function series(settings: SeriesSettings, context: RunContext): Promise<SeriesShown> {
  return runSeries(settings, context, await loadSeriesParts());
}
