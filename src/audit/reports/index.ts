import type { Report } from '../judge/audit.ts';
import { badgeJson, badgeSvg } from './badge.ts';
import { csv } from './csv.ts';
import { html } from './html/html.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { sarif } from './sarif.ts';
import { summary } from './summary.ts';

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
  summary,
} as const satisfies Readonly<Record<string, Report>>;
