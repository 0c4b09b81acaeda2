import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import { parseSync, Visitor, type ESTree } from 'rolldown/utils';
import { type Import, posix, root, roomOf, src } from './sources.ts';

/** The rules that the tree does not hold yet. These lists only get shorter. */
interface Exceptions {
  /** Functions of more than 60 lines, each with the lines that it may have. */
  readonly longFunctions: Readonly<Record<string, number>>;
  /** Files outside of the shells that read the environment. */
  readonly environment: readonly string[];
  /** The files of ours that checkers load, by the name of the checker. */
  readonly checkers: Readonly<Record<string, readonly string[]>>;
}

export const exceptions: Exceptions = JSON.parse(readFileSync(new URL('exceptions.json', import.meta.url), 'utf8'));

/** A function that is longer than others may be. */
interface LongFunction {
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

/** The counts of the tree of `src` that only go down: the weight prints them, and the test of the architecture holds them. */
export interface Structure {
  readonly 'lone siblings': number;
  readonly 'folders that import each other': number;
  /** The pairs of these folders of which each loads values of the other. */
  readonly 'by value': number;
}

export function structureOf(imports: readonly Import[]): Structure {
  return {
    'lone siblings': loneSiblings(imports).length,
    'folders that import each other': mutualFolders(imports).length,
    'by value': mutualFolders(imports.filter(({ kind }) => kind === 'value')).length,
  };
}

/** The counts that are above their ceilings, in words. */
export function higherThan(found: Structure, most: Structure): readonly string[] {
  return (['lone siblings', 'folders that import each other', 'by value'] as const).flatMap((name) =>
    found[name] > most[name] ? [`${name}: ${found[name]}, and the ceiling is ${most[name]}.`] : [],
  );
}

/**
 * Files that are there for one importer in the same folder: short, not loaded when needed, named by no test or script, and not apart
 * because of a package or a part of Node that the importer does without. The layers of a resource have fixed names, however short.
 * A name that only the door of a room hands on is there for others.
 */
export function loneSiblings(imports: readonly Import[]): readonly string[] {
  const importers = Map.groupBy(imports, ({ target }) => target);
  const named = namedFiles();
  return [...importers].flatMap(([file, arrows]) => {
    const [importer = '', ...others] = new Set(arrows.map((each) => each.file));
    const isLone =
      others.length === 0 &&
      dirname(importer) === dirname(file) &&
      importer !== `${roomOf(file)}/index.ts` &&
      file.endsWith('.ts') &&
      !file.endsWith('.gen.ts') &&
      !fixedName.test(file) &&
      arrows.every(({ kind }) => kind !== 'lazy') &&
      !named.has(file) &&
      isShort(file) &&
      !isApart(packagesOf(imports, file), packagesOf(imports, importer));
    return isLone ? [file] : [];
  });
}

function isShort(file: string): boolean {
  return readFileSync(join(posix(src), file), 'utf8').split('\n').length <= 100;
}

function packagesOf(imports: readonly Import[], of: string): readonly string[] {
  return imports
    .filter(({ file, targetRoom, kind }) => file === of && targetRoom === undefined && kind !== 'type')
    .map(({ target }) => target);
}

/** Whether a file needs a package that its importer does not, or Node where its importer needs nothing. */
function isApart(mine: readonly string[], theirs: readonly string[]): boolean {
  return mine.some((name) => !theirs.includes(name) && (!name.startsWith('node:') || theirs.length === 0));
}

/** The files of `src` that tests, scripts and settings name: in an import, a list or a pattern. The rules of the tree itself name none. */
function namedFiles(): ReadonlySet<string> {
  const texts = globSync(['{test,scripts}/**/*.ts', '*.config.ts'], { cwd: root })
    .map(posix)
    .filter((file) => !file.includes('node_modules/') && !/(?:architecture\.test|support\/(?:rooms|structure))\.ts$/.test(file))
    .map((file) => ({ folder: dirname(file), text: readFileSync(join(posix(root), file), 'utf8').replaceAll(/\\([./])/g, '$1') }));
  const paths = texts.flatMap(({ folder, text }) =>
    Array.from(text.matchAll(/[\w./@-]+\.ts\b/g), ([path]) => (path.startsWith('.') ? join(folder, path) : path)),
  );
  return new Set(paths.map((path) => path.replace(/^src\//, '')));
}

/** The files that some begin with, and all files of ours that these load. */
export function loadedFrom(imports: readonly Import[], begins: (file: string) => boolean): readonly string[] {
  const byFile = Map.groupBy(
    imports.filter(({ kind, targetRoom }) => kind !== 'type' && targetRoom !== undefined),
    ({ file }) => file,
  );
  const loaded = new Set(imports.flatMap(({ file }) => (begins(file) ? [file] : [])));
  // A set goes on with what is added while it is walked.
  for (const file of loaded) for (const { target } of byFile.get(file) ?? []) if (target.endsWith('.ts')) loaded.add(target);
  return [...loaded];
}

/**
 * Pairs of folders of one room, none within the other, that import each other. The layers of a resource lie in one folder of the
 * service, and each counts as one: a layer of one resource with that of another, and with other folders the layer of all.
 */
export function mutualFolders(imports: readonly Import[]): readonly string[] {
  const arrows = new Set(
    imports
      .filter(({ room, targetRoom }) => room === targetRoom)
      .map(({ file, target }) => `${placeOf(file, target)} ${placeOf(target, file)}`),
  );
  return [...arrows].filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' ');
    return from < to && !to.startsWith(`${from}/`) && arrows.has(`${to} ${from}`);
  });
}

/** The folder of a file, or the layer of its resource, as the file at the other end of the arrow sees it. */
function placeOf(file: string, other: string): string {
  const [, resource, layer] = layerOf.exec(file) ?? [];
  if (resource === undefined || layer === undefined) return dirname(file);
  return `service/resources/${layerOf.test(other) ? resource : '*'}/${layer}`;
}

const layerOf = /^service\/resources\/([^/]+)\/([a-z]+)/;
const fixedName = /^service\/resources\/[^/]+\/(?:record|tables|use|routes|page)\.ts$/;
