import { attachPolicies, detachPolicies, getPolicy, listPolicies, putPolicy, type Call } from '../../client/index.ts';
import {
  argument,
  commentOption,
  descriptionOption,
  environmentsOption,
  later,
  nameOption,
  policyFileOption,
  readName,
  readNames,
  uses,
} from '../../options/index.ts';
import { readText } from '../files/read-text.ts';
import type { Applied } from '../run/result.ts';
import { applyCommand, changeCommand, getCommand, listCommand } from './resource-command.ts';
import { given } from '../../text/index.ts';

/** Largest policy, in bytes, that a service is known to accept. */
const largest = 256 * 1024;

export const policyApplyCommand = applyCommand({
  name: 'policy apply',
  summary: 'Create or change a policy from a YAML file.',
  examples: ['compliance-evidence policy apply production policy.yml --org acme'],
  resource: 'policy',
  options: [argument(nameOption), argument(policyFileOption), ...uses([descriptionOption, commentOption])],
  async fields(read) {
    const yaml = await later(readText(read, largest, 'the YAML of a policy'));
    return {
      name: () => readName(read, 'name', 'policyName'),
      yaml,
      description: () => read.text('description'),
      comment: () => read.text('comment'),
    };
  },
  sends: ({ name }) => `policy ${name}`,
  async apply(call, { comment, description, name, org, yaml }) {
    const said = given({ description, comment });
    return { name, change: await putPolicy(call, { org }, { name, ...said }, yaml) };
  },
});

export const policyListCommand = listCommand({
  name: 'policy list',
  summary: 'List the policies of an organization, by name.',
  examples: ['compliance-evidence policy list --org acme'],
  resource: 'policies',
  fields: () => ({}),
  items: (call, params) => listPolicies(call, params),
});

export const policyGetCommand = getCommand({
  name: 'policy get',
  summary: 'Show a policy, and the file of its newest version.',
  examples: ['compliance-evidence policy get production --org acme'],
  resource: 'policy',
  options: [argument(nameOption)],
  fields: (read) => ({ policy_name: () => readName(read, 'name', 'policyName') }),
  item: (call, params) => getPolicy(call, params),
});

export const policyAttachCommand = tieCommand('attach', attachPolicies, 'Let a policy decide about what runs in some environments.');
export const policyDetachCommand = tieCommand('detach', detachPolicies, 'Let a policy no longer decide about some environments.');

function tieCommand(
  verb: 'attach' | 'detach',
  tie: (call: Call, params: { readonly org: string; readonly env_name: string }, names: readonly string[]) => Promise<void>,
  summary: string,
) {
  return changeCommand({
    name: `policy ${verb}`,
    summary,
    examples: [`compliance-evidence policy ${verb} production --environments prod --org acme`],
    options: [argument(nameOption), ...uses([environmentsOption], ['environments'])],
    fields: (read) => ({
      name: () => readName(read, 'name', 'policyName'),
      environments: () => readNames(read, 'environments', 'environmentName'),
    }),
    async run(call, { environments, name, org }, context): Promise<Applied> {
      for (const environment of environments) {
        context.sent.begin(`policy ${name} of environment ${environment}`);
        await tie(call, { org, env_name: environment }, [name]);
      }
      return { kind: 'applied', resource: 'policy', name, change: `${verb}ed` };
    },
  });
}
