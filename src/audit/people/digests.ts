import { hash } from 'node:crypto';
import { readingsOf } from './names.ts';

/**
 * Digests of the authors of a change, for the next audit: it does not see the change again, and has to tell whether an author
 * accepts a finding about it. A report may name nobody, so it holds digests; with the change in them, they say nothing about
 * other changes.
 */

/** Digests of the names of who wrote a change. */
export function digestsOf(names: Iterable<string>, sha: string): readonly string[] {
  return [...names].map((name) => digestOf(name, sha)).toSorted();
}

/** Whether a name stands for one of those. */
export function isAmong(digests: readonly string[], sha: string, name: string): boolean {
  return readingsOf(name).some((text) => digests.includes(digestOf(text, sha)));
}

function digestOf(name: string, sha: string): string {
  return hash('sha256', `${sha} ${name}`, 'base64url').slice(0, 12);
}
