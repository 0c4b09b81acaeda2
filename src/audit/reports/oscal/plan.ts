import type { Audit, RuleResult } from '../../judge/audit.ts';
import { controlAsRule, type ControlResult } from '../controls.ts';
import { missingParts, unknownRule } from '../numbers.ts';
import { gitAloneWords } from '../words.ts';
import {
  assets,
  auditNames,
  filled,
  idsOf,
  markup,
  metadata,
  properties,
  readAt,
  repositoryComponent,
  repositoryPage,
  sentence,
  titleWords,
  type IdOf,
} from './parts.ts';

/** The objective that all landings were read. It is not a rule, and holds what is missing. */
export const population = 'population';

/** Every rule of the audit, after the wholeness of the population, as if it were a rule. The controls of the audit's file come last. */
export function objectiveRules(audit: Audit, controls: readonly ControlResult[]): readonly RuleResult[] {
  const { fix, severity, text } = unknownRule;
  const { changes } = audit.totals;
  // Git alone does not tell each landing, or its time: that does not prove that all of them were read.
  const why = gitAloneWords(audit.world) ?? null;
  const whole = {
    rule: population,
    text,
    fix,
    severity,
    controls: unknownRule.controls,
    tested: changes,
    found: missingParts(audit).length,
    why,
    lack: null,
  } as const;
  const rules = audit.rules.map((rule) => {
    const own = controls.filter((control) => control.rules.includes(rule.rule)).map(({ label }) => label);
    return own.length === 0 ? rule : { ...rule, controls: [...new Set([...rule.controls, ...own])] };
  });
  return [{ ...whole, result: 'tested' }, ...rules, ...controls.map((control) => controlAsRule(control, controlName(control)))];
}

/** As a rule of a control, it is named by it. */
export function controlName({ label }: Pick<ControlResult, 'label'>): string {
  return `control-${controlId(label)}`;
}

/** For a control without an OSCAL catalog: `SOC 2 CC8.1` is `soc-2-cc8.1`. */
function controlId(control: string): string {
  const id = control.toLowerCase().replaceAll(/[^\p{L}\p{N}.\-_]/gu, '-');
  return /^[\p{L}_]/u.test(id) ? id : `_${id}`;
}

export function objectiveId(control: string, { rule }: Pick<RuleResult, 'rule'>): string {
  return `${controlId(control)}_${rule}`;
}

/** One for each control that the rule serves, in the form of a catalog. */
function localObjectives(rule: RuleResult): readonly object[] {
  return rule.controls.map((control) => {
    const id = objectiveId(control, rule);
    return {
      'control-id': controlId(control),
      description: sentence(`${rule.rule}, for ${control}`),
      parts: [
        { id, name: 'assessment-objective', props: [{ name: 'method-id', value: `${id}_test` }], prose: sentence(rule.text) },
        {
          id: `${id}_test`,
          name: 'assessment-method',
          props: [{ name: 'method', value: 'TEST' }],
          parts: [{ name: 'assessment-objects', prose: 'The changes that landed in the period, and what was shipped of them.' }],
        },
      ],
    };
  });
}

export function activity(rule: RuleResult, idOf: IdOf): object {
  return {
    uuid: idOf('activity', rule.rule),
    title: markup(rule.rule),
    description: sentence(rule.text),
    props: [{ name: 'method', value: 'TEST' }, ...properties({ rule: rule.rule, severity: rule.severity })],
    'related-controls': reviewed([rule], [rule]),
    remarks: `Fix of what it finds: ${sentence(rule.fix)}`,
  };
}

/**
 * The controls and objectives of rules that were tested, or are planned to be. OSCAL has no empty selection: where there
 * is none, all are selected and left out again.
 */
export function reviewed(looked: readonly RuleResult[], all: readonly RuleResult[]): object {
  const some = looked.length === 0 ? all : looked;
  const controls = [...new Set(some.flatMap((rule) => rule.controls))].toSorted().map((control) => ({ 'control-id': controlId(control) }));
  const objectives = some.flatMap((rule) => rule.controls.map((control) => ({ 'objective-id': objectiveId(control, rule) })));
  const isNone = looked.length === 0;
  return {
    'control-selections': [{ 'include-controls': controls, ...filled('exclude-controls', isNone ? controls : []) }],
    'control-objective-selections': [{ 'include-objectives': objectives, ...filled('exclude-objectives', isNone ? objectives : []) }],
  };
}

/** The rules that the audit would test, and their subject. The same audit gives the same bytes. */
export function planText(audit: Audit, rules: readonly RuleResult[]): string {
  const { header } = audit.world;
  const idOf = idsOf(header);
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
