import type { Header, Hole, Source, Untold } from '../facts/line.ts';

export interface NotCompared {
  readonly what: string;
  readonly why: string;
  readonly fix: string;
  /** The package has facts that were not compared with anything. False: it has none of these. */
  readonly counts: boolean;
}

/** The kinds of facts that each source tells. `log` is compared by itself. */
const kindsOf: Readonly<Partial<Record<Source, readonly string[]>>> = {
  landings: ['landing'],
  // The paths of a landing are told by its pull requests.
  'pull-requests': ['pull request', 'paths'],
  paths: ['paths'],
  trails: ['trail'],
  deployments: ['deployment'],
  releases: ['release'],
  tags: ['tag'],
  artifacts: ['artifact'],
  snapshots: ['snapshot'],
  approvals: ['approval'],
  workflows: ['workflows of the tree'],
  notifications: ['notification'],
};

/** Kinds of facts that depend on those of a source: without it there are fewer of them. */
const hangingOn: Readonly<Partial<Record<Source, readonly string[]>>> = {
  landings: ['trail', 'flow', 'artifact', 'approval', 'control total'],
  'pull-requests': ['trail', 'flow', 'artifact', 'approval', 'control total'],
  trails: ['artifact', 'approval', 'flow'],
};

export interface SaidOfItself {
  readonly header: Header;
  readonly untold: readonly Untold[];
  readonly holes: readonly Hole[];
}

/** An audit that did not ask GitHub has no pull requests either, and does not say so where the period is between two commits. */
function untoldBy({ untold }: SaidOfItself): readonly Untold[] {
  const sources = new Set(untold.map(({ source }) => source));
  const none = untold.find(({ source }) => source === 'releases');
  const isAsked = none === undefined || !sources.has('tags') || !sources.has('deployments');
  return isAsked || sources.has('pull-requests') ? untold : [...untold, { ...none, source: 'pull-requests' }];
}

/** A source that did not answer now is never the same as one that answered the same. */
export function gapsOf(before: SaidOfItself, after: SaidOfItself) {
  const [untoldBefore, untoldAfter] = [untoldBy(before), untoldBy(after)];
  const old = new Set(untoldBefore.map(({ source }) => source));
  const isBasisOther = before.header.basis !== after.header.basis;
  const skipped = new Set<string>();
  const partial = new Set<string>();
  const skip = (source: Source): void => {
    for (const kind of kindsOf[source] ?? []) skipped.add(kind);
    for (const kind of hangingOn[source] ?? []) partial.add(kind);
  };
  const notCompared: NotCompared[] = [];
  for (const { fix, source, why } of untoldAfter) {
    // Landings by git alone are compared as git tells them.
    if (source === 'landings' ? !isBasisOther : source === 'previous' || source === 'log') continue;
    skip(source);
    notCompared.push({ what: sourceWords(source), why, fix, counts: !old.has(source) });
  }
  for (const { source, why } of untoldBefore) {
    if (source === 'landings' && !isBasisOther) continue;
    skip(source);
    if (source !== 'previous' && source !== 'log' && !untoldAfter.some((one) => one.source === source))
      notCompared.push({ what: sourceWords(source), why: `The package has none: ${why}`, fix: 'Nothing to do', counts: false });
  }
  if (isBasisOther) {
    skip('landings');
    if (!untoldAfter.some(({ source }) => source === 'landings'))
      notCompared.push({ what: 'landings', why: 'The package has them as git alone tells them', fix: 'Nothing to do', counts: true });
  }
  for (const { fix, what, why } of after.holes) notCompared.push({ what, why, fix, counts: true });
  return { skipped, partial, notCompared };
}

function sourceWords(source: Source): string {
  return source === 'records' ? 'bodies of attestations' : source.replaceAll('-', ' ');
}
