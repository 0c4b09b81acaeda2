import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { filesBelow, importsOf, root } from '../support/sources.ts';

/** The content of one folder that the bundler wrote. */
export interface Bundled {
  /** The text of each script, by its name. */
  readonly chunks: ReadonlyMap<string, string>;
  readonly everything: string;
  /** Name and version of each package in `licenses.txt`, with its licence and the text below. */
  readonly licenses: ReadonlyMap<string, { readonly license: string; readonly text: string }>;
  /** Packages that have at least one file in the bundle by its words, whatever the bundler says. */
  foundPackages(): readonly string[];
  imported(): readonly string[];
  /** The imports that Node does not have. */
  foreignImports(): readonly string[];
}

export function readBundle(folder: string): Bundled {
  const dist = resolve(root, folder);
  const scripts = readdirSync(dist).filter((name) => name.endsWith('.js'));
  const chunks = new Map(scripts.map((name) => [name, readFileSync(join(dist, name), 'utf8')]));
  const everything = [...chunks.values()].join('\n');
  return {
    chunks,
    everything,
    licenses: new Map(
      readFileSync(join(dist, 'licenses.txt'), 'utf8')
        .split(/^(?=(?:@[\w.-]+\/)?[\w.-]+ \d+\.\d+\.\d+\S*\n[\w.-]+\n\n)/m)
        .map((entry) => {
          const [title = '', license = '', ...text] = entry.split('\n');
          return [title, { license, text: text.join('\n').trim() }];
        }),
    ),
    foundPackages: () => foundIn(everything),
    imported: () => importedIn(everything),
    foreignImports: () => importedIn(everything).filter((name) => !isOfNode(name) && !/^\.\/?/.test(name)),
  };
}

interface Package {
  readonly name: string;
  /** The rarer words of each of its scripts. */
  readonly files: readonly ReadonlySet<string>[];
}

/** A bundle has no comments; a string or a pattern in it may look like the beginning of one. */
function withoutComments(script: string): string {
  return script.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

/** Names of some length that are the same however the bundle is printed: of properties, functions and classes. */
function wordsOf(code: string): ReadonlySet<string> {
  return new Set(code.match(/(?<=\.|\bfunction |\bclass )[A-Za-z_$][\w$]{9,}/g) ?? []);
}

/** The packages that the sources import, and the packages that those need in turn. */
function installed(): readonly Package[] {
  const found = new Map<string, Package>();
  const visit = (name: string): void => {
    const folder = join(root, 'node_modules', name);
    if (found.has(name) || !existsSync(join(folder, 'package.json'))) return;
    const scripts = readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.[cm]?js$/.test(entry.name) && !entry.parentPath.slice(folder.length).includes('node_modules'))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    found.set(name, {
      name,
      files: scripts
        .filter((script) => script.length < 500_000)
        .map(withoutComments)
        .map(wordsOf),
    });
    for (const needed of dependenciesOf(folder)) visit(needed);
  };
  const imported = filesBelow(join(root, 'src'))
    .flatMap(importsOf)
    .filter(({ kind, targetRoom }) => targetRoom === undefined && kind !== 'type');
  for (const { target } of imported) visit(/^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target);
  return [...found.values()];
}

function dependenciesOf(folder: string): readonly string[] {
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.keys(dependencies);
}

function foundIn(everything: string): readonly string[] {
  const packages = installed();
  const holders = new Map<string, Set<string>>();
  for (const { name, files } of packages)
    for (const word of files.flatMap((words) => [...words])) holders.set(word, (holders.get(word) ?? new Set()).add(name));
  const bundled = wordsOf(everything);
  const isBundled = (words: ReadonlySet<string>): boolean => {
    const own = [...words].filter((word) => holders.get(word)?.size === 1);
    return own.length >= 4 && own.filter((word) => bundled.has(word)).length >= own.length * 0.9;
  };
  return packages.filter(({ files }) => files.some(isBundled)).map(({ name }) => name);
}

/** Reads the imports, and the calls of the function that the bundler makes for the modules of Node. */
function importedIn(everything: string): readonly string[] {
  const found = everything.matchAll(
    /(?:^|[;}])(?:import|export)\b[^"'`;()]*["'`]([^"'`]+)["'`]|\bimport\(["'`]([^"'`]+)["'`]\)|\(import\.meta\.url\)\(["'`]([^"'`]+)["'`]\)/gm,
  );
  return [...new Set([...found].map(([, one, two, three]) => one ?? two ?? three ?? ''))];
}

/** `node:sqlite` and the like are not in the list of Node without their prefix. */
function isOfNode(name: string): boolean {
  const { builtinModules } = process.getBuiltinModule('module');
  return builtinModules.includes(name) || builtinModules.includes(name.replace(/^node:/, ''));
}

const sources = filesBelow(join(root, 'src')).map((file) => readFileSync(file, 'utf8'));

/** How many files of the sources hold a text. */
export function sourcesWith(text: string): number {
  return sources.filter((source) => source.includes(text)).length;
}
