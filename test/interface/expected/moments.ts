import { expect } from 'vitest';

/** A moment in Unix seconds: now, give or take some minutes. */
export const moment: unknown = expect.closeTo(Date.now() / 1000, -4);
/** The same in a decimal string. */
export const decimalMoment: unknown = expect.stringMatching(/^1\d{9}(\.\d+)?$/);
export const id: unknown = expect.stringMatching(/^[a-f0-9-]{32}$/);
