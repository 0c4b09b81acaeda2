import type { Header, Line } from '../facts/line.ts';
import type { Approval } from '../facts/shipped.ts';
import { changed, compareItems } from './compare-items.ts';
import { compareLandings, type FactFile } from './compare-landings.ts';
import type { Context, Difference } from './difference.ts';
import { openFound, type Found } from './found.ts';
import { gapsOf, type NotCompared } from './gaps.ts';
import * as small from './small-tables.ts';

export interface ComparedFacts extends Found {
  readonly notCompared: readonly NotCompared[];
}

type Small = Exclude<Line, { readonly kind: 'landing' | 'record' | 'attached' | 'answer' | 'end' }>;

/** Holds the facts of a package against those that were collected anew: what is new, gone or changed, and what nobody could compare. */
export async function compareFacts(before: FactFile, after: FactFile): Promise<ComparedFacts> {
  const [old, now] = [await smallFacts(before), await smallFacts(after)];
  const { notCompared, partial, skipped } = gapsOf(saidBy(old), saidBy(now));
  const context: Context = {
    readAt: headerOf(old).at,
    hasHolesBefore: old.some(({ kind }) => kind === 'hole'),
    hasHolesAfter: now.some(({ kind }) => kind === 'hole'),
    skipped,
    partial,
  };
  const found = openFound();
  found.add(compareHeaders(headerOf(old), headerOf(now), context));
  found.add(compareSmall(old, now, context));
  for await (const differences of compareLandings(before, after, context)) found.add(differences);
  return { ...found.result(), notCompared };
}

async function smallFacts(file: FactFile): Promise<readonly Small[]> {
  const facts: Small[] = [];
  for await (const line of file({ landings: false })) {
    if (line.kind !== 'landing' && line.kind !== 'record' && line.kind !== 'attached' && line.kind !== 'answer' && line.kind !== 'end')
      facts.push(line);
  }
  return facts;
}

function all<Kind extends Small['kind']>(facts: readonly Small[], kind: Kind): readonly Extract<Small, { kind: Kind }>[] {
  return facts.filter((fact): fact is Extract<Small, { kind: Kind }> => fact.kind === kind);
}

function headerOf(facts: readonly Small[]): Header {
  const [header] = all(facts, 'audit');
  if (header === undefined) throw new Error('A collected file begins with its header');
  return header;
}

function saidBy(facts: readonly Small[]): Parameters<typeof gapsOf>[0] {
  return { header: headerOf(facts), untold: all(facts, 'untold'), holes: all(facts, 'hole') };
}

/** The question is the same. Only the audit's file at the tip, and the end of a period that was open, may be others. */
function compareHeaders(before: Header, after: Header, context: Context): readonly Difference[] {
  const named = { about: 'audit', subject: 'the audit', context };
  const [id, idNow] = [before.repositoryId, after.repositoryId];
  return [
    ...(before.file === after.file
      ? []
      : changed('later', { ...named, name: '.github/compliance-audit.yml at the tip', before: before.file, after: after.file })),
    // A repository that was deleted and made again has another number.
    ...(id === undefined || idNow === undefined || id === idNow
      ? []
      : changed('altered', { ...named, name: "GitHub's number of the repository", before: id, after: idNow })),
  ];
}

/** The approvals before and now. An earlier program asked for those that the audit's file demands alone. */
function approvalsOf(old: readonly Small[], now: readonly Small[]): readonly [readonly Approval[], readonly Approval[]] {
  const [before, after] = [all(old, 'approval'), all(now, 'approval')];
  if (headerOf(old).tool.digest === headerOf(now).tool.digest) return [before, after];
  const flows = new Set(before.map(({ flow }) => flow));
  return [before, after.filter(({ flow }) => flows.has(flow))];
}

function compareSmall(old: readonly Small[], now: readonly Small[], context: Context): readonly Difference[] {
  const of = <Kind extends Small['kind']>(kind: Kind) => [all(old, kind), all(now, kind), context] as const;
  const bySource = (source: 'github' | 'service') => {
    const own = (facts: readonly Small[]) => all(facts, 'deployment').filter((one) => one.source === source);
    return [own(old), own(now), context] as const;
  };
  return [
    ...compareItems(small.deployments, ...bySource('github')),
    ...compareItems(small.snapshots, ...bySource('service')),
    ...compareItems(small.releases, ...of('release')),
    ...compareItems(small.tags, ...of('tag')),
    ...compareItems(small.artifacts, ...of('artifact')),
    ...compareItems(small.approvals, ...approvalsOf(old, now), context),
    ...compareItems(small.notifications, ...of('notification')),
    ...compareItems(small.flows, ...of('flow')),
    ...compareItems(small.files, ...of('file')),
    ...compareItems(small.workflows, ...of('workflows')),
    ...compareItems(small.accepted, ...of('accepted')),
    ...compareItems(small.totals, ...of('total')),
  ];
}
