import type { OperationName, ParamsOf } from './operations.ts';
import { paths } from './paths.gen.ts';

/** The path of an operation with its parameters filled in, each as one segment. */
export function pathOf<Name extends OperationName>(operation: Name, parameters: ParamsOf<Name>): string {
  const values: ReadonlyMap<string, string> = new Map(Object.entries(parameters));
  return paths[operation].path.replace(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''));
}
