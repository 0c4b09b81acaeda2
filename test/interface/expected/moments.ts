import { expect } from 'vitest';

const text: unknown = expect.stringMatching(/^\S[^]*\S$/);

const said = {
  release: ['non-compliant', 'failing'],
  early: ['incomplete', 'missing'],
  patch: ['incomplete', 'own-template'],
  none: ['unknown', 'trail-untold'],
} as const;

/** The words of a gate next to the state of a trail, and of each artifact on it. The interface has no such field; our service has. */
export function gateOn(trail: keyof typeof said): object {
  const [verdict, code] = said[trail];
  return { gate: { verdict, reason: { code, message: text, fix: text } } };
}

/** A moment in Unix seconds: now, give or take some minutes. */
export const moment: unknown = expect.closeTo(Date.now() / 1000, -4);
/** The same in a decimal string. */
export const decimalMoment: unknown = expect.stringMatching(/^1\d{9}(\.\d+)?$/);
export const id: unknown = expect.stringMatching(/^[a-f0-9-]{32}$/);
