import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of webpack's statistics that names the files of a bundle. */
export interface BundleStats {
  readonly modules?: readonly BundleModule[];
}

interface BundleModule {
  /** Absolute path of the file, where the module is one. */
  readonly nameForCondition?: string | null;
  /** Modules that were joined to this one. */
  readonly modules?: readonly BundleModule[];
}

/** Permissive licences that allow us to ship others' code with this action. minimatch, which @actions/glob needs, has BlueOak. */
export const allowedLicenses: ReadonlySet<string> = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
]);

/**
 * Name, licence and licence text of every package in bundles. ncc's own `--license` leaves out the modules that webpack joins
 * into one scope, which are most of them.
 */
export function licensesOf(bundles: readonly BundleStats[]): string {
  const directories = new Set(bundles.flatMap(({ modules = [] }) => files(modules)).flatMap((file) => packageOf(file) ?? []));
  const entries = [...directories].map(entryOf).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [...new Set(entries.map(([, text]) => text))].join('\n');
}

function files(modules: readonly BundleModule[]): readonly string[] {
  return modules.flatMap(({ nameForCondition, modules: joined }) => [
    ...(typeof nameForCondition === 'string' ? [nameForCondition] : []),
    ...files(joined ?? []),
  ]);
}

/** `undefined` for a file of ours, and for the bundler's stand-in for a package that is not installed. */
function packageOf(file: string): string | undefined {
  if (file.includes('@@notfound.js')) return undefined;
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0];
}

function entryOf(directory: string): readonly [key: string, text: string] {
  const { license, name, version }: { readonly name: string; readonly version: string; readonly license: string } = JSON.parse(
    readFileSync(join(directory, 'package.json'), 'utf8'),
  );
  if (!allowedLicenses.has(license)) throw new Error(`${name} ${version} is under the licence ${license}, which is not one that we ship`);
  const own = readdirSync(directory).filter((entry) => /^licen[cs]e(?:-mit)?(?:\.(?:md|txt))?$/i.test(entry));
  const files = [...own.map((file) => join(directory, file)), ...added(name)];
  if (files.length === 0) throw new Error(`${name} ${version} has no file with its licence`);
  const text = files.map((file) => readFileSync(file, 'utf8').replace(/\r\n?/g, '\n').trim()).join('\n\n');
  return [`${name} ${version}`, `${name} ${version}\n${license}\n\n${text}\n`];
}

/** Licences that a package does not bring along: its own, or those of code that is compiled into it. */
function added(name: string): readonly string[] {
  const file = join(import.meta.dirname, `licenses/${name}.txt`);
  return existsSync(file) ? [file] : [];
}
