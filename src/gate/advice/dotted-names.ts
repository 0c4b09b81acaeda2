import { aroundDot } from '../../text/index.ts';
import type { Policy, RecordedBefore } from '../evidence.ts';
import { requiredTexts } from '../trail/required.ts';
import { namesInYaml } from './steps.ts';

/** Names that nothing can record, each with one that can be: the dot in them is that of a version. */
export type DottedNames = ReadonlyMap<string, string>;

/** Those that the caller asks for. A dot after the name of an artifact that is known to be one stands before its evidence. */
export function dottedNames({ required }: Policy, artifacts: readonly string[], before: RecordedBefore | undefined): DottedNames {
  const isKnown = (name: string): boolean =>
    before?.attestations.has(name) === true || artifacts.some((artifact) => name.startsWith(`${artifact}.`));
  return new Map(
    required.flatMap((name): [string, string][] => {
      const around = isKnown(name) ? undefined : aroundDot(name);
      return around === undefined ? [] : [[name, around.oneName]];
    }),
  );
}

/** How such a name is recorded, and what is required then. */
export function dottedFix(name: string, policy: Policy, dotted: DottedNames): string {
  const { advice = '' } = aroundDot(name) ?? {};
  return `${advice}. With one name, require that one:\n\n  required-attestations: ${namesInYaml([...new Set(requiredTexts(policy, dotted))])}`;
}
