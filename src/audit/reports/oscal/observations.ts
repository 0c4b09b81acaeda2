import { carriedWords, populationWords, type LookedAt } from '../../../presentation/index.ts';
import { count } from '../../../text/index.ts';
import type { Audit, JudgedFinding, ReportedChange, RuleResult } from '../../judge/audit.ts';
import { lookedAt, missing } from '../incomplete.ts';
import { numbersOf } from '../numbers.ts';
import { evidence } from './evidence.ts';
import { auditNames, scopeNames, type IdOf } from './identity.ts';
import { origin, readAt } from './metadata.ts';
import { population } from './objectives.ts';
import { filled, markup, moment, properties, sentence } from './text.ts';

/** The method of an observation that something was not tested. OSCAL allows other words than its own, which all say that somebody looked. */
const notTested = 'NOT-TESTED';

/** The observations about the population: its size, and each thing that is missing. */
export function* populationObservations(audit: Audit, idOf: IdOf): Generator<object> {
  const { header } = audit.world;
  const collected = readAt(header);
  yield {
    uuid: idOf('observation', 'rule', population, ...scopeNames(header)),
    title: population,
    description: sentence(`${audit.complete ? '' : 'At least '}${populationWords(numbersOf(audit))}`),
    methods: ['TEST'],
    types: ['control-objective'],
    origins: [origin(idOf)],
    collected,
  };
  for (const [index, { fix, what, why }] of missing(audit).entries())
    yield {
      uuid: missingId(index, audit, idOf),
      title: `Missing: ${markup(what)}`,
      description: `${sentence(`${what}: ${why}`)} Fix: ${sentence(fix)}`,
      methods: [notTested],
      types: ['finding'],
      origins: [origin(idOf)],
      collected,
    };
}

export function missingId(index: number, { world }: Audit, idOf: IdOf): string {
  return idOf('observation', 'missing', ...auditNames(world.header), String(index));
}

/** The observation how a rule ended. */
export function ruleObservation({ found, result, rule, tested, why }: RuleResult, { world: { header } }: Audit, idOf: IdOf): object {
  const counts = `${count(tested, 'subject')} tested, something found about ${found}`;
  const reason = why === null ? [] : [why];
  const words = {
    tested: [counts, ...reason],
    'not tested': [`Not tested${tested > 0 ? ' everywhere' : ''}`, ...(tested > 0 ? [counts] : []), ...reason],
    'not applicable': ['Not applicable: there was nothing that it is about', ...reason],
  };
  const methods = { tested: 'TEST', 'not tested': tested > 0 ? 'TEST' : notTested, 'not applicable': 'EXAMINE' };
  return {
    uuid: idOf('observation', 'rule', rule, ...scopeNames(header)),
    title: markup(rule),
    description: words[result].map((each) => sentence(each)).join(' '),
    props: properties({ rule, result: result.replaceAll(' ', '-'), tested, found }),
    methods: [methods[result]],
    types: ['control-objective'],
    origins: [origin(idOf)],
    collected: readAt(header),
  };
}

export function findingId({ key }: Pick<JudgedFinding, 'key'>, idOf: IdOf): string {
  return idOf('observation', 'finding', key);
}

/** The observations of all findings: those about a change of this audit with the pages of that change. */
export async function* findingObservations(audit: Audit, idOf: IdOf): AsyncGenerator<object> {
  const left = new Map(audit.findings.map((finding) => [finding.key, finding]));
  const looked = lookedAt(audit);
  for await (const change of audit.changes())
    for (const key of change.findings) {
      const finding = left.get(key);
      if (finding === undefined || !left.delete(key)) continue;
      yield findingObservation(finding, change, { audit, idOf, looked });
    }
  for (const finding of left.values()) yield findingObservation(finding, undefined, { audit, idOf, looked });
}

function findingObservation(
  finding: JudgedFinding,
  change: ReportedChange | undefined,
  { audit, idOf, looked }: { readonly audit: Audit; readonly idOf: IdOf; readonly looked: LookedAt },
): object {
  const { at, carried, firstSeen, fix, key, message, rule, severity, status, subject } = finding;
  const { header } = audit.world;
  return {
    uuid: findingId(finding, idOf),
    title: markup(`${rule}: ${subject.kind} ${subject.id}`),
    description: `${sentence(message)} Fix: ${fix.split('\n').map(sentence).join(' ')}`,
    props: properties({ rule, severity, status, carried, key, 'first-seen': firstSeen, 'happened-at': at }),
    methods: ['TEST'],
    types: ['finding'],
    origins: [origin(idOf)],
    subjects: [{ 'subject-uuid': idOf('repository'), type: 'component', title: markup(`${subject.kind} ${subject.id}`) }],
    ...filled('relevant-evidence', evidence(finding, change, header)),
    // Nobody says when a finding that was not looked at again was last seen.
    collected: carried ? moment(firstSeen) : readAt(header),
    ...(carried ? { remarks: sentence(`Open since ${firstSeen}, ${carriedWords(finding, looked)}`) } : {}),
    ...(status === 'fixed' ? { remarks: 'Fixed: this audit looked again, and it is gone.' } : {}),
  };
}
