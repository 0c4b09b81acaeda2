import { auditTones, type AuditOutcome } from '../../../presentation/index.ts';
import { count, list } from '../../../text/index.ts';
import type { Severity } from '../../findings/finding.ts';
import { severities } from '../../findings/finding.ts';
import type { MergedRepository, OrganizationAudit } from '../merge.ts';
import { repositoryStates, type RepositoryState } from '../states.ts';

export const worstFirst: readonly Severity[] = severities.toReversed();

export const stateMeanings: Readonly<Record<RepositoryState, string>> = {
  'in scope': 'audited',
  created: 'came in the period, and is audited',
  renamed: 'had another name in the plan before, and is audited',
  archived: 'audited where it changed since the period began',
  excluded: 'left out by the file of exclusions, with a reason',
  'not seen': 'the organization has it, and the audit cannot read it: nobody knows what landed there',
};

/** `12 in scope, 1 excluded` */
export function stateWords({ totals }: OrganizationAudit): string {
  const some = repositoryStates.filter((state) => totals.repositories[state] > 0);
  return some.length === 0
    ? 'no repository'
    : list(
        some.map((state) => `${totals.repositories[state]} ${state}`),
        Infinity,
      );
}

/** Never good by default: what is missing is said first. */
export function whyWords({ holes, totals, verdict }: OrganizationAudit): readonly string[] {
  const open = totals.findings - totals.accepted;
  const some = worstFirst
    .filter((severity) => totals.severities[severity] > 0)
    .map((severity) => `${totals.severities[severity]} ${severity}`);
  const found = open === 0 ? 'No finding is open.' : `${count(open, 'finding')} ${open === 1 ? 'is' : 'are'} open: ${list(some)}.`;
  const accepted = totals.accepted === 0 ? [] : [`${count(totals.accepted, 'finding')} accepted, and counted all the same.`];
  const left =
    totals.repositories.excluded === 0
      ? []
      : [`${count(totals.repositories.excluded, 'repository', 'repositories')} left out, each with a reason.`];
  if (verdict === 'unknown')
    return [
      `Not all of the organization could be audited: ${count(holes.length, 'thing')} missing.`,
      `${found} There may be more.`,
      ...accepted,
      ...left,
    ];
  return [found, ...accepted, ...left];
}

/** Why a repository stands as it does, in a few words. */
export function repositoryWords({ planned, result }: MergedRepository): string {
  if (result?.kind === 'failed') return result.why;
  if (result?.kind === 'empty') return 'nothing was ever pushed to it';
  if (planned.audited && result === null) return 'the part of its shard is missing';
  return planned.reason ?? '';
}

/** How the audit of a repository is shown. */
export function outcomeOf({ outcome }: MergedRepository): Pick<AuditOutcome, 'icon' | 'mark' | 'tone' | 'word'> {
  return outcome ?? { ...auditTones.empty, word: 'Not audited' };
}

/** Open findings, and among them those that nobody accepted of a severity. */
export function findingsOf({ result }: MergedRepository): Readonly<Record<Severity | 'open' | 'accepted', number>> {
  const open = result?.kind === 'audited' ? result.findings : [];
  const standing = open.filter(({ accepted }) => accepted === null);
  const of = (severity: Severity): number => standing.filter((finding) => finding.severity === severity).length;
  return {
    open: open.length,
    accepted: open.length - standing.length,
    critical: of('critical'),
    high: of('high'),
    medium: of('medium'),
    low: of('low'),
  };
}
