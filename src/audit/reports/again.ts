import { inShell, oneLine } from '../../text/index.ts';
import type { Audit } from '../judge/audit.ts';

/** The command that asks the same, an option a line. */
export function commandOf({ header }: Audit['world'], between = ' \\\n  '): string {
  const { branches, flows, period: asked, scope, timeZone } = header;
  const since = asked.since ?? asked.sinceSha;
  // Between two commits the end is where the branch was; of several branches each has its own, and none can be named.
  const until = asked.by === 'commits' ? (branches.length === 1 ? branches[0]?.tip : undefined) : asked.until;
  return [
    'compliance-evidence audit',
    ...(scope?.kind === 'trail' ? [`--trail ${quoted(scope.trail)}`] : []),
    ...(scope?.kind === 'artifact' ? [`--fingerprint ${quoted(scope.fingerprint)}`] : []),
    ...(since === null || scope !== undefined ? [] : [`--since ${quoted(since)}`]),
    ...(until === undefined || scope !== undefined ? [] : [`--until ${quoted(until)}`]),
    ...(timeZone === undefined ? [] : [`--time-zone ${quoted(timeZone)}`]),
    ...branches.map((branch) => `--branch ${quoted(branch.name)}`),
    ...flows.map((flow) => `--flow ${quoted(flow)}`),
  ].join(between);
}

/** For a shell, without what nobody sees. */
function quoted(text: string): string {
  return inShell(oneLine(text, 10_000));
}
