import { behindScenarios } from './behind.ts';
import { callerScenarios, recordingScenarios, templateScenarios } from './caller.ts';
import { decidingScenarios } from './deciding.ts';
import { evidenceScenarios } from './evidence.ts';
import type { Scenarios } from './scenario.ts';

export type { Scenario } from './scenario.ts';

/** Every scenario, in the order of `docs/verdicts.md`. */
export const scenarios: Scenarios = {
  ...evidenceScenarios,
  ...recordingScenarios,
  ...decidingScenarios,
  ...templateScenarios,
  ...behindScenarios,
  ...callerScenarios,
};
