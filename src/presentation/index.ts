export type { Column } from './column.ts';
export { flowColumns, flowFields } from './flows.ts';
export { rowWords } from './rows.ts';
export { recordedWords, sendingWords, sentWords, type Sent } from './sent.ts';
export { stoppedFix, stoppedWords, type StoppedFacts } from './stopped.ts';
export { totalWords, type Totals } from './totals.ts';
export { entryColumns, trailColumns, trailEntries, trailFields } from './trails.ts';
export { verdictWords } from './verdicts.ts';
