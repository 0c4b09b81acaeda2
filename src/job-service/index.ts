export { openJobService } from './open.ts';
export { requiredToServe, serveInputs, serveOutputs } from './inputs.ts';
export { readTimeLimit, usualTimeLimit } from './time-limit.ts';
