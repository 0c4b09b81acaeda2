import type { Report } from '../judge/audit.ts';
import { badgeJson, badgeSvg } from './badge.ts';
import { csv } from './csv.ts';
import { html } from './html/html.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { markdown, summary } from './markdown.ts';
import { oscal, oscalPlan } from './oscal/oscal.ts';
import { sarif } from './sarif.ts';

/** Every form that an audit is reported in. */
export const reports = {
  html,
  csv,
  json,
  sarif,
  junit,
  markdown,
  'badge-json': badgeJson,
  'badge-svg': badgeSvg,
  oscal,
  'oscal-plan': oscalPlan,
  summary,
} as const satisfies Readonly<Record<string, Report>>;
