import { PolicyFile, limits, operations } from '../../../contract/index.ts';
import { checked, problemsOf } from '../../http/check.ts';
import { bytesOf } from '../../bounded.ts';
import type { FilePart } from '../../http/form.ts';
import { formRoute, route, type Route } from '../../http/route.ts';
import { listJson, objectJson, setStatus } from '../../http/send.ts';
import { readYamlFile } from '../../http/yaml.ts';
import type { StoredRules } from './tables.ts';
import * as policies from './use.ts';
import { faultsOf, rulesOf } from './use.ts';

/** The part `policy_file` of a form: a policy in YAML. */
const policyPart: FilePart<StoredRules> = {
  field: 'policy_file',
  limit: limits.templateBytes,
  receive: async (content) => {
    const file = readYamlFile(await bytesOf(content), 'policy', (value) => {
      const problems = problemsOf(PolicyFile, value);
      return problems === undefined ? faultsOf(checked(PolicyFile, value)) : Object.entries(problems);
    });
    return { content: file.content, rules: rulesOf(checked(PolicyFile, file.value)) };
  },
};

const policyJson = ({ fields, versions }: policies.PolicyView) => objectJson(fields, 'versions', listJson(versions));

export const policyRoutes: readonly Route[] = [
  /** Creates a policy, or adds a version to one; answers the whole policy. */
  formRoute(operations.putPolicy, policyPart, async ({ reply, evidence, author, data, file }) => {
    const { outcome, policy } = await policies.putPolicy(evidence, author, data, file);
    setStatus(reply, outcome);
    return policyJson(policy);
  }),

  route(operations.listPolicies, ({ evidence, author }) => listJson(policies.listPolicies(evidence, author), policyJson)),

  route(operations.getPolicy, async ({ evidence, author, params }) =>
    policyJson(await policies.getPolicy(evidence, author, params.policy_name)),
  ),
];
