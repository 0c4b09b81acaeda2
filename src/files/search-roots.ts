import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Directories that are never looked into: what packages bring along is not evidence of this run. */
export const neverSearched: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** A directory to search: with all below it, or by itself. */
export interface SearchRoot {
  readonly directory: string;
  readonly isDeep: boolean;
}

interface Node {
  readonly directory: string;
  readonly depth: number;
  readonly parent: Node | undefined;
  readonly children: Node[];
  /** A directory that is never searched lies in it, or below. */
  isMixed: boolean;
}

// Workspaces of packages keep node_modules some levels down; deeper ones are walked in vain, and still left out.
const deepest = 5;
const mostDirectories = 3000;

/**
 * Where to search for files at any depth below `root`, so that @actions/glob does not walk node_modules and .git: it takes
 * excludes off only after it has been everywhere, which is 0.1 ms a file.
 */
export function searchRoots(root: string): readonly SearchRoot[] {
  const top: Node = { directory: root, depth: 0, parent: undefined, children: [], isMixed: false };
  const queue = [top];
  for (const [index, node] of queue.entries()) {
    if (index === mostDirectories) break;
    look(node);
    if (node.depth === deepest) continue;
    for (const child of node.children) queue.push(child);
  }
  return rootsBelow(top);
}

function look(node: Node): void {
  let entries: Dirent[];
  try {
    entries = readdirSync(node.directory, { withFileTypes: true });
  } catch {
    // The search itself will tell.
    return;
  }
  for (const entry of entries) {
    if (neverSearched.has(entry.name)) {
      for (let above: Node | undefined = node; above?.isMixed === false; above = above.parent) above.isMixed = true;
    } else if (entry.isDirectory()) {
      const directory = join(node.directory, entry.name);
      node.children.push({ directory, depth: node.depth + 1, parent: node, children: [], isMixed: false });
    }
  }
}

function rootsBelow(node: Node): readonly SearchRoot[] {
  if (!node.isMixed) return [{ directory: node.directory, isDeep: true }];
  // At most `deepest` levels of recursion.
  return [{ directory: node.directory, isDeep: false }, ...node.children.flatMap(rootsBelow)];
}
