import type { OperationName, ParamsOf } from './schemas/operations.ts';
import { paths } from './paths.gen.ts';

export function pathOf<Name extends OperationName>(operation: Name, parameters: ParamsOf<Name>): string {
  return pathWith(operation, Object.entries(parameters));
}

export function pathWith(operation: OperationName, parameters: Iterable<readonly [name: string, value: string]>): string {
  const values: ReadonlyMap<string, string> = new Map(parameters);
  return paths[operation].path.replace(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''));
}
