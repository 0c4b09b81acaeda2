import { list, nearest } from '../../text/index.ts';
import type { Evidence, Policy } from '../evidence.ts';
import { isOfType, requiredTexts } from '../trail/required.ts';
import { stateOf, type TrailRow } from '../trail/rows.ts';
import { evidenceNameInYaml, nameInYaml, namesInYaml, wantedBy } from './steps.ts';

/** Missing names with the ones that were probably meant: this run or another recorded those, and nobody asks for them. */
type MeantNames = ReadonlyMap<string, string>;

export function meantNames(names: readonly string[], rows: readonly TrailRow[], { own }: Evidence, policy: Policy): MeantNames {
  // An own name that the trail has may be that of an artifact's row, which it does not say.
  const mine = own === undefined || rows.some(({ status }) => status.attestation_name === own.name) ? [] : [own.name];
  const meant = new Map<string, string>();
  for (const name of names) {
    const near = nearest(name, free(name, rows, policy, mine));
    if (near !== undefined) meant.set(name, near);
  }
  return meant;
}

/** The names that are there, of the type that is asked for under a name, and that nobody asks for. */
function free(name: string, rows: readonly TrailRow[], policy: Policy, more: readonly string[] = []): readonly string[] {
  const there = rows.filter((row) => stateOf(row) !== 'missing' && isOfType(row, policy.requiredTypes?.get(name))).map(({ key }) => key);
  // The service's answer is foreign: only a text that has the form of a name is proposed as one.
  return [...new Set([...there, ...more])].filter(
    (key) => /^[\w,.~-]+$/.test(key) && !policy.required.includes(key) && !rows.some((row) => row.key === key && row.expected),
  );
}

/** Names on the trail that begin with a missing one, as those of the legs of a matrix do: `unit-tests-1` and `unit-tests-2`. */
export function legNames(name: string, rows: readonly TrailRow[], policy: Policy): readonly string[] {
  return free(name, rows, policy).filter((key) => key.startsWith(`${name}-`) || key.startsWith(`${name}_`));
}

/** How such legs and the missing name become the same. */
export function legsFix(name: string, legs: readonly string[], policy: Policy, isByCaller: boolean): string {
  const { artifact, name: asked } = wantedBy(name);
  const target = artifact === undefined ? '' : `\n  target-artifacts: ${nameInYaml(artifact)}`;
  const one = `  attestation-name: ${evidenceNameInYaml(asked)}${target}`;
  if (!isByCaller)
    return `If so, let each of them record under one name, because each counts by itself:\n\n${one}\n\nOr let the template name each of them`;
  const required = policy.required.flatMap((each) => (each === name ? legs : [each]));
  const type = policy.requiredTypes?.get(name);
  const types = new Map([...(policy.requiredTypes ?? []), ...(type === undefined ? [] : legs.map((leg) => [leg, type] as const))]);
  return `If so, write:\n\n  required-attestations: ${namesInYaml(requiredTexts({ ...policy, required, requiredTypes: types }))}`;
}

/** How whoever asks for a name, or else who records, makes them one. */
export function meantFix(name: string, meant: MeantNames, { own: mine }: Evidence, policy: Policy, isByCaller: boolean): string {
  const { artifact, name: asked } = wantedBy(name);
  if (isByCaller) {
    const near = meant.get(name);
    const parts = [...meant].flatMap(([part, other]) => (other === near ? [part] : []));
    const apart = parts.length > 1 ? `A space or a comma parts names: ${list(parts)} are ${parts.length}. ` : '';
    const here = parts.length === 1 && near === mine?.name && artifact === undefined;
    return `${apart}If so, write:\n\n  required-attestations: ${namesInYaml([...new Set(requiredTexts(policy, meant))])}${
      here ? `\n\nOr in this step:\n\n  attestation-name: ${evidenceNameInYaml(name)}` : ''
    }`;
  }
  const target = artifact === undefined ? '' : `\n  target-artifacts: ${nameInYaml(artifact)}`;
  return `If so, let the step that records it write:\n\n  attestation-name: ${evidenceNameInYaml(asked)}${target}`;
}
