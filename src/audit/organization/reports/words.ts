import { auditTones, unaskedHeading, unaskedLines, untestedRules } from '../../../presentation/index.ts';
import type { AuditOutcome, UntestedRule } from '../../../presentation/index.ts';
import { count, list } from '../../../text/index.ts';
import { worstFirst, type Severity } from '../../facts/finding.ts';
import { allSince, noneBefore, sinceInShort, sinceWords } from '../../reports/words.ts';
import { countBySeverity, type MergedRepository, type OrganizationAudit, sinceIn } from '../merge.ts';
import type { AuditedRepository } from '../part.ts';
import { repositoryStates, type RepositoryState } from '../plan.ts';

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
export function whyWords(audit: OrganizationAudit): readonly string[] {
  const { holes, outcome, plan, repositories, totals } = audit;
  const others = repositories.filter((one) => one.outcome?.kind === 'unknown');
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
  const untested = untestedIn(audit);
  const names = list(
    untested.map(({ rule }) => rule),
    mostRules,
  );
  const rest = [
    ...accepted,
    ...left,
    ...(plan.kind === 'list' ? [ofList] : []),
    ...(untested.length === 0
      ? []
      : [`${count(untested.length, 'rule')} ${untested.length === 1 ? 'was' : 'were'} not tested, or not everywhere: ${names}.`]),
    ...unaskedLines(rulesIn(audit)).map((line) => `${unaskedHeading}: ${line}.`),
  ];
  if (outcome.kind !== 'unknown') return [found, ...rest];
  const why =
    holes.length > 0
      ? `Not all of the organization could be audited: ${count(holes.length, 'thing')} missing.`
      : `${outcome.text}: ${list(
          others.map(({ planned }) => planned.name),
          mostNames,
        )}.`;
  return [why, `${found} There may be more.`, ...rest];
}

/** A yes about a list says nothing of the repositories that it leaves out. */
const ofList = 'The repositories are those of a list that was given: nobody looked whether there are others.';

const mostRules = 6;
const mostNames = 5;

function rulesIn({ repositories }: OrganizationAudit): AuditedRepository['rules'] {
  return repositories.flatMap(({ result }) => (result?.kind === 'audited' ? result.rules : []));
}

export function lackingIn(rules: AuditedRepository['rules']): readonly UntestedRule[] {
  return untestedRules(rules).filter(({ lack }) => lack === 'answer');
}

export interface UntestedSomewhere {
  readonly rule: string;
  readonly repositories: readonly string[];
  /** Each reason once. */
  readonly why: readonly string[];
}

/** Rules of the most repositories first. */
export function untestedIn({ repositories }: OrganizationAudit): readonly UntestedSomewhere[] {
  const all = repositories.flatMap(({ planned, result }) =>
    result?.kind === 'audited' ? lackingIn(result.rules).map((one) => ({ ...one, repository: planned.name })) : [],
  );
  return Array.from(
    Map.groupBy(all, ({ rule }) => rule),
    ([rule, some]) => ({ rule, repositories: some.map(({ repository }) => repository), why: [...new Set(some.map(({ why }) => why))] }),
  ).toSorted((one, other) => other.repositories.length - one.repositories.length);
}

const mostReasons = 3;

/** `acme/shop and 3 more`, with the first reason of each sort: two that differ only in the repository are of one sort. */
export function untestedWords({ repositories, why }: UntestedSomewhere): { readonly where: string; readonly why: string } {
  const sorts = new Map(why.map((one) => [repositories.reduce((text, name) => text.replaceAll(name, ''), one), one]));
  const shown = [...sorts.values()].slice(0, mostReasons);
  const more = why.length - shown.length;
  return {
    where: `${count(repositories.length, 'repository', 'repositories')}: ${list(repositories, mostNames)}`,
    why: `${shown.join('. ')}${more > 0 ? `; and ${count(more, 'other reason')}` : ''}`,
  };
}

export interface SinceWords {
  readonly rows: readonly { readonly what: string; readonly number: number; readonly where: string }[];
  readonly none: string | null;
}

export function sinceWordsOf({ repositories, totals }: OrganizationAudit): SinceWords {
  const audited = repositories.flatMap(({ result }) => (result?.kind === 'audited' ? [result] : []));
  const first = audited.filter(({ previous }) => previous === null).map(({ name }) => name);
  const none = first.length === 0 ? null : noneBefore(first);
  if (first.length === audited.length) return { rows: [], none };
  const rows = allSince.map((kind) => {
    const names = audited.filter((one) => sinceIn([one])[kind] > 0).map(({ name }) => name);
    return { what: sinceWords[kind], number: totals.since[kind], where: list(names, mostNames) };
  });
  return { rows, none };
}

export function sinceOfRepository({ result }: MergedRepository): string {
  if (result?.kind !== 'audited') return '';
  return result.previous === null ? 'no audit before' : sinceInShort(sinceIn([result])) || 'no finding';
}

export const sinceHeading = 'Since the audit before';

export function sinceLines(audit: OrganizationAudit): readonly string[] {
  const { none, rows } = sinceWordsOf(audit);
  const told = rows.length === 0 ? [] : [`${sinceHeading}: ${sinceInShort(audit.totals.since) || 'no finding'}`];
  return [...told, ...(none === null ? [] : [none])];
}

export function repositoryWords({ planned, result }: MergedRepository): string {
  if (result?.kind === 'failed') return result.why;
  if (result?.kind === 'empty') return 'nothing was ever pushed to it';
  if (planned.audited && result === null) return 'the part of its shard is missing';
  return planned.reason ?? '';
}

export function outcomeOf({ outcome }: MergedRepository): Pick<AuditOutcome, 'icon' | 'mark' | 'tone' | 'word'> {
  return outcome ?? { ...auditTones.empty, word: 'Not audited' };
}

export function findingsOf({ result }: MergedRepository): Readonly<Record<Severity | 'open' | 'accepted', number>> {
  const open = result?.kind === 'audited' ? result.findings : [];
  const standing = open.filter(({ accepted }) => accepted === null);
  return { open: open.length, accepted: open.length - standing.length, ...countBySeverity(standing) };
}
