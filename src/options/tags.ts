import { matches } from '../contract/patterns.ts';
import type { ReaderOf } from './reader.ts';
import type { OptionSpec } from './spec.ts';

/** Options about changes to the tags of something. */
export const tagOptions = [
  { name: 'set', kind: 'pairs', placeholder: 'KEY=VALUE', description: 'Tags to set: `key=value`, one a line.' },
  { name: 'remove', kind: 'names', placeholder: 'KEYS', description: 'Tags to remove, by their keys.' },
] as const satisfies readonly OptionSpec[];

export function readTags(read: ReaderOf<typeof tagOptions>) {
  const [set, remove] = [read.pairs('set'), read.names('remove')];
  if (set.size === 0 && remove.length === 0)
    throw read.invalid('set', 'is missing, and so are tags to remove', 'Give some: --set team=shop, --remove owner');
  for (const [option, keys] of [
    ['set', [...set.keys()]],
    ['remove', remove],
  ] as const) {
    const wrong = keys.find((key) => !matches('tagName', key));
    if (wrong !== undefined)
      throw read.invalid(
        option,
        `has the key ${JSON.stringify(wrong)}`,
        'Use letters, digits, -, _, . and ~, beginning with a letter or digit',
      );
  }
  return { set, remove };
}
