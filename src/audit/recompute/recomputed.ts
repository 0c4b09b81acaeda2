import type { PackedAbout } from '../package/manifest.ts';

/** The answer of everything that a package lets somebody work out again. */
export interface Recomputed {
  /** The subject of the package, by its facts; null where they could not be read. */
  readonly about: PackedAbout | null;
  /** Facts, reports and accounts of the package that are not what its records and its facts give: a sentence each. */
  readonly problems: readonly string[];
  /** Parts that could not be worked out again here, and others of their kind could: none of them is proved. A sentence each. */
  readonly unproven: readonly string[];
  /** Parts that no package lets anybody work out again: a sentence each. */
  readonly outside: readonly string[];
  /** Facts of the service that were compared with the records, and records that were replayed for that. */
  readonly facts: number;
  readonly records: number;
  /** Facts of GitHub that were compared with its answers. */
  readonly github: number;
  /** Reports that were made again, with the same bytes. */
  readonly reports: readonly string[];
}

/** As many sentences of one sort as people read. */
const most = 100;

/** Gathers the answer. */
export interface Findings {
  readonly problems: string[];
  readonly unproven: string[];
  readonly outside: string[];
}

export function cutLists(found: Findings): Findings {
  const cut = (list: readonly string[]): string[] =>
    list.length > most ? [...list.slice(0, most), `and ${list.length - most} more of this kind`] : [...list];
  return { problems: cut(found.problems), unproven: cut(found.unproven), outside: cut(found.outside) };
}
