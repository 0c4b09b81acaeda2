import {
  getDefaultOrganization,
  getNotification,
  getPolicy,
  getType,
  listNotifications,
  listPolicies,
  listTypes,
  putNotification,
  replaceSigningSecrets,
  updateNotification,
  write,
  type KeptNotification,
} from '../../client/index.ts';
import type { CustomType, NotificationRule, NotificationTarget, Policy } from '../../contract/index.ts';
import {
  addressOptions,
  allOrComplaints,
  argument,
  commentOption,
  descriptionOption,
  environmentsOption,
  nameOption,
  notificationFileOption,
  numberOption,
  policyFileOption,
  readAddress,
  readOptions,
  ruleNumberOption,
  typeFileOption,
  uses,
  type OptionReader,
} from '../../options/index.ts';
import { createdWords } from '../../presentation/index.ts';
import { given, oneLine, withoutWebhooks } from '../../text/index.ts';
import { keysOf, readText, readTypeFile, readYamlFile } from '../files/resource-files.ts';
import { describeCommand } from '../run/command.ts';
import { withService } from '../run/connect.ts';
import type { Shown } from '../run/result.ts';
import { listCommand } from './list-command.ts';
import { applyCommand, changeCommand, columnsOf, getCommand, showChange, textApart, type Change, type Column } from './resource-command.ts';

const address = uses(addressOptions, ['base-url', 'api-token']);

export const defaultOrgSetCommand = describeCommand({
  name: 'default-org set',
  summary: 'Say which organization you mean when a command that looks something up names none.',
  examples: ['compliance-evidence default-org set acme'],
  options: [argument(nameOption('orgName')), ...address],
  outputs: [],
  read: (read) => allOrComplaints({ service: () => readAddress(read), named: () => readOptions(read, [nameOption('orgName')], ['name']) }),
  run({ named: { name }, service }, context) {
    return withService(service, 0, context, async (call) => {
      context.sent.begin(`default organization ${name}`);
      await write(call, 'setDefaultOrganization', { org: name });
      return showChange('default organization', { name, change: 'set' });
    });
  },
});

export const defaultOrgGetCommand = describeCommand({
  name: 'default-org get',
  summary: 'Show which organization you mean when a command that looks something up names none.',
  examples: ['compliance-evidence default-org get'],
  options: address,
  outputs: [],
  read: (read) => readAddress(read),
  run(settings, context): Promise<Shown> {
    return withService(settings, 0, context, async (call) => {
      const name = await getDefaultOrganization(call);
      const facts = [['Default organization', name ?? 'none']] as const;
      return { kind: 'shown', parts: [{ facts }], json: { default_organization: name ?? null } };
    });
  },
});

const latestVersion = ({ versions }: CustomType): string => String(versions?.[0]?.version ?? '');

const typeFields = [
  { head: 'Type', cell: ({ name }) => `custom:${name}` },
  { head: 'Description', cell: ({ description }) => description },
  { head: 'Version', cell: latestVersion },
  { head: 'Archived', cell: ({ archived }) => (archived === true ? 'yes' : '') },
  { head: 'Created', cell: ({ created_at: at, created_by: by }) => createdWords(at, by) },
  { head: 'Last change', cell: ({ last_modified_at: at }) => at, isTime: true },
] as const satisfies readonly Column<CustomType>[];

export const typeApplyCommand = applyCommand({
  name: 'type apply',
  summary: 'Make a custom attestation type, or a new version of it, from a YAML file.',
  examples: ['compliance-evidence type apply coverage.yml --org acme'],
  resource: 'type',
  options: [argument({ ...typeFileOption, read: readTypeFile })],
  sends: ({ file: { type } }) => `type ${type.name}`,
  async apply(call, { file: { schema, type }, org }) {
    await write(call, 'putType', { org }, type, schema);
    return { name: type.name, change: 'applied' };
  },
});

export const typeArchiveCommand = applyCommand({
  name: 'type archive',
  summary: 'Take a custom attestation type out of use; its evidence stays.',
  examples: ['compliance-evidence type archive coverage --org acme'],
  resource: 'type',
  options: [argument(nameOption('typeName'))],
  sends: ({ name }) => `archiving of the type ${name}`,
  async apply(call, { name, org }) {
    await write(call, 'archiveType', { org, type_name: name });
    return { name, change: 'archived' };
  },
});

export const typeListCommand = listCommand({
  name: 'type list',
  summary: 'List the custom attestation types of an organization.',
  examples: ['compliance-evidence type list --org acme'],
  resource: 'types',
  columns: columnsOf(typeFields, 'Type', 'Version', 'Archived', 'Description'),
  items: (call, params) => listTypes(call, params),
});

