import { operations } from '../../contract/index.ts';
import { recordOverride } from '../evidence/override.ts';
import { checked } from '../http/check.ts';
import { readJsonBody } from '../http/form.ts';
import { keyOf, underWay } from '../http/idempotency.ts';
import { route } from '../http/route.ts';
import { withWebAddress } from '../http/web-address.ts';
import { withCommit } from './target-commit.ts';

/** Says whether a name on a trail complies, instead of its evidence. */
export const overrideAttestation = route(
  operations.overrideAttestation,
  'evidence',
  async ({ request, reply, evidence, author, params }) => {
    const idempotencyKey = keyOf(request);
    const done = underWay(author, idempotencyKey);
    try {
      const data = await readJsonBody(request, (value) => withCommit(withWebAddress(checked(operations.overrideAttestation.data, value))));
      const report = { author, flowName: params.flow_name, trailName: params.trail_name, attachment: undefined, idempotencyKey };
      const { id, head, replayed } = await recordOverride(evidence, report, data);
      if (replayed) reply.header('idempotent-replayed', 'true');
      return await reply.send({ message: 'OK', attestation_id: id, head });
    } finally {
      done();
    }
  },
);
