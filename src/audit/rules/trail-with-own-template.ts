import { list } from '../../text/index.ts';
import type { Template } from '../../contract/index.ts';
import type { FlowFact } from '../facts/line.ts';
import { evidenceRule } from './evidence-rule.ts';
import { aboutTrail, changeName, trailName } from './words.ts';
import { foundOr, notApplicable, notTested, passed, type Found } from './rule.ts';

export const trailWithOwnTemplate = evidenceRule({
  name: 'trail-with-own-template',
  text: 'The flow says what its trails must hold, and no trail of a change takes anything of that away.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PO.3'],
  fix: 'Begin trails without a template of their own, and put what all of them need into the template of the flow.',
  judge({ change, flows, world }) {
    const templated = flows.flatMap(({ coverage }) => {
      const trail = change.trails.get(`${coverage.flow}/${coverage.trail}`);
      return trail?.ownTemplate === true ? [{ coverage, trail }] : [];
    });
    const found = templated.flatMap(({ coverage, trail }): readonly Found[] => {
      const asked = askedBy(world.flows.get(coverage.flow), change.landing.at);
      const taken = trail.template === null || asked === undefined ? undefined : takenAway(asked, trail.template);
      const more = trail.template !== null && asked !== undefined ? takenAway(trail.template, asked) : [];
      // One that is word for word the flow's decides nothing by itself.
      if (taken?.length === 0 && more.length === 0) return [];
      const words =
        taken === undefined
          ? `nobody can tell what it leaves out of what the flow asks for`
          : taken.length === 0
            ? `it adds ${list(more)}`
            : `it leaves out ${list(taken)}, which the flow asks for`;
      return [
        {
          ...aboutTrail(change, coverage, world),
          severity: taken?.length === 0 ? 'low' : 'high',
          message: `${trailName(coverage)}, which decides about ${changeName(change)}, has a template of its own: ${words}.`,
        },
      ];
    });
    const unknown = flows.find(({ coverage: { flow, trail } }) => change.trails.get(`${flow}/${trail}`)?.ownTemplate === null);
    if (unknown === undefined) return foundOr(found, flows.some(({ coverage: { trail } }) => trail !== null) ? passed : notApplicable);
    const name = trailName(unknown.coverage).replace(/^T/, 't');
    return foundOr(found, notTested(`the service does not say whether ${name} has a template of its own`));
  },
});

/** The demands of the flow when the change landed, as far as they are known, else those of now. */
function askedBy(flow: FlowFact | undefined, landedAt: string | null): Template | undefined {
  if (flow === undefined) return undefined;
  const then = landedAt === null ? undefined : flow.templates?.findLast(({ from }) => Date.parse(from) <= Date.parse(landedAt));
  return then?.template ?? flow.template ?? undefined;
}

/** The demands of one template that another one has not, or has with another type. */
function takenAway(asked: Template, by: Template): readonly string[] {
  const there = demandsOf(by);
  return [...demandsOf(asked)].flatMap(([name, type]) => {
    const other = there.get(name);
    return other === type || (other !== undefined && type === '*') ? [] : [name];
  });
}

/** `unit-tests` → its type, `unit-tests of shop`, and the artifact `artifact shop` itself. */
function demandsOf({ trail: { artifacts, attestations } }: Template): ReadonlyMap<string, string> {
  return new Map([
    ...attestations.map(({ name, type }) => [name, type] as const),
    ...artifacts.map(({ name }) => [`artifact ${name}`, ''] as const),
    ...artifacts.flatMap((artifact) => artifact.attestations.map(({ name, type }) => [`${name} of ${artifact.name}`, type] as const)),
  ]);
}