export const typeGetCommand = getCommand({
  name: 'type get',
  summary: 'Show a custom attestation type, and the rules of its newest version.',
  examples: ['compliance-evidence type get coverage --org acme'],
  facts: typeFields,
  options: [argument(nameOption('typeName'))],
  item: (call, { name, org }) => getType(call, { org, type_name: name }),
  more: ({ versions }) => ['', JSON.stringify(versions?.[0] ?? {}, null, 2)],
});

/** The newest version comes last. */
const latestPolicy = ({ versions }: Policy) => versions?.at(-1);
const attachedTo = ({ consuming_envs: environments }: Policy): string => (environments ?? []).join(', ');

const policyFields = [
  { head: 'Policy', cell: ({ name }) => name },
  { head: 'Description', cell: ({ description }) => description },
  { head: 'Version', cell: (policy) => String(latestPolicy(policy)?.version ?? '') },
  { head: 'Comment', cell: (policy) => latestPolicy(policy)?.comment ?? '' },
  { head: 'Environments', cell: attachedTo },
  { head: 'Created', cell: ({ created_at: at, created_by: by }) => createdWords(at, by) },
  { head: 'Last change', cell: ({ last_modified_at: at }) => at, isTime: true },
] as const satisfies readonly Column<Policy>[];

/** Largest policy, in bytes, that a service is known to accept. */
const largest = 256 * 1024;

export const policyApplyCommand = applyCommand({
  name: 'policy apply',
  summary: 'Create or change a policy from a YAML file.',
  examples: ['compliance-evidence policy apply production policy.yml --org acme'],
  resource: 'policy',
  options: [
    argument(nameOption('policyName')),
    argument({ ...policyFileOption, read: (read: OptionReader) => readText(read, largest, 'the YAML of a policy') }),
    ...uses([descriptionOption, commentOption]),
  ],
  async apply(call, { comment, description, file, name, org }) {
    const said = given({ description, comment });
    return { name, change: await write(call, 'putPolicy', { org }, { name, ...said }, file) };
  },
});

export const policyListCommand = listCommand({
  name: 'policy list',
  summary: 'List the policies of an organization, by name.',
  examples: ['compliance-evidence policy list --org acme'],
  resource: 'policies',
  columns: columnsOf(policyFields, 'Policy', 'Version', 'Environments', 'Last change', 'Description'),
  items: (call, params) => listPolicies(call, params),
});

export const policyGetCommand = getCommand({
  name: 'policy get',
  summary: 'Show a policy, and the file of its newest version.',
  examples: ['compliance-evidence policy get production --org acme'],
  facts: policyFields,
  options: [argument(nameOption('policyName'))],
  item: (call, { name, org }) => getPolicy(call, { org, policy_name: name }),
  more: (policy) => textApart(latestPolicy(policy)?.policy_yaml),
});

export const policyAttachCommand = tieCommand('attach', 'Let a policy decide about what runs in some environments.');
export const policyDetachCommand = tieCommand('detach', 'Let a policy no longer decide about some environments.');

function tieCommand(verb: 'attach' | 'detach', summary: string) {
  return changeCommand({
    name: `policy ${verb}`,
    summary,
    examples: [`compliance-evidence policy ${verb} production --environments prod --org acme`],
    options: [argument(nameOption('policyName')), ...uses([environmentsOption], ['environments'])],
    async run(call, { environments, name, org }, context) {
      for (const environment of environments) {
        context.sent.begin(`policy ${name} of environment ${environment}`);
        await write(call, `${verb}Policies`, { org, env_name: environment }, { policy_names: [name] });
      }
      return showChange('policy', { name, change: `${verb}ed` });
    },
  });
}

const joinTexts = (texts: readonly string[] | null | undefined): string => (texts ?? []).join(', ');
const healthWord = (failing: boolean | null | undefined): string => (failing === true ? 'failing' : failing === false ? 'good' : '');

/** The path of a webhook is a secret: anybody who knows it can send there. */
function targetWords({ emails, type, webhook }: NotificationTarget): string {
  const host = typeof webhook === 'string' && URL.canParse(webhook) ? new URL(webhook).host : '';
  return [type ?? '', joinTexts(emails), host].filter((part) => part !== '').join(' ');
}

/** A later message may have arrived. */
function reasonOf({
  last_failure_at: failed,
  last_failure_reason: reason,
  last_success_at: success,
}: NotificationTarget): readonly string[] {
  return reason === null || reason === undefined || (success ?? 0) > (failed ?? 0) ? [] : [oneLine(reason, 300)];
}

