import { readHeads } from '../witness/read-heads.ts';
import { judgeSeries } from './judge-series.ts';
import { isElsewhere, openPackageAudit, readReportAudit } from './read-audit.ts';
import { writeHtml } from './reports/html.ts';
import { csv, json } from './reports/json.ts';
import { markdown, rowsOf } from './reports/markdown.ts';
import { seriesOutcome } from './words.ts';

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
  html: writeHtml,
  json,
  markdown,
  rowsOf,
  seriesOutcome,
};

export type SeriesParts = typeof seriesParts;
