import type { Audit, JudgedFinding, RuleResult } from '../../judge/audit.ts';
import { missing } from '../incomplete.ts';
import { conclusionOf } from './conclusion.ts';
import { scopeNames, type IdOf } from './identity.ts';
import { origin } from './metadata.ts';
import { objectiveId, population } from './objectives.ts';
import { findingId, missingId } from './observations.ts';
import { riskId } from './risk.ts';
import { filled, markup, properties, sentence } from './text.ts';

/** The conclusions about a rule, one for each control that it serves; none where there was nothing that it is about. */
export function* findings(rule: RuleResult, open: readonly JudgedFinding[], audit: Audit, idOf: IdOf): Generator<object> {
  const conclusion = conclusionOf(rule, open, audit);
  if (conclusion === undefined) return;
  const { reason, state, why } = conclusion;
  const observed = [
    idOf('observation', 'rule', rule.rule, ...scopeNames(audit.world.header)),
    ...(rule.rule === population ? missing(audit).map((_, index) => missingId(index, audit, idOf)) : []),
    ...open.map((finding) => findingId(finding, idOf)),
  ];
  for (const control of rule.controls)
    yield {
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
      'related-observations': observed.map((uuid) => ({ 'observation-uuid': uuid })),
      ...filled(
        'related-risks',
        open.map((finding) => ({ 'risk-uuid': riskId(finding, idOf) })),
      ),
    };
}
