import type { Template, TemplateEntry } from '../contract/index.ts';

/** The requirements of two templates together: everything that either of them asks for. */
export function together(one: Template, other: Template): Template {
  const artifacts = Map.groupBy([...one.trail.artifacts, ...other.trail.artifacts], ({ name }) => name);
  return {
    version: 1,
    trail: {
      attestations: entriesOf([...one.trail.attestations, ...other.trail.attestations]),
      artifacts: Array.from(artifacts, ([name, same]) => ({
        name,
        attestations: entriesOf(same.flatMap(({ attestations }) => attestations)),
      })),
    },
  };
}

/**
 * Each name with each type once. Any type is asked for only where no type is: the one of a type answers both. A name may be
 * without a test only where all that ask for it say so.
 */
function entriesOf(entries: readonly TemplateEntry[]): readonly TemplateEntry[] {
  return [...Map.groupBy(entries, ({ name }) => name).values()].flatMap((same) => {
    const byType = new Map(same.map((entry) => [entry.type === 'system:decision' ? 'decision' : entry.type, entry]));
    const exact = [...byType].filter(([type]) => type !== '*').map(([, entry]) => entry);
    const asked = exact.length === 0 ? [...byType.values()] : exact;
    const mayBeEmpty = same.every(({ min_tests: least }) => least === 0);
    return asked.map(({ name, type }) => ({ name, type, ...(mayBeEmpty ? { min_tests: 0 as const } : {}) }));
  });
}
