import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, visit, type Document, type Node } from 'yaml';
import { composeYaml } from '../../text/bounded-yaml.ts';

export type Piece = { readonly line: number } & (
  | { readonly kind: 'map'; readonly entries: readonly Entry[] }
  | { readonly kind: 'list'; readonly items: readonly Piece[] }
  | { readonly kind: 'scalar'; readonly value: unknown }
);

export interface Entry {
  readonly name: string;
  readonly line: number;
  readonly piece: Piece;
}

export type Say = (line: number, sentence: string) => void;

const largest = { characters: 262_144, depth: 12, pieces: 30_000 };
const read = { depth: largest.depth, pieces: 60_000, faults: 32 };
const endings = {
  depth: `is nested deeper than ${largest.depth} levels: no key of this file is`,
  pieces: 'the file is too large from here on: make it smaller',
  faults: 'reading ended here, for too much before it is no YAML: correct that',
} as const;

/** The pieces of a YAML text within the bounds of such a file; undefined where it has none, and `say` was given the reason. */
export function readDocument(text: string, say: Say): Piece | undefined {
  if (text.length > largest.characters) {
    say(1, `the file has more than ${largest.characters} characters: take out what is over, such as acceptances that have ended`);
    return undefined;
  }
  const lines = new LineCounter();
  const lineOf = (node: unknown): number => lines.linePos(rangeOf(node)).line;
  const { document, second } = composeYaml(text, lines, read, (why, offset) => say(lines.linePos(offset).line, endings[why]));
  if (document === undefined) return undefined;
  const anchors = anchorsOf(document);
  for (const { message, pos } of document.errors)
    say(lines.linePos(pos[0]).line, `${message}: correct the YAML, or put the text in quotes`);
  if (second !== undefined) say(lineOf(second), 'a second document begins: write one');
  let pieces = 0;

  function pieceOf(node: unknown, depth: number, line: number): Piece {
    pieces += 1;
    const here = node === null ? line : lineOf(node);
    if (pieces > largest.pieces || depth > largest.depth) return { kind: 'scalar', line: here, value: undefined };
    if (isAlias(node) && anchors.has(node)) return pieceOf(anchors.get(node), depth + 1, here);
    if (isAlias(node)) say(here, `*${node.source} stands for nothing: put a text that begins with * in quotes`);
    if (isNode(node) && node.tag?.startsWith('!') === true)
      say(here, `${node.tag} is a tag of YAML: put a text that begins with ! in quotes`);
    if (isSeq(node)) return { kind: 'list', line: here, items: node.items.map((item) => pieceOf(item, depth + 1, here)) };
    if (isMap(node)) return { kind: 'map', line: here, entries: node.items.map(({ key, value }) => entryOf(key, value, depth, here)) };
    return { kind: 'scalar', line: here, value: isScalar(node) ? node.value : null };
  }

  function entryOf(key: unknown, value: unknown, depth: number, around: number): Entry {
    const line = key === null ? around : lineOf(key);
    if (!isScalar(key)) say(line, 'a name is no text: write name: value');
    const name = isScalar(key) ? (key.source ?? String(key.value)) : '';
    return { name, line, piece: pieceOf(value, depth + 1, line) };
  }

  const root = pieceOf(document.contents, 0, 1);
  if (pieces > largest.pieces) say(1, `the file has more than ${largest.pieces} pieces of YAML: aliases count as often as they are used`);
  return root;
}

/** The value of each alias. Looking each up in the document takes quadratic time. */
function anchorsOf(document: Document): ReadonlyMap<Node, Node> {
  const known = new Map<string, Node>();
  const found = new Map<Node, Node>();
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node)) {
        const target = known.get(node.source);
        if (target !== undefined) found.set(node, target);
      } else if (node.anchor !== undefined) known.set(node.anchor, node);
    },
  });
  return found;
}

function rangeOf(node: unknown): number {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : 0;
}
