import { blame, reachable } from '../../git/index.ts';
import type { AcceptedFact, Query } from '../facts/line.ts';
import { auditFilePath } from '../file/control-paths.ts';
import { readDocument, type Piece } from '../file/document.ts';
import type { Parts } from './landing-facts.ts';

/**
 * The people who brought each entry of `accepted` into the audit's file, at the tip of the default branch: the newest commit that
 * a line of it comes from, and the pull request that brought this commit there first.
 */
export async function* acceptedFacts({ controls, known, plan, store }: Parts): AsyncGenerator<AcceptedFact | Query> {
  const [branch] = plan.branches;
  const entries = branch === undefined ? [] : acceptedLines((await controls.at(branch.tip))?.text ?? '');
  if (branch === undefined || entries.length === 0) return;
  const lines = (await blame(store, branch.tip, auditFilePath)) ?? [];
  yield { kind: 'query', of: 'git', text: `git blame origin/BRANCH -- ${auditFilePath}`, times: 1, answered: lines.length };
  const history = new Map((await reachable(store, [branch.tip], [])).map((sha, index) => [sha, index]));
  const brought = entries.map(({ first, key, last }) => {
    const commits = lines.slice(first - 1, last).map((sha) => [history.get(sha) ?? Infinity, sha] as const);
    return { key, commit: commits.toSorted(([one], [other]) => one - other)[0]?.[1] ?? null };
  });
  await known.ask(brought.flatMap(({ commit }) => commit ?? []));
  for (const { commit, key } of brought) {
    const pulls = known
      .numbersOf(commit ?? '')
      .flatMap((number) => known.pulls.get(number) ?? [])
      .filter(({ base }) => base === branch.name)
      .toSorted((one, other) => Date.parse(one.mergedAt) - Date.parse(other.mergedAt));
    yield { kind: 'accepted', key, commit, pull: pulls[0] ?? null };
  }
}

/** Where an entry of `accepted` stands in the file: its first and its last line, from 1. */
interface EntryLines {
  readonly key: string;
  readonly first: number;
  readonly last: number;
}

/** The lines of each entry of `accepted`, to ask git who brought it; empty for a file that cannot be read. */
export function acceptedLines(text: string): readonly EntryLines[] {
  const root = readDocument(text, () => {});
  if (root?.kind !== 'map') return [];
  const accepted = root.entries.find(({ name }) => name === 'accepted')?.piece;
  if (accepted?.kind !== 'list') return [];
  const lines = text.split('\n');
  const starts = [...accepted.items.map(({ line }) => line), ...root.entries.map(({ line }) => line)];
  return accepted.items.flatMap((item) => {
    const key = keyOf(item);
    const next = Math.min(lines.length + 1, ...starts.filter((line) => line > item.line));
    return key === undefined ? [] : [{ key, first: item.line, last: lastOf(lines, item.line, next - 1) }];
  });
}

function keyOf(item: Piece): string | undefined {
  const piece = item.kind === 'map' ? item.entries.find(({ name }) => name === 'key')?.piece : undefined;
  return piece?.kind === 'scalar' && typeof piece.value === 'string' ? piece.value : undefined;
}

/** Blank lines and comments at the end belong to what follows. */
function lastOf(lines: readonly string[], first: number, last: number): number {
  return last > first && /^\s*(?:#.*)?$/.test(lines[last - 1] ?? '') ? lastOf(lines, first, last - 1) : last;
}
