import { limits, operations } from '../../contract/index.ts';
import { recordJunit } from '../evidence/record-junit.ts';
import { checked } from '../http/check.ts';
import { readForm } from '../http/form.ts';
import { keyOf, underWay } from '../http/idempotency.ts';
import { route } from '../http/route.ts';
import { withCommit } from './target-commit.ts';
import { withWebAddress } from '../http/web-address.ts';

/** Operation 6: records a test-results attestation, with whatever of its flow and trail does not exist yet. */
export const attestJunit = route(operations.attestJunit, 'write', async ({ request, reply, evidence, author, params }) => {
  const idempotencyKey = keyOf(request);
  const done = underWay(author, idempotencyKey);
  try {
    const form = await readForm(request, (value) => withCommit(withWebAddress(checked(operations.attestJunit.data, value))), {
      field: 'attachment_file',
      limit: limits.attachmentBytes,
      receive: evidence.blobs.receive,
      discard: evidence.blobs.discard,
    });
    const { reply: body, replayed } = await recordJunit(evidence, {
      author,
      flowName: params.flow_name,
      trailName: params.trail_name,
      data: form.data,
      attachment: form.file,
      idempotencyKey,
    });
    if (replayed) reply.header('idempotent-replayed', 'true');
    return await reply.code(201).type('application/json; charset=utf-8').send(body);
  } finally {
    done();
  }
});
