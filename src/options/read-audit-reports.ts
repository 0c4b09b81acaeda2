import { allOrComplaints } from './all-or-complaints.ts';
import { auditReportOptions, type AuditReportFile, type AuditReportForm, type AuditReportOption } from './audit-reports.ts';
import type { ReaderOf } from './reader.ts';

/** The requested reports. Two with the same file are refused, because the last would overwrite the others. */
export function readAuditReports(read: ReaderOf<typeof auditReportOptions>): readonly AuditReportFile[] {
  const files = auditReportOptions.flatMap(({ name }): readonly AuditReportFile[] => {
    const path = read.text(name);
    return path === undefined ? [] : [{ option: name, form: formOf(read, name, path), path }];
  });
  return Object.values(
    allOrComplaints(
      Object.fromEntries(
        files.map((file, index) => [
          file.option,
          (): AuditReportFile => {
            const other = files.slice(0, index).find(({ path }) => path === file.path);
            if (other === undefined) return file;
            throw read.invalid(
              file.option,
              `names the file of ${other.option}: ${JSON.stringify(file.path)}`,
              'Give each report a file of its own',
            );
          },
        ]),
      ),
    ),
  );
}

function formOf(read: ReaderOf<typeof auditReportOptions>, option: AuditReportOption, path: string): AuditReportForm {
  if (option === 'json-file') return 'json';
  if (option !== 'badge') return option;
  if (/\.svg$/i.test(path)) return 'badge-svg';
  if (/\.json$/i.test(path)) return 'badge-json';
  throw read.invalid(
    option,
    `has neither the end .svg nor .json: ${JSON.stringify(path)}`,
    'Write badge.svg for a picture, or badge.json for shields.io',
  );
}
