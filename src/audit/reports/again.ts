import { inShell, oneLine } from '../../text/index.ts';
import type { Audit } from '../judge/audit.ts';

/** The command that asks the same, an option a line. */
export function commandOf({ header }: Audit['world'], between = ' \\\n  '): string {
  const { asOf, branches, flows, repository, scope, service, timeZone } = header;
  const { previous, since, until } = endsOf(header);
  return [
    'compliance-evidence audit',
    ...(scope?.kind === 'trail' ? [`--trail ${quoted(scope.trail)}`] : []),
    ...(scope?.kind === 'artifact' ? [`--fingerprint ${quoted(scope.fingerprint)}`] : []),
    ...(since === null || scope !== undefined ? [] : [`--since ${quoted(since)}`]),
    ...(until === null || scope !== undefined ? [] : [`--until ${quoted(until)}`]),
    ...(previous === undefined || scope !== undefined ? [] : [`--previous ${previous}`]),
    ...(asOf === undefined ? [] : [`--as-of ${quoted(asOf.at)}`]),
    ...(timeZone === undefined ? [] : [`--time-zone ${quoted(timeZone)}`]),
    ...branches.map((branch) => `--branch ${quoted(branch.name)}`),
    ...flows.map((flow) => `--flow ${quoted(flow)}`),
    ...(repository === null ? [] : [`--repository ${quoted(repository)}`]),
    ...(service === null ? [] : [`--org ${quoted(service.org)}`, `--base-url ${quoted(service.url)}`]),
  ].join(between);
}

/** The two ends of the period, and where it goes by the audit before, a name for that. */
function endsOf({
  branches,
  period,
}: Audit['world']['header']): Readonly<Record<'since' | 'until', string | null>> & { readonly previous?: string } {
  const [only, ...others] = branches;
  const isOne = others.length === 0;
  // Between two commits the end is where the branch was; of several branches each has its own, and none can be named.
  if (period.by === 'commits') return { since: period.sinceSha, until: isOne ? (only?.tip ?? null) : null };
  if (!branches.some(({ after }) => after !== undefined)) return { since: period.since ?? period.sinceSha, until: period.until };
  if (period.by === 'last-audit' && isOne && only?.after !== undefined && only.end !== undefined && only.lost === undefined)
    return { since: only.after, until: only.end };
  return { since: period.by === 'last-audit' ? 'last' : period.since, until: period.until, previous: 'AUDIT-BEFORE.json' };
}

/** For a shell, without what nobody sees. */
function quoted(text: string): string {
  return inShell(oneLine(text, 10_000));
}
