import { operations } from '../../../contract/index.ts';
import { route, type Route } from '../../http/route.ts';
import { sendText } from '../../http/send.ts';
import { statementOfRecord, statementOfTrail } from './use-statements.ts';

export const statementRoutes: readonly Route[] = [
  route(operations.getTrailStatement, async ({ author, evidence, params, reply }) => {
    const { flow_name: flow, trail_name: trail } = params;
    return sendText(reply, await statementOfTrail(evidence, author, { flow, trail }), 'statement.json');
  }),

  route(operations.getAttestationStatement, async ({ author, evidence, params, reply }) => {
    const { attestation_id: id, flow_name: flow, trail_name: trail } = params;
    return sendText(reply, await statementOfRecord(evidence, author, { flow, trail }, id), 'statement.json');
  }),
];
