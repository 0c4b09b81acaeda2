import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const pages = ['recipes', 'service', 'forks', 'oidc'].map((name) =>
  readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8'),
);
const block = /```yaml\n([^]*?)```/;

/** The recipes whose templates ask for test results alone, as their gates do. */
const oneKind = [
  'matrix',
  'several-jobs',
  'monorepo',
  'documentation',
  'merge-queue',
  'status',
  'deployment',
  'artifact',
  'one-step',
  'fork-record',
  'no-secret',
];

/** The recipes that record in a service that is kept, each with the flow file in front of it. */
const recipes = pages
  .flatMap((page) => page.split(/(?=^## )/m))
  .flatMap((section) =>
    [...section.matchAll(/<!-- workflow: (\S+) -->\n/g)].flatMap(({ 1: name = '', index }) => {
      const workflow = block.exec(section.slice(index))?.[1] ?? '';
      if (!workflow.includes('vars.EVIDENCE_BASE_URL') || !workflow.includes('flow: checkout-')) return [];
      // A recipe with more than test results marks its flow file, which is applied where it is played in the workflow engine.
      if (!oneKind.includes(name) && pages.some((page) => page.includes(`<!-- flow: ${name} -->`))) return [];
      return [
        [
          name,
          section
            .slice(0, index)
            .match(/# (?:\w+\/)?flow\.yml\n[^]*?(?=```)/g)
            ?.at(-1) ?? '',
          workflow,
        ] as const,
      ];
    }),
  );

test('there are recipes for a service that is kept', () => {
  expect(recipes.map(([name]) => name)).toEqual(expect.arrayContaining(oneKind));
});

test.each(recipes)('%s brings its flow, whose template asks for what its gate requires', (name, file, workflow) => {
  const flow: { name?: string; template?: { trail: { attestations: readonly { name: string; type: string }[] } } } = parse(file) ?? {};
  expect(workflow).toContain(`flow: ${flow.name?.replace(/-(?:api|web)$/, '-${{ matrix.project }}') ?? 'none'}\n`);
  const asked = (flow.template?.trail.attestations ?? []).map((one) => one.name);
  const required = /required-attestations: ([\w, -]+)\n/.exec(workflow)?.[1]?.split(', ') ?? [];
  // Where the gate asks for one or the other, the template names what every event has.
  expect(asked).toEqual(required.length > 0 ? required : name === 'documentation' ? [] : ['unit-tests']);
});

test('no workflow that names a kept service stands without a flow file in its section', () => {
  const lacking = pages.flatMap((page) =>
    page.split(/(?=^## )/m).flatMap((section) => {
      const [first = ''] = section.split('\n', 1);
      const names = [...section.matchAll(/(?:^ +flow: |--flow )([\w-]+)$/gm), ...section.matchAll(/--flow ([\w-]+) /g)].map(
        ([, name]) => name,
      );
      if (!section.includes('vars.EVIDENCE_BASE_URL') || names.length === 0) return [];
      return /^(?:# flow\.yml|# \S+\/flow\.yml)$/m.test(section) ? [] : [first];
    }),
  );
  expect(lacking).toEqual([]);
});
