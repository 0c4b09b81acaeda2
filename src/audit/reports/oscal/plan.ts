import type { Audit } from '../../judge/audit.ts';
import { auditNames, idsOf } from './identity.ts';
import { assets, metadata, readAt, repositoryComponent, repositoryPage, titleWords } from './metadata.ts';
import { activity, localObjectives, objectiveRules, reviewed } from './objectives.ts';
import { filled } from './text.ts';

/** The text of the plan of an audit: the rules that it would test, and what of. The same audit gives the same bytes. */
export function planText(audit: Audit): string {
  const { header } = audit.world;
  const idOf = idsOf(header);
  const rules = objectiveRules(audit);
  const names = auditNames(header);
  const systemPlan = idOf('resource', 'system-security-plan');
  const page = repositoryPage(header);
  const subjects = [{ type: 'component', 'include-subjects': [{ 'subject-uuid': idOf('repository'), type: 'component' }] }] as const;
  const plan = {
    uuid: idOf('assessment-plan', ...names),
    metadata: metadata(
      header,
      idOf,
      `Plan of the audit of ${titleWords(header)}`,
      'The program wrote this plan together with the results. It says what the rules ask, and nobody agreed on it before.',
    ),
    'import-ssp': { href: `#${systemPlan}`, remarks: 'No system security plan was given. Put the address of yours here.' },
    'local-definitions': {
      components: [repositoryComponent(header, idOf)],
      'objectives-and-methods': rules.flatMap((rule) => localObjectives(rule)),
      activities: rules.map((rule) => activity(rule, idOf)),
    },
    'reviewed-controls': reviewed(rules, rules),
    'assessment-subjects': subjects,
    'assessment-assets': assets(header, idOf),
    tasks: [
      {
        uuid: idOf('task', ...names),
        type: 'action',
        title: `Audit of ${titleWords(header)}`,
        timing: { 'on-date': { date: readAt(header) } },
        'associated-activities': rules.map(({ rule }) => ({ 'activity-uuid': idOf('activity', rule), subjects })),
      },
    ],
    'back-matter': {
      resources: [
        {
          uuid: systemPlan,
          title: 'The assessed system',
          description: 'Stands for a system security plan, which nobody gave. The system is the repository and what is shipped of it.',
          ...filled('rlinks', page === undefined ? [] : [{ href: page }]),
        },
      ],
    },
  };
  return `${JSON.stringify({ 'assessment-plan': plan }, null, 1)}\n`;
}
