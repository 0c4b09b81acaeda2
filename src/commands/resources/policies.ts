import { attachPolicies, detachPolicies, getPolicy, listPolicies, putPolicy, type Call } from '../../client/index.ts';
import {
  allOrComplaints,
  commentOption,
  connectionOptions,
  descriptionOption,
  environmentsOption,
  later,
  nameOption,
  policyFileOption,
  readConnection,
  readLookup,
  readName,
  readNames,
  requiredForConnection,
  requiredToLookUp,
  uses,
  type ConnectionSettings,
  type LookupSettings,
} from '../../options/index.ts';
import { describeCommand } from '../run/command.ts';
import { lookUp, withService } from '../run/connect.ts';
import { readText } from '../files/read-text.ts';
import type { Applied, ListedOf, ShownOf } from '../run/result.ts';

/** Largest policy, in bytes, that a service is known to take. */
const largest = 256 * 1024;

const lookup = uses(connectionOptions, requiredToLookUp);
const connection = uses(connectionOptions, requiredForConnection);
const named = { use: nameOption, required: true, positional: true } as const;

export const policyApplyCommand = describeCommand({
  name: 'policy apply',
  summary: 'Create or change a policy from a YAML file.',
  examples: ['compliance-evidence policy apply production policy.yml --org acme'],
  options: [named, { use: policyFileOption, required: true, positional: true }, ...connection, ...uses([descriptionOption, commentOption])],
  outputs: [],
  async read(read) {
    const yaml = await later(readText(read, largest, 'the YAML of a policy'));
    return allOrComplaints({
      connection: () => readConnection(read),
      name: () => readName(read, 'name', 'policyName'),
      yaml,
      description: () => read.text('description'),
      comment: () => read.text('comment'),
    });
  },
  run({ comment, connection: settings, description, name, yaml }, context): Promise<Applied> {
    return withService(settings, 0, context, async (call) => {
      context.sent.begin(`policy ${name}`);
      const said = { ...(description === undefined ? {} : { description }), ...(comment === undefined ? {} : { comment }) };
      const change = await putPolicy(call, { org: settings.org }, { name, ...said }, yaml);
      return { kind: 'applied', resource: 'policy', name, change };
    });
  },
});

export const policyListCommand = describeCommand({
  name: 'policy list',
  summary: 'List the policies of an organization, by name.',
  examples: ['compliance-evidence policy list --org acme'],
  options: lookup,
  outputs: [],
  read: (read): LookupSettings => readLookup(read),
  run(settings, context): Promise<ListedOf<'policies'>> {
    return lookUp(settings, context, async (call, org) => ({
      kind: 'listed',
      resource: 'policies',
      items: await listPolicies(call, { org }),
    }));
  },
});

export const policyGetCommand = describeCommand({
  name: 'policy get',
  summary: 'Show a policy, and the file of its newest version.',
  examples: ['compliance-evidence policy get production --org acme'],
  options: [named, ...lookup],
  outputs: [],
  read(read): { readonly lookup: LookupSettings; readonly name: string } {
    return allOrComplaints({ lookup: () => readLookup(read), name: () => readName(read, 'name', 'policyName') });
  },
  run({ lookup: settings, name }, context): Promise<ShownOf<'policy'>> {
    return lookUp(settings, context, async (call, org) => {
      const item = await getPolicy(call, { org, policy_name: name });
      return { kind: 'shown', resource: 'policy', item };
    });
  },
});

export const policyAttachCommand = tieCommand(
  'attach',
  'Let a policy decide about what runs in some environments.',
  attachPolicies,
  'attached',
);
export const policyDetachCommand = tieCommand(
  'detach',
  'Let a policy no longer decide about some environments.',
  detachPolicies,
  'detached',
);

interface TieSettings {
  readonly connection: ConnectionSettings;
  readonly name: string;
  readonly environments: readonly string[];
}

function tieCommand(
  verb: 'attach' | 'detach',
  summary: string,
  tie: (call: Call, params: { readonly org: string; readonly env_name: string }, names: readonly string[]) => Promise<void>,
  change: 'attached' | 'detached',
) {
  return describeCommand({
    name: `policy ${verb}`,
    summary,
    examples: [`compliance-evidence policy ${verb} production --environments prod --org acme`],
    options: [named, ...connection, ...uses([environmentsOption], ['environments'])],
    outputs: [],
    read(read): TieSettings {
      return allOrComplaints<TieSettings>({
        connection: () => readConnection(read),
        name: () => readName(read, 'name', 'policyName'),
        environments: () => readNames(read, 'environments', 'environmentName'),
      });
    },
    run({ connection: settings, environments, name }, context): Promise<Applied> {
      return withService(settings, 0, context, async (call) => {
        for (const environment of environments) {
          context.sent.begin(`policy ${name} of environment ${environment}`);
          await tie(call, { org: settings.org, env_name: environment }, [name]);
        }
        return { kind: 'applied', resource: 'policy', name, change };
      });
    },
  });
}
