import type { AllContexts } from './contexts.ts';
import { evaluateDefault } from './expressions.ts';
import type { Journal } from './journal.ts';
import type { Manifest } from './manifest.ts';

/**
 * The inputs as the action gets them: those of `with:` as they are (an empty text is not replaced by the default), then
 * the default, else `''`, of every other input in the manifest. Names are compared without regard to case.
 */
export function mergeInputs(
  given: Readonly<Record<string, string>>,
  manifest: Manifest,
  contexts: AllContexts,
  journal: Journal,
): ReadonlyMap<string, string> {
  const known = new Map(manifest.inputs.map((input) => [input.name.toLowerCase(), input]));
  const inputs = new Map(Object.entries(given));
  for (const name of inputs.keys()) {
    const message = known.get(name.toLowerCase())?.deprecation;
    if (message !== undefined) journal.issue('warning', `Input '${name}' has been deprecated with message: ${message}`);
  }
  const set = new Set([...inputs.keys()].map((name) => name.toLowerCase()));
  for (const input of manifest.inputs) {
    if (!set.has(input.name.toLowerCase())) inputs.set(input.name, evaluateDefault(input.default, contexts));
  }
  const unexpected = Object.keys(given).filter((name) => !known.has(name.toLowerCase()));
  if (unexpected.length > 0) {
    const valid = manifest.inputs.map((input) => input.name).join("', '");
    journal.issue('warning', `Unexpected input(s) '${unexpected.join("', '")}', valid inputs are ['${valid}']`);
  }
  return inputs;
}
