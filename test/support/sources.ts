import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

export const root = join(import.meta.dirname, '../../');
export const src = join(root, 'src');

export interface Import {
  readonly file: string;
  readonly room: string;
  /** A file of ours relative to `src`, or the name of a package. */
  readonly target: string;
  readonly targetRoom: string | undefined;
  readonly kind: 'type' | 'value' | 'lazy';
}

/** The TypeScript files below a folder, sorted. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
    .toSorted();
}

/** The imports and re-exports of a file, each with its kind: types alone, values, or values when needed. */
export function importsOf(file: string): readonly Import[] {
  const text = withoutComments(readFileSync(file, 'utf8'));
  const found = [
    ...[...text.matchAll(/^(?:import|export)\s+(type\s+)?([^'";]*?\bfrom\s+)?'([^']+)'/gm)].map(([, type, names = '', target]) => ({
      target,
      kind: type !== undefined || isAllTypes(names) ? ('type' as const) : ('value' as const),
    })),
    ...[...text.matchAll(/\bimport\(\s*'([^']+)'\s*\)(?=\s*\.\w+\b)?/g)].map(([, target]) => ({ target, kind: 'lazy' as const })),
  ];
  return found.map(({ target = '', kind }) => {
    const ours = target.startsWith('.') ? posix(relative(src, join(dirname(file), target))) : undefined;
    return {
      file: posix(relative(src, file)),
      room: roomOf(posix(relative(src, file))),
      target: ours ?? target,
      targetRoom: ours === undefined ? undefined : roomOf(ours),
      kind,
    };
  });
}

/** A text of TypeScript without its comments, but for those at the end of a line. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

/** `{ type A, type B }` imports no value. */
function isAllTypes(names: string): boolean {
  const [, inside] = /^\{([^}]*)\}\s*from\s+$/.exec(names) ?? [];
  return (
    inside !== undefined &&
    inside
      .split(',')
      .filter((name) => name.trim() !== '')
      .every((name) => /^\s*type\s/.test(name))
  );
}

/** The room of a file that is named relative to `src`. */
export function roomOf(file: string): string {
  return file.split('/')[0] ?? '';
}

export function posix(path: string): string {
  return path.split(sep).join('/');
}
