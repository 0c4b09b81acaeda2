import { afterAll, beforeAll } from 'vitest';
import { field } from '../service/support.ts';
import { ownFingerprint, ownSha } from './sent.ts';
import { openStored, type Stored } from './stored.ts';

/** One world for the tests of a file. */
export function useStored(): () => Stored {
  let stored: Stored | undefined;
  beforeAll(async () => {
    stored = await openStored();
  });
  afterAll(() => stored?.close());
  return () => {
    if (stored === undefined) throw new Error('nothing is stored before the tests of the file begin');
    return stored;
  };
}

/** Reports an artifact on a trail of the flow `sent`, so that evidence can be about it. */
export async function reportOwnArtifact(to: Stored, trail: string): Promise<void> {
  const body = { fingerprint: ownFingerprint, filename: 'own.tgz', build_url: '', commit_url: '', git_commit: ownSha, trail_name: trail };
  const { status } = await to.json('POST', '/artifacts/acme/sent', { ...body, template_reference_name: 'cli' });
  if (status !== 201) throw new Error(`The artifact was refused with ${status}`);
}

/** The record with that id, as the service holds it. */
export async function recordOf(from: Stored, id: unknown): Promise<unknown> {
  return field((await from.get(`/attestations/acme?attestation_id=${String(id)}`)).body, 'data.0');
}
