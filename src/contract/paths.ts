import type { ParamsOf } from './schemas/operations.ts';
import { paths } from './paths.gen.ts';

/** An operation that a command of the action may ask. */
export type PathName = keyof typeof paths;

export function pathOf<Name extends PathName>(operation: Name, parameters: ParamsOf<Name>): string {
  return pathWith(paths[operation], Object.entries(parameters));
}

export function pathWith({ path }: { readonly path: string }, parameters: Iterable<readonly [name: string, value: string]>): string {
  const values: ReadonlyMap<string, string> = new Map(parameters);
  return path.replace(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''));
}
