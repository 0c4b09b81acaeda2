import { isAddedJobRule, isJobRule } from '../contract/checks/oidc.gen.ts';
import { isListedToken, isMadeToken, isRevokedToken } from '../contract/checks/tokens.gen.ts';
import type { AsSent, JobRuleInput, OperationName, ParamsOf, RotationInput, Taken, TokenInput } from '../contract/index.ts';
import type { ReplyName } from '../contract/schemas.gen.ts';
import { callOperation } from './operation.ts';
import { expect } from './reply.ts';
import { every } from './resources.ts';
import type { Call } from './transport.ts';

/** Sends a change, and reads its answer. Where that is lost it is sent again, so that a token may be made twice. */
function change<Name extends OperationName, Item>(operation: Name, isItem: (value: unknown) => value is Item, reply: ReplyName) {
  return async (call: Call, params: ParamsOf<Name>, ...[data]: Taken<Name>): Promise<Item> => {
    const answer = await callOperation(call, operation, params, { data });
    return await expect(isItem, reply, answer.reply(), answer.request);
  };
}

export type Administration = ReturnType<typeof administration>;

/** All that an administrator does for an organization. */
export function administration(call: Call, org: string) {
  return {
    org,
    listTokens: () => every('listTokens', isListedToken, 'ListedToken')(call, { org }),
    createToken: (data: AsSent<TokenInput>) => change('createToken', isMadeToken, 'MadeToken')(call, { org }, data),
    rotateToken: (id: string, data: AsSent<RotationInput>) =>
      change('rotateToken', isMadeToken, 'MadeToken')(call, { org, token_id: id }, data),
    revokeToken: (id: string) => change('revokeToken', isRevokedToken, 'RevokedToken')(call, { org, token_id: id }),
    listRules: () => every('listJobRules', isJobRule, 'JobRule')(call, { org }),
    addRule: (data: AsSent<JobRuleInput>) => change('addJobRule', isAddedJobRule, 'AddedJobRule')(call, { org }, data),
    removeRule: (id: string) => change('removeJobRule', isJobRule, 'JobRule')(call, { org, rule_id: id }),
  };
}
