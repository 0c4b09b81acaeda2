import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import { messageOf, wrongUse } from '../../errors/index.ts';
import { list, nearest } from '../../text/index.ts';

/** The keys of a mapping, or of each mapping in a list. The value has the keys below; `undefined` where nothing checks them. */
export interface Keys {
  readonly [key: string]: Keys | undefined;
}

/** Names a mistyped key with its line. `file` is the name of the file in the `UsageError`. */
export function readYaml(text: string, file: string, keys: Keys): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [problem] = document.errors;
  if (problem !== undefined) throw wrongUse(`${file} is not YAML: ${problem.message}`, 'Fix the line it names');
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    throw wrongUse(`${file} refers to itself too often: ${messageOf(cause)}`, 'Write out what the aliases stand for', cause);
  }
  const unknown = unknownKeys(document.contents, keys, lines);
  if (unknown.length === 0) return value;
  throw wrongUse(`${file}: ${list(unknown, 20)}`, 'Spell each key as it is named here');
}

/** A sentence for each: its line, and the key that was probably meant. */
function unknownKeys(node: unknown, known: Keys, lines: LineCounter): readonly string[] {
  if (isSeq(node)) return node.items.flatMap((item) => unknownKeys(item, known, lines));
  if (!isMap<Node, Node | null>(node)) return [];
  return node.items.flatMap(({ key, value }) => {
    const name = isScalar(key) ? String(key.value) : '';
    if (!Object.hasOwn(known, name)) return [`line ${lines.linePos(key.range?.[0] ?? 0).line} ${unknownKey(name, known)}`];
    const below = known[name];
    return below === undefined ? [] : unknownKeys(value, below, lines);
  });
}

function unknownKey(name: string, keys: Keys): string {
  const known = Object.keys(keys);
  const above = known.find((key) => Object.hasOwn(keys[key] ?? {}, name));
  const meant = nearest(name, known);
  const fix =
    above !== undefined
      ? `: put it under ${above}:`
      : meant !== undefined
        ? `: did you mean ${meant}?`
        : `, where only ${list(known)} can stand`;
  return `has the key ${JSON.stringify(name)}${fix}`;
}
