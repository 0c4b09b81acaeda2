export { openJobService } from './open.ts';
export { readTimeLimit, requiredToServe, serveInputs, serveOutputs, usualTimeLimit } from './inputs.ts';
