import { limits, PolicyFile } from '../../contract/index.ts';
import { rulesOf } from '../evidence/policy-rules.ts';
import { Refusal } from '../evidence/refusal.ts';
import { checked, problemsOf } from '../http/check.ts';
import { bytesOf, type FilePart } from '../http/form.ts';
import type { StoredRules } from '../store/model/policies.ts';
import { lineOf } from './yaml-line.ts';
import { mostFaults, readYaml } from './yaml.ts';

/** The part `policy_file` of a form, read as a policy. */
export const policyPart: FilePart<StoredRules> = {
  field: 'policy_file',
  limit: limits.templateBytes,
  receive: async (content) => readPolicy(await bytesOf(content)),
  discard: async () => {},
};

/** A policy from its YAML. Every problem is named with its path and line; all are found before the answer. */
function readPolicy(bytes: Uint8Array): StoredRules {
  const content = decode(bytes);
  const { document, errors, lines } = readYaml(content, 'policy');
  if (errors.size > 0) throw invalidPolicy([...errors]);
  const value: unknown = document.toJS() ?? {};
  const at = ([path, sentence]: readonly [string, string]) => [`${path} (line ${lineOf(document, path, lines)})`, sentence] as const;
  const problems = Object.entries(problemsOf(PolicyFile, value) ?? {});
  if (problems.length > 0) throw invalidPolicy(problems.map(at));
  const { rules, faults } = rulesOf(checked(PolicyFile, value));
  if (faults.length > 0) throw invalidPolicy(faults.map(at));
  return { content, rules };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Refusal('invalid-request', 'The policy is not text in UTF-8.', {
      cause: error,
      errors: { policy_file: 'must be YAML in UTF-8.' },
    });
  }
}

function invalidPolicy(errors: readonly (readonly [string, string])[]): Refusal {
  return new Refusal('invalid-request', 'The policy is not valid; `errors` says what is wrong, and in which line.', {
    errors: Object.fromEntries(errors.slice(0, mostFaults)),
  });
}
