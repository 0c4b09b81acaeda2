import { isAttestationRecord } from '../contract/checks/attestations.gen.ts';
import { isFlowTests } from '../contract/checks/flows.gen.ts';
import { isAddedJobRule, isJobRule } from '../contract/checks/oidc.gen.ts';
import { isListedOrganization } from '../contract/checks/operator.gen.ts';
import { isListedToken, isMadeToken, isRevokedToken } from '../contract/checks/tokens.gen.ts';
import type { AsSent, JobRuleInput, ParamsOf, QueryOf, RotationInput, Taken, TokenInput } from '../contract/index.ts';
import { administrationPaths } from '../contract/administration-paths.gen.ts';
import type { ReplyName } from '../contract/schemas.gen.ts';
import { askOperation, callOperation } from './operation.ts';
import { expect, expectList } from './reply.ts';
import type { Call } from './transport.ts';

type Name = keyof typeof administrationPaths;

/** Sends a change, and reads its answer. Where that is lost it is sent again, so that a token may be made twice. */
function change<Each extends Name, Item>(operation: Each, isItem: (value: unknown) => value is Item, reply: ReplyName) {
  return async (call: Call, params: ParamsOf<Each>, ...[data]: Taken<Each>): Promise<Item> => {
    const answer = await askOperation(call, administrationPaths[operation], Object.entries(params), { data });
    return await expect(isItem, reply, answer.reply(), answer.request);
  };
}

function every<Item>(operation: Name, isItem: (value: unknown) => value is Item, reply: ReplyName) {
  return async (call: Call, params: { readonly org?: string }): Promise<readonly Item[]> =>
    (await expectList(isItem, reply, await askOperation(call, administrationPaths[operation], Object.entries(params), {}))).items;
}

export async function listTests(call: Call, params: ParamsOf<'listTests'>, query: QueryOf<'listTests'>) {
  const answer = await askOperation(call, administrationPaths.listTests, Object.entries(params), { query });
  return await expect(isFlowTests, 'FlowTests', answer.reply(), answer.request);
}

/** The action asks for the records of commits alone. */
export async function listFlowAttestations(call: Call, params: ParamsOf<'attestationsOfFlow'>, query: QueryOf<'attestationsOfFlow'>) {
  const at = { method: 'GET', path: '/attestations/:org/:flow_name' } as const;
  return await expectList(isAttestationRecord, 'AttestationRecord', await askOperation(call, at, Object.entries(params), { query }));
}

export type Administration = ReturnType<typeof administration>;

type Trail = Omit<ParamsOf<'getTrail'>, 'org'>;

/** All that an administrator does for an organization, and with an operator's token those who run the service; and how a trail stands. */
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
    listOrganizations: () => every('listOrganizations', isListedOrganization, 'ListedOrganization')(call, {}),
    makeOrganization: (...[data]: Taken<'makeOrganization'>) => change('makeOrganization', isMadeToken, 'MadeToken')(call, {}, data),
    changeOrganization: (name: string, archived: boolean) =>
      change('changeOrganization', isListedOrganization, 'ListedOrganization')(call, { org: name }, { archived }),
    /** Its bytes, which nothing has read yet. */
    askStatement: (trail: Trail) =>
      askOperation(call, administrationPaths.getTrailStatement, Object.entries({ org, ...trail }), { isFile: true }),
    async listNamed(trail: Trail, name: string) {
      const answer = await callOperation(call, 'attestationsOfName', { org, ...trail, attestation_name: name });
      return { ...(await expectList(isAttestationRecord, 'AttestationRecord', answer)), request: answer.request };
    },
  };
}
