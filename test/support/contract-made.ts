import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Before any test: the files of the contract that are not committed are there. */
export function setup(): void {
  const made = join(import.meta.dirname, '../../src/contract/paths.gen.ts');
  if (!existsSync(made)) throw new Error('src/contract/*.gen.ts are not made yet. Run `npm run generate`; `npm ci` makes them too.');
}
