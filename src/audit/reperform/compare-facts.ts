import type { Header, Line } from '../facts/line.ts';
import { changed, compareItems } from './compare-items.ts';
import { compareLandings, type FactFile } from './compare-landings.ts';
import type { Context, Difference } from './difference.ts';
import { openFound, type Found } from './found.ts';
import { gapsOf, type NotCompared } from './gaps.ts';
import { deploymentTables, lineTables, type LineTables } from './small-tables.ts';

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

/** The facts of now that the question of before asks for: an earlier program asked for the approvals that the audit's file demands alone. */
function askedBefore(old: readonly Small[], now: readonly Small[]): readonly Small[] {
  if (headerOf(old).tool.digest === headerOf(now).tool.digest) return now;
  const flows = new Set(all(old, 'approval').map(({ flow }) => flow));
  return now.filter((fact) => fact.kind !== 'approval' || flows.has(fact.flow));
}

function compareSmall(old: readonly Small[], now: readonly Small[], context: Context): readonly Difference[] {
  const asked = askedBefore(old, now);
  const compareKind = <Kind extends keyof LineTables>(kind: Kind, table: LineTables[Kind]): readonly Difference[] =>
    compareItems(table, all(old, kind), all(asked, kind), context);
  const ofSource = (source: 'github' | 'service'): readonly Difference[] => {
    const own = (facts: readonly Small[]) => all(facts, 'deployment').filter((one) => one.source === source);
    return compareItems(deploymentTables[source], own(old), own(now), context);
  };
  const kinds = Object.keys(lineTables).filter((kind): kind is keyof LineTables => kind in lineTables);
  return [...ofSource('github'), ...ofSource('service'), ...kinds.flatMap((kind) => compareKind(kind, lineTables[kind]))];
}
