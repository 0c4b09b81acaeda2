import type { Audit, JudgedFinding, ReportedChange, Severity } from '../../audit/index.ts';
import type { FailOnSeverity } from '../../options/index.ts';
import { given } from '../../text/index.ts';
import { carriedWords, endingWords, entryWords, untestedLines } from '../../presentation/index.ts';
import type { AuditParts } from './parts.ts';
import type { Audited, FindingCounts } from './result.ts';

/** As many as people read on a screen; the reports have all of them. */
const mostChanges = 500;
const mostFindings = 200;

/** How an audit ended, and the part of it that is shown where it ran. */
export async function auditedOf(
  audit: Audit,
  failOn: FailOnSeverity,
  {
    missing,
    reaches,
    ...shown
  }: Pick<Audited, 'command' | 'outcome' | 'reports' | 'summary'> & Pick<AuditParts, 'reaches'> & { readonly missing: Audited['holes'] },
): Promise<Audited> {
  const { findings, rules, totals, world } = audit;
  const { period, repository, timeZone } = world.header;
  const changes: ReportedChange[] = [];
  for await (const change of audit.changes()) if (changes.push(change) >= mostChanges) break;
  const audited = {
    kind: 'audited' as const,
    ...endOf(audit, failOn, reaches),
    repository,
    period: { since: period.since, until: period.until, ...given({ timeZone }) },
    totals,
    changes,
    findings: findings.filter(({ status }) => status !== 'fixed').slice(0, mostFindings),
    counts: countsOf(findings),
    rules,
    holes: [...world.holes, ...missing],
    ...shown,
  };
  return { ...audited, log: logOf(audited) };
}

/** The parts of a finding, and of an audit, that decide how it ends. */
type EndFinding = Pick<JudgedFinding, 'severity' | 'status'> & { readonly accepted: object | null };
interface EndFacts {
  readonly complete: boolean;
  readonly findings: readonly EndFinding[];
  readonly totals: Pick<Audit['totals'], 'changes'>;
}

/**
 * A hole in the population decides first: the part that was not looked at may hold anything. A finding of high severity is not good news,
 * even where `fail-on-severity` lets it through. Where nothing landed, there is nothing to praise.
 */
export function endOf(
  { complete, findings, totals }: EndFacts,
  failOn: FailOnSeverity,
  reaches: (finding: EndFinding, least: Severity) => boolean,
): Pick<Audited, 'ending' | 'fails'> {
  if (!complete) return { ending: 'unknown', fails: true };
  const standing = findings.filter((finding) => stands(finding));
  const fails = failOn !== 'none' && standing.some((finding) => reaches(finding, failOn));
  if (fails || standing.some((finding) => reaches(finding, 'high'))) return { ending: 'non-compliant', fails };
  return { ending: totals.changes === 0 ? 'not-applicable' : 'audited', fails };
}

function countsOf(findings: readonly JudgedFinding[]): FindingCounts {
  const open = findings.filter(({ status }) => status !== 'fixed');
  return {
    open: open.length,
    accepted: open.filter(({ accepted }) => accepted !== null).length,
    fresh: open.filter(({ status }) => status === 'new').length,
    fixed: findings.length - open.length,
  };
}

/** Open, and not accepted by anybody in a way that counts. */
function stands({ accepted, status }: EndFinding): boolean {
  return status !== 'fixed' && accepted === null;
}

/** The lines that show an audit in the log of a job. They are made here: no other command of the action has to load these words. */
function logOf(audited: Omit<Audited, 'log'>): Audited['log'] {
  const { ending, findings, period, rules } = audited;
  const looked = { ...period, complete: ending !== 'unknown' };
  const { icon, word } = audited.outcome;
  return {
    findings: findings.flatMap((finding) => {
      const { accepted, carried, fix, message, rule, severity, status } = finding;
      const state =
        accepted === null ? status : `accepted by ${accepted.owner} until ${accepted.until.slice(0, 10)}; ${entryWords(accepted.by)}`;
      const unseen = carried ? `, ${carriedWords(finding, looked)}` : '';
      return [`${severity} ${rule} (${state}${unseen}): ${message}`, ...(accepted === null ? [`    ${fix}`] : [])];
    }),
    untested: untestedLines(rules),
    end: `${icon} ${word}: ${endingWords(audited)}`,
  };
}
