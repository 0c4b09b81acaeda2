import { templateOf } from '../collect/service-template.ts';
import type { FlowFact } from '../facts/line.ts';
import { oneLine } from '../../text/index.ts';
import type { Comparison } from './comparison.ts';
import type { Spoken } from './shown-records.ts';

/**
 * Compares flows with their templates of now, and the templates that decided trails. Trails whose records are hidden have a part
 * in those: so each of them must be one that the flow had by then, and each that the shown trails tell must be among them.
 */
export function compareFlows(
  comparison: Comparison,
  said: readonly FlowFact[],
  recorded: readonly FlowFact[],
  { hadTemplate, hasFlow, hidden }: Spoken,
): void {
  const nameOf = ({ name }: FlowFact): string => `Flow ${oneLine(name, 100)}`;
  // A flow without an audited trail covers nothing: its records are hidden, and nothing is judged by it.
  const isUsed = ({ name }: FlowFact): boolean => hidden === 0 || hasFlow(name);
  comparison.add<FlowFact>(said.filter(isUsed), recorded, {
    keyOf: ({ name }) => `flow ${JSON.stringify(name)}`,
    nameOf,
    shown: ({ templates, ...more }) => (hidden > 0 ? more : { ...more, templates }),
    excuse: () => undefined,
  });
  if (hidden === 0) return;
  const byName = new Map(recorded.map((flow) => [flow.name, flow]));
  for (const flow of said) {
    const [other, templates] = [byName.get(flow.name), flow.templates ?? []];
    if (other === undefined || flow.templates === undefined) continue;
    for (const { from, template } of templates) {
      const isSame = (one: unknown): boolean => sameTemplate(one, template);
      if (!hadTemplate(flow.name, isSame, Date.parse(from) / 1000))
        comparison.differ(`template ${flow.name} ${from}`, `${nameOf(flow)}: no record gave it the template that it had at ${from}`);
    }
    for (const { from, template } of other.templates ?? []) {
      const isThere = templates.some((one) => sameTemplate(one.template, template) && Date.parse(one.from) <= Date.parse(from));
      if (!isThere)
        comparison.differ(
          `template of ${flow.name} ${from}`,
          `${nameOf(flow)}: the template that decided its trails at ${from} is left out`,
        );
    }
  }
}

/** Whether two templates ask for the same. Fields that an audit does not read do not count. */
function sameTemplate(one: unknown, other: unknown): boolean {
  const asked = templateOf(one);
  return asked !== null && JSON.stringify(asked) === JSON.stringify(templateOf(other));
}
