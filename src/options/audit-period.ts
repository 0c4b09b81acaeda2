import type { NamesOf, OptionSpec } from './spec.ts';

/** The audited time, half open, and the audit before this one. */
export const auditPeriodOptions = [
  {
    name: 'since',
    kind: 'text',
    placeholder: 'WHEN',
    description:
      'Where the audited time begins: a date, `2026-11-01` in UTC, a moment with its zone, the full SHA of a commit, or `last`: where the last complete audit ended, by `previous`. Default: with `previous` that, else 7 days ago.',
  },
  {
    name: 'until',
    kind: 'text',
    placeholder: 'WHEN',
    description: 'Where it ends, not included: a date, a moment with its zone, or the full SHA of a commit. Default: now.',
  },
  {
    name: 'previous',
    kind: 'text',
    placeholder: 'FILE',
    description:
      'JSON report or package of the audit before, to tell what is new and what is fixed. `last-run`: that of the newest run of this very workflow file on the default branch.',
  },
] as const satisfies readonly OptionSpec[];

export type PeriodOption = NamesOf<typeof auditPeriodOptions>;

/** An end of the audited time. */
export type AuditPoint = { readonly kind: 'moment'; readonly at: string } | { readonly kind: 'commit'; readonly sha: string };

export interface AuditPeriod {
  /** `default`: where the last complete audit ended, if there was one, else 7 days ago. */
  readonly since: AuditPoint | 'last' | 'default';
  readonly until: AuditPoint | 'now';
  readonly previous: { readonly kind: 'file'; readonly path: string } | { readonly kind: 'last-run' } | undefined;
}