const notificationFields = [
  { head: 'Number', cell: ({ number }) => number },
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Environments', cell: ({ environments }) => joinTexts(environments) },
  { head: 'Triggers', cell: ({ triggers }) => joinTexts(triggers) },
  { head: 'Targets', cell: ({ targets }) => joinTexts(targets?.map(targetWords)) },
  { head: 'Health', cell: ({ is_failing: failing }) => healthWord(failing) },
  { head: 'Last success', cell: ({ last_success_timestamp: at }) => at, isTime: true },
  { head: 'Last failure', cell: ({ last_failure_timestamp: at }) => at, isTime: true },
  { head: 'Why', cell: ({ targets }) => (targets ?? []).flatMap(reasonOf).join('; ') },
  { head: 'Created', cell: ({ created_at: at, created_by: by }) => createdWords(at, by) },
  { head: 'Last change', cell: ({ last_modified_at: at }) => at, isTime: true },
] as const satisfies readonly Column<NotificationRule>[];

export const notificationApplyCommand = applyCommand({
  name: 'notification apply',
  summary: 'Make a rule that sends messages about environments from a YAML file, or change one.',
  examples: [
    'compliance-evidence notification apply rule.yml --org acme',
    'compliance-evidence notification apply rule.yml --number 7 --org acme',
  ],
  resource: 'notification',
  options: [
    argument({ ...notificationFileOption, read: (read: OptionReader) => readYamlFile(read, ruleKind) }),
    ...uses([ruleNumberOption]),
  ],
  sends: ({ number }) => (number === 0 ? 'a notification rule' : `notification rule ${number}`),
  async apply(call, { file: { fields: rule }, number, org }, context) {
    // The service checks the fields of a rule.
    const kept =
      number === 0
        ? await putNotification(call, { org }, rule)
        : await updateNotification(call, { org, notification_number: String(number) }, rule);
    for (const message of kept.warnings) context.report({ kind: 'warning', message });
    const name = String(kept.number ?? (number === 0 ? '' : number));
    return { name, change: number === 0 ? 'created' : 'updated', ...secretsOf(kept) };
  },
});

export const notificationRotateCommand = applyCommand({
  name: 'notification rotate',
  summary: 'Give the webhooks of a rule new signing secrets. They are shown once; the earlier ones sign for another day.',
  examples: ['compliance-evidence notification rotate 7 --org acme'],
  resource: 'notification',
  options: [argument(numberOption)],
  sends: ({ number }) => `new signing secrets of notification rule ${number}`,
  async apply(call, { number, org }) {
    const kept = await replaceSigningSecrets(call, { org, notification_number: String(number) });
    return { name: String(number), change: 'given new signing secrets', ...secretsOf(kept) };
  },
});

function secretsOf({ signingSecrets }: KeptNotification): Pick<Change, 'secrets'> {
  return signingSecrets.length === 0 ? {} : { secrets: signingSecrets };
}

export const notificationDeleteCommand = applyCommand({
  name: 'notification delete',
  summary: 'Take a rule away, with the messages that it has not sent.',
  examples: ['compliance-evidence notification delete 7 --org acme'],
  resource: 'notification',
  options: [argument(numberOption)],
  sends: ({ number }) => `notification rule ${number}`,
  async apply(call, { number, org }) {
    await write(call, 'removeNotification', { org, notification_number: String(number) });
    return { name: String(number), change: 'removed' };
  },
});

export const notificationListCommand = listCommand({
  name: 'notification list',
  summary: 'List the rules that send messages about environments.',
  examples: ['compliance-evidence notification list --org acme'],
  resource: 'notifications',
  columns: columnsOf(notificationFields, 'Number', 'Name', 'Environments', 'Triggers', 'Targets', 'Health'),
  items: async (call, params) => (await listNotifications(call, params)).map(withoutWebhooks),
});

export const notificationGetCommand = getCommand({
  name: 'notification get',
  summary: 'Show one rule, and whether its messages arrive.',
  examples: ['compliance-evidence notification get 7 --org acme'],
  facts: notificationFields,
  options: [argument(numberOption)],
  item: async (call, { number, org }) => withoutWebhooks(await getNotification(call, { org, notification_number: String(number) })),
});

const ruleKind = {
  largest: 64 * 1024,
  holds: 'a rule as YAML: name, environments, triggers, targets',
  // The keys that a service adds to a target are not checked.
  keys: keysOf('name type environments triggers', {
    targets: keysOf('type webhook payload_version emails last_success_at last_failure_at last_failure_reason', {
      context: keysOf('channel_id channel_name team_id'),
    }),
  }),
  example:
    'name: production\nenvironments: [prod]\ntriggers: [ON_NON_COMPLIANT_ENV]\ntargets:\n  - type: WEBHOOK\n    webhook: https://hooks.example/…',
};
