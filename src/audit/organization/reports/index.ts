import type { OrganizationAudit } from '../merge.ts';
import { csv } from './csv.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import { markdown, summary } from './markdown.ts';

/** A report of an organization's audit: parts of text, in the order in which they are written. */
export type OrganizationReport = (audit: OrganizationAudit) => Iterable<string>;

/** Every form, by the option that names its file. */
export const organizationReports = {
  html,
  csv,
  'json-file': json,
  markdown,
} as const satisfies Readonly<Record<string, OrganizationReport>>;

export const organizationSummary: OrganizationReport = summary;
