import { readFileSync } from 'node:fs';
import { basename } from 'node:path/posix';
import { parseSync, Visitor, type ESTree } from 'rolldown/utils';

/** What the tree does not hold yet. These lists only get shorter. */
export interface Exceptions {
  /** Functions of more than 60 lines, each with the lines that it may have. */
  readonly longFunctions: Readonly<Record<string, number>>;
}

export const exceptions: Exceptions = JSON.parse(readFileSync(new URL('exceptions.json', import.meta.url), 'utf8'));

/** A function that is longer than others may be. */
export interface LongFunction {
  readonly name: string;
  readonly lines: number;
}

/** The functions of a file of more lines than `most`, each with the name that it is known by where it stands. */
export function longFunctions(file: string, most: number): readonly LongFunction[] {
  const text = readFileSync(file, 'utf8');
  if (text.split('\n').length <= most) return [];
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? ''}`);
  const found: LongFunction[] = [];
  const names = new Map<unknown, string>();
  const note = (node: ESTree.Function | ESTree.ArrowFunctionExpression): void => {
    const lines = text.slice(node.start, node.end).split('\n').length;
    if (lines > most) found.push({ name: names.get(node) ?? node.id?.name ?? `a function of ${basename(file)}`, lines });
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => void (id.type === 'Identifier' && names.set(init, id.name)),
    Property: ({ key, value }) => void (key.type === 'Identifier' && names.set(value, key.name)),
    MethodDefinition: ({ key, value }) => void (key.type === 'Identifier' && names.set(value, key.name)),
    FunctionDeclaration: note,
    FunctionExpression: note,
    ArrowFunctionExpression: note,
  }).visit(program);
  return found;
}
