import type { Case } from './case.ts';
import { matrixCases } from './matrix-cases.ts';
import { oneStepCases } from './one-step-cases.ts';
import { severalJobsCases } from './several-jobs-cases.ts';

/** In the order in which they are played. */
export const cases: readonly Case[] = [...oneStepCases, ...severalJobsCases, ...matrixCases];
