import { headOf } from '../coverage/match.ts';
import { endOf, wasThere } from '../coverage/moment.ts';
import type { AuditedChange } from '../judge/change.ts';
import type { Coverage } from '../coverage/coverage.ts';
import type { World } from '../judge/world.ts';
import { short, aboutFlow, asOfNow, deployed, landed, trailName } from './words.ts';
import { evidenceRule, withYes } from './evidence-rule.ts';
import { foundOr, notTested, passed } from './rule.ts';

export const testedOnHeadOnly = evidenceRule({
  name: 'tested-on-head-only',
  text: 'What landed was tested as it landed, and not only as it was before its base moved.',
  severity: 'medium',
  fix: 'Test what lands: use a merge queue, require branches to be up to date, or record tests of the landed commit before it is deployed. Where the head is enough for a flow, say head-is-enough: true in .github/compliance-audit.yml.',
  among: withYes,
  judge({ change, flows, world }) {
    const found = flows
      .filter(({ state }) => state === 'tested-on-head-only')
      .map(({ coverage }) => ({
        ...aboutFlow(change, coverage, world),
        message: `${landed(change)}. ${trailName(coverage)} tested its head ${short(headOf(change) ?? '')} alone; the base had moved, and no test of both together is recorded${
          deployed(change) === '' ? '' : ' before they were deployed'
        }.${deployed(change)}${asOfNow(coverage)}`,
      }));
    if (found.length === 0 && !isShippingKnown(world) && flows.some(({ coverage }) => isLater(change, coverage)))
      return notTested('nobody tells whether a change was deployed before what landed was tested');
    return foundOr(found, passed);
  },
});

function isShippingKnown({ untold }: World): boolean {
  return !untold.some(({ source }) => source === 'deployments');
}

/** Whether evidence that came only after the landing stands for what was tested on its head before. */
function isLater({ landing, trails }: AuditedChange, { atMerge, flow, trail }: Coverage): boolean {
  const landed = endOf(landing.at);
  const records = trails.get(`${flow}/${trail}`)?.records ?? [];
  return atMerge === 'compliant' && landed !== null && records.length > 0 && !records.some((record) => wasThere(record, landed));
}
