import type { Audit, JudgedFinding, RuleResult } from '../../judge/audit.ts';
import { missing } from '../incomplete.ts';
import { conclusionOf } from './conclusion.ts';
import { scopeNames, type IdOf } from './identity.ts';
import { origin } from './metadata.ts';
import { objectiveId, population } from './objectives.ts';
import { findingId, missingId } from './observations.ts';
import { riskId } from './risk.ts';
import { markup, properties, sentence } from './text.ts';

/** A conclusion, and its lists by name. They are made while they are written: of one rule there may be tens of thousands of findings. */
export interface Concluded {
  readonly conclusion: object;
  readonly lists: Readonly<Record<string, Iterable<object>>>;
}

/** The conclusions about a rule, one for each control that it serves; none where there was nothing that it is about. */
export function* findings(rule: RuleResult, open: readonly JudgedFinding[], audit: Audit, idOf: IdOf): Generator<Concluded> {
  const conclusion = conclusionOf(rule, open, audit);
  if (conclusion === undefined) return;
  const { reason, state, why } = conclusion;
  const observed = [
    idOf('observation', 'rule', rule.rule, ...scopeNames(audit.world.header)),
    ...(rule.rule === population ? missing(audit).map((_, index) => missingId(index, audit, idOf)) : []),
  ];
  for (const control of rule.controls)
    yield {
      conclusion: {
        uuid: idOf('finding', rule.rule, control, ...scopeNames(audit.world.header)),
        title: markup(`${rule.rule}, for ${control}`),
        description: sentence(rule.text),
        props: properties({ rule: rule.rule, control, severity: rule.severity, tested: rule.tested, open: open.length }),
        origins: [origin(idOf)],
        target: {
          type: 'objective-id',
          'target-id': objectiveId(control, rule),
          status: { state, reason, remarks: why.map((each) => sentence(each)).join(' ') },
        },
      },
      lists: {
        'related-observations': observations([observed.values(), open.values().map((finding) => findingId(finding, idOf))]),
        'related-risks': open.values().map((finding) => ({ 'risk-uuid': riskId(finding, idOf) })),
      },
    };
}

function* observations(ids: Iterable<Iterable<string>>): Generator<object> {
  for (const some of ids) for (const id of some) yield { 'observation-uuid': id };
}
