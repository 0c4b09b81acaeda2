import { askOperation } from '../../client/index.ts';
import { endings } from '../../errors/index.ts';
import { allOrComplaints, connectionOptions, queryOptions, readLookup, requiredForConnection, uses } from '../../options/index.ts';
import { hideWebhooks } from '../../text/index.ts';
import { describeCommand } from '../run/command.ts';
import { lookUp } from '../run/connect.ts';
import type { Viewed } from '../run/result.ts';

export const queryCommand = describeCommand({
  name: 'query',
  summary: 'Ask the service one question, by operation and parameters, and give its answer as it came. Changes nothing.',
  examples: [
    'compliance-evidence query --org acme --operation list-trails --parameters flow_name=checkout-service --parameters per_page=20',
  ],
  options: [...uses(connectionOptions, requiredForConnection), ...uses(queryOptions, ['operation'])],
  outputs: ['verdict', 'compliant', 'reasons', 'result', 'result-file'],
  async read(read) {
    // It knows the parameters of every operation.
    const { readQuery } = await import('../../options/read-query.ts');
    return allOrComplaints({ connection: () => readLookup(read), query: () => readQuery(read) });
  },
  run({ connection, query: asked }, context): Promise<Viewed> {
    return lookUp(connection, 0, context, async (call, org) => {
      const { at, name, operation, path, query } = (await context.shortNames?.withWholeParameters(call, org, asked)) ?? asked;
      const answer = await askOperation(call, { method: 'GET', path: at }, [['org', org], ...path], { query });
      // Anybody who knows the address of a webhook can send there, so it must not go into outputs or files of a job.
      const reply = operation === 'listNotifications' || operation === 'getNotification' ? hideWebhooks(answer.reply()) : answer.reply();
      const log = [`${endings.answered.icon} ${name} is answered: see the outputs result and result-file`];
      return {
        kind: 'viewed',
        command: 'query',
        ending: 'answered',
        fails: false,
        view: { log, summary: '' },
        answer: reply,
        json: { operation: name, answer: reply },
      };
    });
  },
});
