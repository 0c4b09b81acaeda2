import { createHash } from 'node:crypto';
import type { LandingFact, Line } from '../facts/line.ts';
import type { Wanted } from '../lines/read-lines.ts';
import { changed, compareFact, compareItems } from './compare-items.ts';
import { shown, type Context, type Difference } from './difference.ts';
import { ofClone } from './field-rules.ts';
import { landingKey, landings, pulls } from './landing-tables.ts';
import { trails } from './trail-tables.ts';

/** A file of facts, read as often as one likes. */
export type FactFile = (wanted?: Wanted) => AsyncIterable<Line>;

/** Landings whose facts are compared one by one: those of more would be too many for memory. */
const mostAtOnce = 2_000;

/** The landings of two files that are not the same. It holds a digest of each, and the facts of some that differ. */
export async function* compareLandings(before: FactFile, after: FactFile, context: Context): AsyncGenerator<readonly Difference[]> {
  if (context.skipped.has(landings.about)) return;
  const now = await digestsOf(after);
  const differing = new Map<string, LandingFact | undefined>();
  const seen = new Set<string>();
  for await (const fact of landingsIn(before)) {
    const key = landingKey(fact.landing);
    seen.add(key);
    const digest = now.get(key);
    if (digest === undefined) yield compareItems(landings, [fact.landing], [], context);
    else if (digest !== digestOf(fact)) differing.set(key, undefined);
  }
  let room = mostAtOnce;
  for await (const fact of landingsIn(after)) {
    const key = landingKey(fact.landing);
    if (!seen.has(key)) yield compareItems(landings, [], [fact.landing], context);
    else if (differing.has(key) && room > 0) {
      room -= 1;
      differing.set(key, fact);
    }
  }
  if (differing.size === 0) return;
  for await (const fact of landingsIn(before)) {
    const key = landingKey(fact.landing);
    if (!differing.has(key)) continue;
    const found = differing.get(key);
    if (found !== undefined) yield compareLanding(fact, found, context);
    else yield [tooMany(key)];
  }
}

function compareLanding(before: LandingFact, after: LandingFact, context: Context): readonly Difference[] {
  const subject = `landing ${landingKey(before.landing)}`;
  const field = (name: 'paths' | 'file' | 'workflows'): readonly Difference[] => {
    const [old, now] = [before[name], after[name]];
    if (context.skipped.has(name) || JSON.stringify(inOrder(old)) === JSON.stringify(inOrder(now))) return [];
    const isKnown = [old, now].every((value) => value === null || typeof value === 'string' || !Object.values(value).includes(null));
    const weight = isKnown ? ofClone(context) : 'not-compared';
    return changed(weight, { about: 'landing', subject, name, before: old, after: now, context });
  };
  return [
    ...compareFact(landings, before.landing, after.landing, context),
    ...compareItems(pulls, before.pulls, after.pulls, context),
    ...compareItems(trails, before.trails, after.trails, context),
    ...field('paths'),
    ...field('file'),
    ...(context.skipped.has('workflows of the tree') ? [] : field('workflows')),
  ];
}

function inOrder(value: LandingFact['paths'] | string | null): unknown {
  return value === null || typeof value === 'string' ? value : Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function tooMany(key: string): Difference {
  const after = `It differs, as more than ${mostAtOnce} landings do: reperform a shorter period`;
  return {
    weight: 'not-compared',
    what: 'changed',
    about: 'landing',
    subject: `landing ${key}`,
    field: null,
    before: null,
    after: shown(after),
  };
}

async function digestsOf(file: FactFile): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for await (const fact of landingsIn(file)) digests.set(landingKey(fact.landing), digestOf(fact));
  return digests;
}

function digestOf(fact: LandingFact): string {
  return createHash('sha256').update(JSON.stringify(fact)).digest('base64');
}

async function* landingsIn(file: FactFile): AsyncGenerator<LandingFact> {
  for await (const line of file()) if (line.kind === 'landing') yield line;
}
