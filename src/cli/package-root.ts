import { fileURLToPath } from 'node:url';

/** Root of the package, with `action.yml`, `dist/` and `README.md`. It is as far from this file as from the bundle. */
export const packageRoot = fileURLToPath(new URL('../../', import.meta.url));
