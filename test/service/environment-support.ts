import { expect } from 'vitest';
import type { Answer, Client } from './support.ts';

/** Fingerprints by a letter. */
export const print = (letter: string): string => letter.repeat(64);

/** Makes an environment in `acme`. */
export async function putEnvironment(to: Client, name: string, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const { body, status } = await to.json('PUT', '/environments/acme', { name, type: 'server', description: '', ...more });
  expect([200, 201], `answered ${JSON.stringify(body)}`).toContain(status);
}

/**
 * Reports the running artifacts: an instance for each letter. The letter is the artifact's name, and its fingerprint is made of
 * it.
 */
export function report(to: Client, environment: string, letters: string, type = 'server'): Promise<Answer> {
  const artifacts = letters.split('').map((letter, index) => ({ digests: { [letter]: print(letter) }, creationTimestamp: 1000 + index }));
  return to.json('PUT', `/environments/acme/${environment}/report/${type}`, { artifacts });
}

/** Reports an artifact of that letter on a trail of the flow `f`. */
export async function provide(to: Client, letter: string, trail: string, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const said = { fingerprint: print(letter), filename: `${letter}.tgz`, build_url: '', commit_url: 'https://ci.example/c', ...more };
  expect((await to.json('POST', '/artifacts/acme/f', { ...said, trail_name: trail })).status).toBe(201);
}
