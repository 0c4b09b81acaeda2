/** The reports that a package has, by the name of their file; the first one is what an auditor opens first. */
export const reportFiles = [
  ['index.html', 'html'],
  ['changes.csv', 'csv'],
  ['audit.json', 'json'],
  ['audit.md', 'markdown'],
  ['oscal.json', 'oscal'],
] as const;

/** The name of a report in a package. */
export type ReportFile = (typeof reportFiles)[number][0];

/** Reports that the first packages of version 1 did not have yet. */
export const laterReports: ReadonlySet<string> = new Set<ReportFile>(['oscal.json']);

/** The form of such a report. */
export type PackedForm = (typeof reportFiles)[number][1];
