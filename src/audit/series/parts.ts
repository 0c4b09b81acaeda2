// All of a series in one module: it is loaded when one is asked for, and then as one chunk of the bundle.
export { judgeSeries } from './judge-series.ts';
export { checkPackageAudit, isElsewhere, openPackageAudit, readReportAudit } from './read-audit.ts';
export { csv } from './reports/csv.ts';
export { html } from './reports/html.ts';
export { json } from './reports/json.ts';
export { markdown } from './reports/markdown.ts';
export { rowsOf } from './reports/rows.ts';
export { verdictOf } from './verdict.ts';
export { readHeads } from '../witness/read-heads.ts';
