import { limits, PolicyFile } from '../../contract/index.ts';
import { faultsOf, rulesOf } from '../evidence/policy-rules.ts';
import { checked, problemsOf } from '../http/check.ts';
import { bytesOf, type FilePart } from '../http/form.ts';
import type { StoredRules } from '../store/model/policies.ts';
import { readYamlFile } from './yaml.ts';

/** The part `policy_file` of a form: a policy in YAML. */
export const policyPart: FilePart<StoredRules> = {
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
