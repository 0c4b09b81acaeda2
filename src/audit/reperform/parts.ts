// All that holds a package against what is so now, in one module: it is loaded when that is asked for, and not before.
export { logHole } from '../collect/log.ts';
export { checkClone } from './check-clone.ts';
export { compareFacts } from './compare-facts.ts';
export { compareFindings } from './compare-findings.ts';
export { compareLog } from './compare-log.ts';
export { openPackage } from './open-package.ts';
