import type { NamesOf, OptionSpec } from './spec.ts';

/** The audited time, half open, and the audit before this one. */
export const auditPeriodOptions = [
  {
    name: 'since',
    kind: 'text',
    placeholder: 'WHEN',
    description:
      'The audited time: `last-month`, a month (`2026-10`) or a quarter (`2026-Q3`), with both of its ends. Or where it begins: a date, `2026-11-01`, a moment with its zone, the full SHA of a commit, or `last`: where the last complete audit ended, by `previous`. Default: with `previous` that, else 7 days ago.',
  },
  {
    name: 'until',
    kind: 'text',
    placeholder: 'WHEN',
    description:
      'Where it ends, not included: a date, which means its beginning, a moment with its zone, or the full SHA of a commit. Default: now.',
  },
  {
    name: 'time-zone',
    kind: 'text',
    example: 'Europe/Berlin',
    placeholder: 'ZONE',
    description:
      'Time zone of the dates in `since` and `until`, and of the moments on the page, in Markdown and in the terminal. The data, as CSV and JSON, are in UTC. Default: UTC.',
  },
  {
    name: 'previous',
    kind: 'text',
    placeholder: 'FILE',
    description:
      'JSON report or package of the audit before, to tell what is new and what is fixed. `last-run`: that of the newest run of this very workflow file on the default branch.',
  },
  {
    name: 'previous-repository',
    kind: 'text',
    placeholder: 'OWNER/NAME',
    description:
      'Name that the repository had when the audit of `previous` was made, where it has another one now, and that audit does not have the number that GitHub gives the repository.',
  },
] as const satisfies readonly OptionSpec[];

export type PeriodOption = NamesOf<typeof auditPeriodOptions>;

/** An end of the audited time. */
export type AuditPoint = { readonly kind: 'moment'; readonly at: string } | { readonly kind: 'commit'; readonly sha: string };

export interface AuditPeriod {
  /** `last-month` is both ends. `default`: where the last complete audit ended, if there was one, else 7 days ago. */
  readonly since: AuditPoint | 'last' | 'last-month' | 'default';
  readonly until: AuditPoint | 'now';
  /** The zone of dates that are given, and of moments that are shown: `Europe/Berlin`. */
  readonly timeZone: string;
  readonly previous: { readonly kind: 'file'; readonly path: string } | { readonly kind: 'last-run' } | undefined;
}
