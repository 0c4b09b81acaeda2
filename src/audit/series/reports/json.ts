import { row } from '../../reports/csv.ts';
import { shownOutcome } from '../../reports/json.ts';
import type { Series, SeriesAudit } from '../series.ts';
import { seriesOutcome } from '../words.ts';

const columns = ['week', 'from', 'ran', 'complete', 'opened', 'closed', 'days_to_fix', 'by_whom'];

/** A row a week, safe for spreadsheets. */
export function csv({ weeks }: Series): string {
  const rows = weeks.map(({ by, closed, complete, days, from, number, opened, ran }) =>
    row([number, from, String(ran), complete, String(opened), String(closed), days === null ? '' : String(days), by.join('; ')]),
  );
  return `\uFEFF${row(columns)}${rows.join('')}`;
}

/** Version of the form of the report. */
const jsonVersion = 1;

/** The whole series for programs. `verdict` is the one without `fail-on-severity`, which decides about the job alone. */
export function json(series: Series): string {
  const { audits, broken, changes, complete, episodes, findings, holes, org, others, period, repository, repositoryId, weeks } = series;
  const report = {
    kind: 'series',
    version: jsonVersion,
    ...shownOutcome(seriesOutcome(series, 'high')),
    complete,
    repository,
    repositoryId,
    org,
    period,
    changes,
    holes,
    weeks: weeks.map(({ by, closed, complete: covered, days, from, number, opened, ran }) => ({
      week: number,
      from,
      ran,
      complete: covered,
      opened,
      closed,
      daysToFix: days,
      by,
    })),
    audits: audits.map((audit) => ({ ...shownAudit(audit), witness: audit.witness })),
    others: others.map(shownAudit),
    broken: broken.map(({ file, why }) => ({ file, why })),
    seriesFindings: findings.map(({ file, fix, message, rule, severity }) => ({ rule, severity, file, message, fix })),
    findings: episodes.map((one) => ({
      key: one.key,
      rule: one.rule,
      severity: one.severity,
      subject: { kind: one.subject.kind, id: one.subject.id, url: one.subject.url },
      message: one.message,
      state: one.state,
      opened: one.opened,
      openedIn: one.openedIn,
      openedBefore: one.isBefore,
      closed: one.closed,
      closedIn: one.closedIn,
      daysToFix: one.days,
      accepted: one.accepted,
      fixedBy: null,
    })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function shownAudit({
  at,
  changes,
  complete,
  digest,
  file,
  org,
  packed,
  previous,
  repository,
  repositoryId,
  run,
  since,
  until,
}: SeriesAudit): object {
  return {
    file,
    repository,
    repositoryId,
    org,
    since,
    until,
    at,
    complete,
    changes,
    run,
    report: digest,
    manifest: packed?.digest ?? null,
    previous: previous === null ? null : { report: previous.report, manifest: previous.manifest },
  };
}
