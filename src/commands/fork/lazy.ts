// Only `fork collect` and `fork post` need these: one module, so that they are loaded as one chunk of the bundle when one of them runs.
export { acceptedClaims, readDownloads } from './artifacts.ts';
export { endReasons, nothingCollected, noticesOf, refusalReason, testedRun } from './tested-run.ts';
export { setAside } from './set-aside.ts';
