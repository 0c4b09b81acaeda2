import type { Audit, JudgedFinding, ReportedChange } from '../../audit/index.ts';
import { given } from '../../text/index.ts';
import { carriedWords, endingWords, entryWords, unaskedLines, untestedLines } from '../../presentation/index.ts';
import type { Audited, FindingCounts } from './result.ts';

/** As many as people read on a screen; the reports have all of them. */
const mostChanges = 500;
const mostFindings = 200;

/** How an audit ended, and the part of it that is shown where it ran. */
export async function auditedOf(
  audit: Audit,
  { missing, ...shown }: Pick<Audited, 'command' | 'page' | 'reports' | 'summary'> & { readonly missing: Audited['holes'] },
): Promise<Audited> {
  const { complete, findings, rules, totals, world } = audit;
  const { period, repository, timeZone } = world.header;
  const changes: ReportedChange[] = [];
  for await (const change of audit.changes()) if (changes.push(change) >= mostChanges) break;
  const audited = {
    kind: 'audited' as const,
    ending: shown.page.verdict.ending,
    fails: shown.page.verdict.fails,
    outcome: shown.page.verdict,
    repository,
    period: { since: period.since, until: period.until, ...given({ timeZone }) },
    totals,
    changes,
    findings: findings.filter(({ status }) => status !== 'fixed').slice(0, mostFindings),
    counts: countsOf(findings),
    rules,
    complete,
    holes: [...shown.page.verdict.missing, ...missing],
    ...shown,
  };
  return { ...audited, log: logOf(audited) };
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

/** The lines that show an audit in the log of a job. They are made here: no other command of the action has to load these words. */
function logOf(audited: Omit<Audited, 'log'>): Audited['log'] {
  const { complete, findings, period, rules } = audited;
  const looked = { ...period, complete };
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
    unasked: unaskedLines(rules),
    end: `${icon} ${word}: ${endingWords(audited)}`,
  };
}
