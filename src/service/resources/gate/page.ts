import { Refusal } from '../../evidence/refusal.ts';
import { sendText } from '../../http/send.ts';
import { Nothing, file, type PageRoute } from '../../pages/mount.ts';
import { statementOfRecord, statementOfTrail } from './use-statements.ts';

const ofTrail = '/:org/flows/:flow_name/trails/:trail_name';

/** For anybody: who reads a statement need not be a user of the service. */
export const statementKey: PageRoute = {
  method: 'GET',
  path: '/statement-key.pem',
  show: async (_, reply, { evidence: { stating } }) => {
    if (stating?.signer === undefined) throw new Refusal('not-found', 'This service signs no statements: it has no key.');
    return reply.type('application/x-pem-file').send(stating.signer.publicKeyPem);
  },
};

/** For browsers, which have no token. */
export const statementFiles: readonly PageRoute[] = [
  file(`${ofTrail}/statement`, Nothing, async ({ evidence, org, params, reply }) => {
    const { flow_name: flow, trail_name: trail } = params;
    return sendText(reply, await statementOfTrail(evidence, org, { flow, trail }), `${trail}.statement.json`);
  }),

  file(`${ofTrail}/attestations/:attestation_id/statement`, Nothing, async ({ evidence, org, params, reply }) => {
    const { attestation_id: id, flow_name: flow, trail_name: trail } = params;
    return sendText(reply, await statementOfRecord(evidence, org, { flow, trail }, id), `${id}.statement.json`);
  }),
];
