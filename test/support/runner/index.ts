export { runAction, startAction, type StartedAction } from './run-action.ts';
export { runnerTiming, type Timing } from './process.ts';
export type { ActionRun, Annotation, Contexts, RunOptions, SignalAfter } from './types.ts';
