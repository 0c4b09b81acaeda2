import type { Report } from './judge/audit.ts';
import type { OrganizationAudit } from './organization/merge.ts';
import * as organization from './organization/reports/reports.ts';
import { writeHtml as organizationHtml } from './organization/reports/html.ts';
import { badgeJson, badgeSvg } from './reports/badge.ts';
import { controlsCsv } from './reports/controls.ts';
import { csv } from './reports/csv.ts';
import { htmlReport } from './reports/html/html.ts';
import { json } from './reports/json.ts';
import { junit } from './reports/junit.ts';
import { markdown, summary } from './reports/markdown.ts';
import { oscal, oscalPlan } from './reports/oscal/oscal.ts';
import { registersCsv } from './reports/registers.ts';
import { sarif } from './reports/sarif.ts';
import { statements } from './reports/statements.ts';
import { writeHtml as seriesHtml } from './series/reports/html.ts';
import * as series from './series/reports/reports.ts';
import type { SeriesReport } from './series/reports/reports.ts';

/* The writers of each format. A new one is a row here, and its option in `options/audit.ts`. */

export const reports = {
  html: htmlReport,
  csv,
  json,
  sarif,
  junit,
  markdown,
  'badge-json': badgeJson,
  'badge-svg': badgeSvg,
  oscal,
  'oscal-plan': oscalPlan,
  registers: registersCsv,
  'controls-csv': controlsCsv,
  summary,
  // A package alone has them.
  statements,
} as const satisfies Readonly<Record<string, Report>>;

export const organizationReports = {
  html: organizationHtml,
  csv: organization.csv,
  'json-file': organization.json,
  markdown: organization.markdown,
  summary: organization.summary,
} as const satisfies Readonly<Record<string, (audit: OrganizationAudit) => Iterable<string>>>;

export const seriesReports = {
  html: seriesHtml,
  csv: series.csv,
  'json-file': series.json,
  markdown: series.markdown,
  trend: series.trendCsv,
  summary: series.summary,
} as const satisfies Readonly<Record<string, SeriesReport>>;
