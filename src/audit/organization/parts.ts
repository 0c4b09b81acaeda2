// The audit of an organization in one module: it is loaded when one is planned, run or merged, and then as one chunk of the bundle.
export { exclusionIn, inForce, readExclusions } from './exclusions.ts';
export { makePlan } from './make-plan.ts';
export { mergeParts, missingIn } from './merge.ts';
export { largestPart, partsOf, partText, repositoriesOf } from './part.ts';
export { largestPlan, planText, readPlan } from './plan.ts';
export { organizationReports, organizationSummary } from './reports/index.ts';
export { whyWords } from './reports/words.ts';
export { resultOf } from './result.ts';
export { reaches } from '../findings/finding.ts';
