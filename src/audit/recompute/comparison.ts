import { oneLine } from '../../text/index.ts';
import type { Source } from '../facts/line.ts';
import { isObject } from '../../text/check.ts';

/** A place where two JSON values differ, by its path; the values are as people read them. */
interface Differing {
  readonly path: string;
  readonly said: string;
  readonly recorded: string;
}

interface Comparing {
  /** Fields that the first value lacks are skipped: an earlier program did not write them. */
  readonly passesOver: boolean;
  passedOver: number;
}

function firstDiffering(said: unknown, recorded: unknown, how: Comparing, path = ''): Differing | undefined {
  if (Array.isArray(said) && Array.isArray(recorded)) {
    for (const index of Array(Math.max(said.length, recorded.length)).keys()) {
      const found = firstDiffering(said[index], recorded[index], how, `${path}[${index}]`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (isObject(said) && isObject(recorded)) {
    for (const key of new Set([...Object.keys(said), ...Object.keys(recorded)])) {
      if (!Object.hasOwn(said, key) && how.passesOver) {
        how.passedOver += 1;
        continue;
      }
      const found = firstDiffering(valueOf(said, key), valueOf(recorded, key), how, path === '' ? key : `${path}.${key}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return Object.is(said, recorded) ? undefined : { path, said: shown(said), recorded: shown(recorded) };
}

function valueOf(of: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(of, key) ? of[key] : undefined;
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : oneLine(JSON.stringify(value), 160);
}

type Standing = 'added' | 'left out' | 'changed';

/** By keys that tell the facts apart. */
export interface ComparedFacts {
  /** A sentence for each fact that the records contradict. */
  readonly differing: ReadonlyMap<string, string>;
  /** A sentence for each fact that the records of the package neither prove nor deny. */
  readonly unproven: ReadonlyMap<string, string>;
  /** Sources that the audit calls silent, though the records have their answers. */
  readonly untold: readonly Source[];
  readonly facts: number;
  readonly passedOver: number;
}

export interface Comparable<Fact> {
  readonly keyOf: (fact: Fact) => string;
  readonly nameOf: (fact: Fact) => string;
  /** The part of a fact that the records can tell; all of it, if left out. */
  readonly shown?: (fact: Fact) => object;
  /** Why the records of the package need not agree. `recorded` is the fact by the records. */
  readonly excuse: (fact: Fact, standing: Standing, recorded: Fact | undefined) => string | undefined;
}

export interface Comparison {
  add<Fact extends object>(said: readonly Fact[], recorded: readonly Fact[], of: Comparable<Fact>): void;
  differ(key: string, sentence: string): void;
  doubt(key: string, sentence: string): void;
  result(): Omit<ComparedFacts, 'untold'>;
}

interface ComparisonOptions {
  readonly source: 'records' | 'answers of GitHub';
  readonly isOfOtherProgram: boolean;
  /** The audit itself says that something is missing. */
  readonly isIncomplete: boolean;
}

export function openComparison({ isIncomplete, isOfOtherProgram, source }: ComparisonOptions): Comparison {
  const differing = new Map<string, string>();
  const unproven = new Map<string, string>();
  let facts = 0;
  const how: Comparing = { passesOver: isOfOtherProgram, passedOver: 0 };

  function compare<Fact extends object>(key: string, said: Fact | undefined, recorded: Fact | undefined, of: Comparable<Fact>): void {
    const fact = said ?? recorded;
    if (fact === undefined) return;
    facts += 1;
    // As they are written.
    const shown = (one: Fact): unknown => JSON.parse(JSON.stringify(of.shown?.(one) ?? one));
    const found = said === undefined || recorded === undefined ? undefined : firstDiffering(shown(said), shown(recorded), how);
    if (said !== undefined && recorded !== undefined && found === undefined) return;
    const standing = said === undefined ? 'left out' : recorded === undefined ? 'added' : 'changed';
    const [name, excuse] = [of.nameOf(fact), of.excuse(fact, standing, recorded)];
    if (excuse !== undefined) unproven.set(key, `${name}: ${excuse}`);
    else if (standing === 'left out' && isIncomplete)
      unproven.set(key, `${name} is in the ${source} and not among the facts; the audit itself says that some of them are missing`);
    else differing.set(key, standingWords(name, standing, found, source));
  }

  return {
    add(said, recorded, of) {
      const [ours, theirs] = [Map.groupBy(said, of.keyOf), Map.groupBy(recorded, of.keyOf)];
      for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
        const [one, other] = [ours.get(key) ?? [], theirs.get(key) ?? []];
        for (const index of Array(Math.max(one.length, other.length)).keys()) compare(`${key} ${index}`, one[index], other[index], of);
      }
    },
    differ(key, sentence) {
      facts += 1;
      differing.set(key, sentence);
    },
    doubt(key, sentence) {
      unproven.set(key, sentence);
    },
    result: () => ({ differing, unproven, facts, passedOver: how.passedOver }),
  };
}

function standingWords(name: string, standing: Standing, found: Differing | undefined, source: ComparisonOptions['source']): string {
  switch (standing) {
    case 'left out':
      return `${name} is left out: the ${source} speak of it, and collected.ndjson does not`;
    case 'added':
      return `${name} was added: collected.ndjson speaks of it, and none of the ${source} does`;
    case 'changed':
      return `${name}: ${found?.path ?? ''} is ${found?.said ?? ''} in collected.ndjson, and by the ${source} it is ${found?.recorded ?? ''}`;
  }
}
