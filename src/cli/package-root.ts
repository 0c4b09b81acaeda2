import { fileURLToPath } from 'node:url';

/** Root of the package: holds `action.yml`, `dist/` and `README.md`. As far from this file as from the bundle that it goes into. */
export const packageRoot = fileURLToPath(new URL('../../', import.meta.url));
