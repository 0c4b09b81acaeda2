import { limits, operations } from '../../contract/index.ts';
import type { JunitAttestation } from '../../contract/index.ts';
import { recordJunit } from '../evidence/record-junit.ts';
import { readForm } from './form.ts';
import { keyOf, underWay } from './idempotency.ts';
import { route } from './route.ts';
import { webAddress } from './web-address.ts';

/** Operation 6: records a test-results attestation, with whatever of its flow and trail does not exist yet. */
export const attestJunit = route(operations.attestJunit, 'write', async ({ request, reply, evidence, author, params }) => {
  const idempotencyKey = keyOf(request);
  const done = underWay(author, idempotencyKey);
  try {
    const { blobs } = evidence;
    const form = await readForm(request, operations.attestJunit.data, {
      field: 'attachment_file',
      limit: limits.attachmentBytes,
      receive: blobs.receive,
      discard: blobs.discard,
    });
    const attachment = form.file;
    let kept = false;
    try {
      webAddress(form.data.origin_url);
      const data = form.data as JunitAttestation;
      const { reply: body, replayed } = await recordJunit(evidence, {
        author,
        flowName: params.flow_name,
        trailName: params.trail_name,
        data,
        attachment,
        idempotencyKey,
      });
      kept = !replayed;
      if (replayed) reply.header('idempotent-replayed', 'true');
      return await reply.code(201).type('application/json; charset=utf-8').send(body);
    } finally {
      if (attachment !== undefined) await (kept ? blobs.keep(attachment) : blobs.discard(attachment));
    }
  } finally {
    done();
  }
});
