import { populationWords } from '../../../presentation/index.ts';
import type { Audit, JudgedFinding, RuleResult } from '../../judge/audit.ts';
import { controlsOf, type ControlResult } from '../controls.ts';
import { numbersOf, openFindings, outcomeOf } from '../numbers.ts';
import { headWords, uri } from '../words.ts';
import { findings, risk, type Concluded } from './conclusions.ts';
import { artifactObservations, findingObservations, populationObservations, ruleObservation } from './observations.ts';
import {
  assets,
  auditNames,
  filled,
  idsOf,
  limitWords,
  metadata,
  moment,
  properties,
  repositoryComponent,
  sentence,
  titleWords,
  type IdOf,
} from './parts.ts';
import { activity, controlName, objectiveRules, planText, population, reviewed } from './plan.ts';

/** The assessment plan of OSCAL 1.1 that the results belong to. They carry the same bytes. */
export async function* oscalPlan(audit: Audit): AsyncGenerator<string> {
  yield planText(audit, objectiveRules(audit, await controlsOf(audit)));
}

/** The audit as the assessment results of OSCAL 1.1, an observation, a risk and a conclusion a line. */
export async function* oscal(audit: Audit): AsyncGenerator<string> {
  const { header } = audit.world;
  const idOf = idsOf(header);
  const plan = idOf('resource', 'assessment-plan');
  const controls = await controlsOf(audit);
  const rules = objectiveRules(audit, controls);
  const tested = rules.filter((rule) => rule.tested > 0);
  const head = {
    uuid: idOf('assessment-results', ...auditNames(header)),
    metadata: metadata(header, idOf, `Audit of ${titleWords(header)}`, sentence(outcomeOf(audit).text)),
    'import-ap': { href: `#${plan}`, remarks: 'The plan is in the back matter, so that it cannot be lost.' },
    ...(tested.length === 0 ? {} : { 'local-definitions': { activities: tested.map((rule) => activity(rule, idOf)) } }),
  };
  const resource = {
    uuid: plan,
    title: 'The assessment plan',
    description: 'A whole file of OSCAL in base64. The option oscal-plan writes the same as a file of its own.',
    props: [{ name: 'type', value: 'plan' }],
    base64: {
      filename: 'assessment-plan.json',
      'media-type': 'application/json',
      value: Buffer.from(planText(audit, rules)).toString('base64'),
    },
  };
  yield `{"assessment-results":${openObject(head)},\n"results":[${openObject(result(audit, rules, idOf))}`;
  yield* list('observations', observations(audit, rules, idOf));
  yield* list(
    'risks',
    audit.findings.values().map((finding) => risk(finding, idOf)),
  );
  yield* list('findings', conclusions(audit, { controls, rules }, idOf), writeConclusion);
  yield `}],\n"back-matter":${JSON.stringify({ resources: [resource] })}}}\n`;
}

function openObject(content: object): string {
  return JSON.stringify(content).slice(0, -1);
}

/** A list of an object, an item a line; nothing where it would be empty, which OSCAL does not allow. */
async function* list<Item>(
  name: string,
  items: AsyncIterable<Item> | Iterable<Item>,
  texts = (item: Item): Iterable<string> => [JSON.stringify(item)],
): AsyncGenerator<string> {
  let before = `,\n"${name}":[\n`;
  let after = '';
  for await (const item of items) {
    yield before;
    yield* texts(item);
    before = ',\n';
    after = ']';
  }
  yield after;
}

function* writeConclusion({ conclusion, lists }: Concluded): Generator<string> {
  yield openObject(conclusion);
  for (const [name, items] of Object.entries(lists)) {
    let before = `,"${name}":[`;
    for (const item of items) {
      yield `${before}${JSON.stringify(item)}`;
      before = ',';
    }
    if (before === ',') yield ']';
  }
  yield '}';
}

function result(audit: Audit, rules: ReturnType<typeof objectiveRules>, idOf: IdOf): object {
  const { complete, totals, world } = audit;
  const { header, log } = world;
  const { asOf, period } = header;
  const { since, until } = period;
  const numbers = numbersOf(audit);
  const { accepted, open, partly, untested } = numbers;
  const { changes, commits, landings } = totals;
  const run = uri(header.run ?? '');
  const remarks = [
    ...(since === null && header.scope === undefined
      ? ['The period begins with a commit, and nobody knows when it landed: start is the end of the period.']
      : []),
    ...(asOf === undefined
      ? []
      : [sentence(`The service as of ${asOf.at}, by its records up to ${asOf.sequence}; all else as read at ${asOf.readAt}`)]),
    ...limitWords(audit),
    ...(log === null ? [] : [sentence(headWords(log, header.at))]),
  ];
  return {
    uuid: idOf('result', ...auditNames(header)),
    title: `Audit of ${titleWords(header)}`,
    description: `${sentence(outcomeOf(audit).text)} ${sentence(`Looked at ${populationWords(numbers)}`)}`,
    start: moment(since ?? until),
    end: moment(until),
    props: properties({ complete, changes, landings, commits, open, accepted, 'rules-not-tested': untested + partly }),
    ...filled('links', run === undefined ? [] : [{ href: run, rel: 'reference', text: 'The run of the audit' }]),
    'local-definitions': { components: [repositoryComponent(header, idOf)], 'assessment-assets': assets(header, idOf) },
    'reviewed-controls': reviewed(
      rules.filter((rule) => rule.tested > 0),
      rules,
    ),
    ...(remarks.length === 0 ? {} : { remarks: remarks.join('\n\n') }),
  };
}

async function* observations(audit: Audit, rules: readonly RuleResult[], idOf: IdOf): AsyncGenerator<object> {
  yield* populationObservations(audit, idOf);
  for (const rule of rules) if (rule.rule !== population) yield ruleObservation(rule, audit, idOf);
  yield* findingObservations(audit, idOf);
  yield* artifactObservations(audit, idOf);
}

/** Open findings of a rule that this version does not have count against the population: they were not looked at again. */
function* conclusions(
  audit: Audit,
  { controls, rules }: { readonly controls: readonly ControlResult[]; readonly rules: readonly RuleResult[] },
  idOf: IdOf,
): Generator<Concluded> {
  const known = new Set(audit.rules.map(({ rule }) => rule));
  const byRule: ReadonlyMap<string, readonly JudgedFinding[]> = Map.groupBy(openFindings(audit.findings), ({ rule }) =>
    known.has(rule) ? rule : population,
  );
  const ofControl = new Map(controls.map((control) => [controlName(control), control.rules]));
  for (const rule of rules) {
    const own = ofControl.get(rule.rule) ?? [rule.rule];
    yield* findings(
      rule,
      own.flatMap((name) => byRule.get(name) ?? []),
      audit,
      idOf,
    );
  }
}
