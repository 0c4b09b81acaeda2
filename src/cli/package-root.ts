import { fileURLToPath } from 'node:url';

/**
 * Root of the package: holds `action.yml`, `dist/` and `README.md`. This file and the bundle that it goes into have the same
 * distance to it.
 */
export const packageRoot = fileURLToPath(new URL('../../', import.meta.url));
