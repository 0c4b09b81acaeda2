import { judgeSeries } from './judge-series.ts';
import { isElsewhere, openPackageAudit, readReportAudit } from './read-audit.ts';
import { csv } from './reports/csv.ts';
import { html } from './reports/html.ts';
import { json } from './reports/json.ts';
import { markdown } from './reports/markdown.ts';
import { rowsOf } from './reports/rows.ts';
import { readHeads } from '../witness/read-heads.ts';
import { seriesOutcome } from './verdict.ts';

/**
 * The parts of a series. They share much with those of an audit, and are loaded with them. The check of packages is none:
 * it needs a service, which is not everywhere.
 */
export const seriesParts = {
  judgeSeries,
  isElsewhere,
  openPackageAudit,
  readHeads,
  readReportAudit,
  csv,
  html,
  json,
  markdown,
  rowsOf,
  seriesOutcome,
};

export type SeriesParts = typeof seriesParts;
