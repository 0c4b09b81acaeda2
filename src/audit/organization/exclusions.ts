import type { Piece } from '../file/document.ts';
import { globFault, matchesName } from '../file/globs.ts';
import { day, keysOf, listOf, name, named, readUsable, words, type Place, type Read } from '../file/keys.ts';
import type { OrganizationExclusion } from './states.ts';

/** An entry of the file that says which repositories are left out. */
export interface ExclusionEntry extends OrganizationExclusion {
  /** Names or patterns, without the organization. */
  readonly repositories: readonly string[];
}

/** Reads the file that says which repositories are left out; all that is wrong with it comes in one sentence. `path` names it. */
export function readExclusions(text: string, path: string): { readonly file: readonly ExclusionEntry[] } | { readonly fault: string } {
  return readUsable(text, path, entriesOf);
}

function entriesOf(piece: Piece, place: Place): readonly ExclusionEntry[] {
  const keys = keysOf(piece, place, ['exclude']);
  return keys.demanded('exclude', listOf(entry), []);
}

const entry: Read<ExclusionEntry> = (piece, place) => {
  const keys = keysOf(piece, place, ['repositories', 'reason', 'owner', 'until']);
  return {
    repositories: keys.demanded('repositories', listOf(pattern), []),
    reason: keys.demanded('reason', words, ''),
    owner: keys.demanded('owner', words, ''),
    until: keys.demanded('until', day, '').slice(0, 10),
  };
};

const pattern: Read<string> = (piece, place) => {
  const glob = name(piece, place);
  if (glob === undefined) return undefined;
  const fault = glob.includes('/')
    ? 'has a slash: write the name without the organization'
    : glob.startsWith('!')
      ? 'begins with !: name the repositories that are left out, and no others'
      : globFault(glob);
  if (fault === undefined) return glob;
  place.say(piece.line, `${named(place.path)} ${fault}`);
  return undefined;
};

/** The entries whose end has not come, and those whose end has: they leave nothing out any more. */
export function inForce(
  entries: readonly ExclusionEntry[],
  at: string,
): { readonly active: readonly ExclusionEntry[]; readonly over: readonly ExclusionEntry[] } {
  const isOver = ({ until }: ExclusionEntry): boolean => Date.parse(`${until}T00:00:00Z`) <= Date.parse(at);
  return { active: entries.filter((each) => !isOver(each)), over: entries.filter(isOver) };
}

/** The first entry that names a repository. GitHub does not tell names apart by case. */
export function exclusionIn(entries: readonly ExclusionEntry[]): (name: string) => OrganizationExclusion | undefined {
  const lower = entries.map((each) => ({ each, globs: each.repositories.map((glob) => glob.toLowerCase()) }));
  return (fullName) => {
    const own = fullName.slice(fullName.indexOf('/') + 1).toLowerCase();
    return lower.find(({ globs }) => matchesName(globs, own))?.each;
  };
}
