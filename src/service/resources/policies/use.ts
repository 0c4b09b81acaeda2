import { conditionFault, type Condition, type PolicyRules, type RequiredRule } from '../../../compliance/index.ts';
import type { Policy, PolicyFile, PolicyInput, PolicyVersion } from '../../../contract/index.ts';
import { given, withoutNulls } from '../../../text/index.ts';
import type { Evidence } from '../../context.ts';
import type { View } from '../../evidence/links.ts';
import { inSteps } from '../../evidence/listing.ts';
import { Refusal, noSuch } from '../../evidence/refusal.ts';
import type { Author, Org } from '../../log/chain.ts';
import type { PolicyRow, StoredRules } from './tables.ts';

/** A policy as its readers see it, and its versions as they are read. */
export interface PolicyView {
  readonly fields: View<Policy, 'versions'>;
  readonly versions: AsyncIterable<View<PolicyVersion>>;
}

const policiesAtOnce = 100;
/** The most environments that a policy is shown with. */
const mostShown = 1000;
/** The file of each may be 256 KiB. */
const versionsAtOnce = 10;

/** Creates a policy or changes one; without a file the stored version stays. Answers its new state. */
export async function putPolicy(evidence: Evidence, author: Author, input: PolicyInput, rules: StoredRules | undefined) {
  const { store } = evidence;
  const outcome = await store.putPolicy({ author, name: input.name, data: withoutNulls(input), ...given({ rules }) });
  if (outcome === 'no-rules') {
    throw new Refusal('invalid-request', `There is no policy '${input.name}' yet, and none came along.`, {
      errors: { policy_file: 'is missing: add it.' },
    });
  }
  return { outcome, policy: await getPolicy(evidence, author, input.name) };
}

export async function getPolicy(evidence: Evidence, org: Org, name: string): Promise<PolicyView> {
  const row = await evidence.store.findPolicy(org.orgId, name);
  if (row === undefined) throw noSuch('policy', org.orgName, name);
  return await viewOf(evidence, org, row);
}

export async function* listPolicies(evidence: Evidence, org: Org): AsyncGenerator<PolicyView> {
  const read = (after: string, limit: number) => evidence.store.policiesAfter(org.orgId, after, limit);
  for await (const rows of inSteps('', policiesAtOnce, read, ({ name }) => name))
    for (const row of rows) yield await viewOf(evidence, org, row);
}

async function viewOf({ store }: Evidence, { orgId }: Org, row: PolicyRow): Promise<PolicyView> {
  const attached = await store.linkedTo(orgId, 'policy', row.name);
  const environments = await store.environmentNames(orgId, attached.slice(0, mostShown));
  return {
    fields: {
      name: row.name,
      description: row.description,
      archived: false,
      created_by: row.createdBy,
      created_at: row.createdAt,
      last_modified_at: row.lastModifiedAt,
      consuming_envs: [...environments.values()].toSorted(),
    },
    versions: (async function* () {
      for (let after = 0; after < row.versionCount;) {
        const versions = await store.policyVersions(orgId, row.id, after, versionsAtOnce);
        for (const { body, createdAt, createdBy, version } of versions)
          yield { version, comment: body.comment, timestamp: createdAt, created_by: createdBy, policy_yaml: body.content };
        after = versions.at(-1)?.version ?? row.versionCount;
      }
    })(),
  };
}

type Artifacts = NonNullable<PolicyFile['artifacts']>;
type Fault = readonly [path: string, sentence: string];

/** The rules of a policy file with nothing left out. */
export function rulesOf({ artifacts }: PolicyFile): PolicyRules {
  return {
    provenance: requirement(artifacts?.provenance),
    'trail-compliance': requirement(artifacts?.['trail-compliance']),
    attestations: (artifacts?.attestations ?? []).map((each) => ({
      if: each.if === undefined || each.if === null ? null : conditionOf(each.if),
      name: each.name ?? '*',
      type: each.type,
      must_be_compliant: each.must_be_compliant ?? true,
      for_control: each.for_control ?? null,
    })),
  };
}

export function faultsOf(file: PolicyFile): readonly Fault[] {
  const { artifacts } = file;
  const rules = rulesOf(file);
  const faults: readonly Fault[] = [
    ...exceptionFaults(artifacts?.provenance, 'artifacts.provenance'),
    ...exceptionFaults(artifacts?.['trail-compliance'], 'artifacts.trail-compliance'),
    ...(artifacts?.attestations ?? []).flatMap((_, index) => attestationFaults(rules, artifacts?.attestations?.[index]?.if, index)),
  ];
  return faults.length === 0 && requiresNothing(rules) ? [['artifacts', nothing]] : faults;
}

const nothing =
  'requires nothing, and so everything that runs would be compliant: add provenance.required, trail-compliance.required or an attestation.';

function requiresNothing({ provenance, 'trail-compliance': trail, attestations }: PolicyRules): boolean {
  return !provenance.required && !trail.required && attestations.length === 0;
}

function requirement(given: Artifacts['provenance']): RequiredRule {
  return { required: given?.required ?? false, exceptions: (given?.exceptions ?? []).map((each) => ({ if: conditionOf(each.if) })) };
}

function exceptionFaults(given: Artifacts['provenance'], path: string): readonly Fault[] {
  return (given?.exceptions ?? []).flatMap((each, index) => expressionFault(each.if, `${path}.exceptions[${index}].if`));
}

function attestationFaults({ attestations }: PolicyRules, condition: string | null | undefined, index: number): readonly Fault[] {
  const [rule, path] = [attestations[index], `artifacts.attestations[${index}]`];
  const faults: Fault[] = [];
  if (rule?.name === '*' && rule.type === '*') faults.push([`${path}.type`, 'is any type of any name: say one of the two.'] as const);
  if (rule?.for_control !== null && rule?.type !== 'decision' && rule?.type !== 'system:decision')
    faults.push([`${path}.for_control`, 'is for the type decision alone: take it out.'] as const);
  return condition === undefined || condition === null ? faults : [...faults, ...expressionFault(condition, `${path}.if`)];
}

const wrapped = /^\s*\$\{\{(.*)\}\}\s*$/su;

function conditionOf(expression: string): Condition {
  return { text: (wrapped.exec(expression)?.[1] ?? '').trim() };
}

function expressionFault(expression: string, path: string): readonly Fault[] {
  if (!wrapped.test(expression)) return [[path, 'is no expression: write it as ${{ flow.name == "checkout" }}.']];
  const fault = conditionFault(conditionOf(expression));
  return fault === undefined ? [] : [[path, fault]];
}
