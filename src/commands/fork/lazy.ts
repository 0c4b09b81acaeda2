// All that only `fork collect` and `fork post` need, in one module: it is loaded when one of them runs, and then as one chunk of the bundle.
export { acceptedClaims, readDownloads } from './artifacts.ts';
export { endReasons, noticesOf, nothingCollected, refusalReason } from './reasons.ts';
export { setAside } from './set-aside.ts';
export { testedRun } from './tested-run.ts';
