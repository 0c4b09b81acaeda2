import type { Org } from '../store/log/chain.ts';
import type { Evidence } from './context.ts';
import { noAttestation } from './not-found.ts';
import { Refusal } from './refusal.ts';

/** A file that was attached to a record. */
export interface AttachedFile {
  readonly filename: string;
  readonly bytes: number;
  /** SHA-256 of the content, in hexadecimal digits. */
  readonly sha256: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** The file of a record on a trail. Throws a Refusal if there is none. */
export async function attachedFile(
  { blobs, store }: Evidence,
  { orgId, orgName }: Org,
  { flow, id, trail }: { readonly flow: string; readonly trail: string; readonly id: string },
): Promise<AttachedFile> {
  const record = (await store.attestationById(orgId, id))?.record;
  // The flow may have another name by now.
  const flowId = (await store.findFlow(orgId, flow))?.id;
  if (record === undefined || record.flow_id !== flowId || record.trail !== trail) throw noAttestation(orgName, flow, trail, id);
  const { attachment } = record;
  if (attachment === undefined)
    throw new Refusal('not-found', `No file is attached to the attestation ${id}, whose name is '${record.attestation_name}'.`);
  const { bytes, filename, sha256 } = attachment;
  return { bytes, filename, sha256, content: await blobs.read(attachment) };
}
