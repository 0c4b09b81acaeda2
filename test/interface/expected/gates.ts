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
