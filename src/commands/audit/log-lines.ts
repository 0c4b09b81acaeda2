import { auditMark, carriedWords, endingWords, entryWords, untestedLines } from '../../presentation/index.ts';
import type { Audited } from './result.ts';

/** The lines that show an audit in the log of a job. They are made here: no other command of the action has to load these words. */
export function logOf(audited: Omit<Audited, 'log'>): Audited['log'] {
  const { ending, findings, period, rules } = audited;
  const looked = { complete: ending !== 'unknown', since: period.since };
  const { icon, word } = auditMark(audited);
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
