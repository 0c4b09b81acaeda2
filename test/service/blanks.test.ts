import { expect, test } from 'vitest';
import { approve, bob, withArtifact } from './approving.ts';
import { attest, field, type Answer } from './support.ts';

const blanks = ['', ' ', '\u2800', '\u200B\u3164 ', '\u0000', '\uFE0F\u00AD'];

/** The refusal: its status, and the field with what to write. */
const refusal = ({ body, status }: Answer) => [status, Object.entries(Object(field(body, 'errors'))).flat()];

test.each(blanks)('who approved, and why something is overridden or allowed, is refused when it is blank: %j', async (blank) => {
  const it = await withArtifact();
  expect(refusal(await approve(it, { approvals: [bob, { ...bob, approved_by: blank }] }))).toEqual([
    400,
    ['approvals[1].approved_by', 'must not be blank: write who decided.'],
  ]);
  expect(await it.get('/approvals/acme/f')).toMatchObject({ body: [] });
  await attest(it, 'f/t');
  const override = { attestation_name: 'unit', reason: blank, new_compliance_status: true, original_attestation_type: 'junit' };
  const [status, errors] = refusal(await it.json('POST', '/attestations/acme/f/trail/t/override', override));
  expect([status, errors]).toEqual([400, ['reason', expect.anything()]]);
  await it.json('PUT', '/environments/acme', { name: 'prod', type: 'server' });
  const allowed = { artifact_fingerprint: 'ab'.repeat(32), artifact_name: 'a', description: blank };
  expect(refusal(await it.json('PUT', '/allowlists/acme/prod', allowed))).toEqual([
    400,
    ['description', 'must not be blank: write why the artifact is allowed.'],
  ]);
  expect((await approve(it, { approvals: [bob] })).status).toBe(201);
});
