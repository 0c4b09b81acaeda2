import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Before any test: the files of the contract that are not committed are there. */
export function setup(): void {
  const made = fileURLToPath(new URL('../../src/contract/paths.gen.ts', import.meta.url));
  if (!existsSync(made)) throw new Error('src/contract/*.gen.ts are not made yet. Run `npm run generate`; `npm ci` makes them too.');
}
