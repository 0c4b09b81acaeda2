// All that only `fork collect` and `fork post` need, in one module: it is loaded when one of them runs, and then as one chunk of the bundle.
export { acceptedClaims, readDownloads } from './artifacts.ts';
export { endReasons, nothingCollected, noticesOf, refusalReason, testedRun } from './tested-run.ts';
export { setAside } from './set-aside.ts';
