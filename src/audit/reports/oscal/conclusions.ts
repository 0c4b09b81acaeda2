import { entryWords } from '../../../presentation/index.ts';
import { capital, count } from '../../../text/index.ts';
import type { Audit, JudgedFinding, RuleResult } from '../../judge/audit.ts';
import { auditLimits } from '../controls.ts';
import { missingParts } from '../numbers.ts';
import { findingId, missingId } from './observations.ts';
import { markup, moment, origin, properties, scopeNames, sentence, type IdOf } from './parts.ts';
import { objectiveId, population } from './plan.ts';

/** The state of an objective, in OSCAL's two words and three reasons. */
type Conclusion =
  | { readonly state: 'satisfied'; readonly reason: 'pass'; readonly why: readonly string[] }
  | { readonly state: 'not-satisfied'; readonly reason: 'fail' | 'other'; readonly why: readonly string[] };

/**
 * The conclusion about a rule; undefined where it had no subject. It is `satisfied` only where the audit is of the whole
 * repository and complete, something landed, and the rule was tested everywhere and found nothing. OSCAL has no word for
 * `not tested`: it is `not-satisfied` for another reason than a failure. Leaving it out would be worse, as a control whose
 * other rules passed would look satisfied.
 */
function conclusionOf(rule: RuleResult, open: readonly JudgedFinding[], audit: Audit): Conclusion | undefined {
  const { totals } = audit;
  const limits = [...auditLimits(audit), ...(rule.result === 'not tested' || rule.why !== null ? untestedWords(rule) : [])];
  if (open.length > 0) return { state: 'not-satisfied', reason: 'fail', why: [openWords(open), ...limits] };
  if (limits.length > 0) return { state: 'not-satisfied', reason: 'other', why: limits };
  if (rule.result === 'not applicable') return undefined;
  if (totals.changes === 0) return { state: 'not-satisfied', reason: 'other', why: ['Nothing landed in the period: that proves nothing'] };
  const words = `${count(rule.tested, 'subject')} tested, ${rule.found === 0 ? 'nothing' : 'something'} found`;
  return rule.tested > 0 && rule.found === 0
    ? { state: 'satisfied', reason: 'pass', why: [words] }
    : { state: 'not-satisfied', reason: 'other', why: [words] };
}

function untestedWords({ tested, why }: RuleResult): readonly string[] {
  return [`Not tested${tested > 0 ? ' everywhere' : ''}: ${why ?? 'nobody says why'}`];
}

function openWords(open: readonly JudgedFinding[]): string {
  const accepted = open.filter((finding) => finding.accepted !== null).length;
  return `${count(open.length, 'open finding')}${accepted === 0 ? '' : `, ${accepted} of them accepted`}`;
}

function riskId({ key }: Pick<JudgedFinding, 'key'>, idOf: IdOf): string {
  return idOf('risk', key);
}

/** A finding as a risk, which stays the same from audit to audit until it is closed. */
export function risk(finding: JudgedFinding, idOf: IdOf): object {
  const { accepted, fix, message, rule, severity, subject } = finding;
  return {
    uuid: riskId(finding, idOf),
    title: markup(`${rule}: ${subject.kind} ${subject.id}`),
    description: sentence(message),
    statement: accepted === null ? sentence(message) : `${sentence(message)} ${acceptedWords(accepted)}`,
    props: properties({
      rule,
      'accepted-until': accepted?.until ?? null,
      'accepted-by': accepted?.owner ?? null,
      'accepted-because': accepted?.reason ?? null,
    }),
    status: statusOf(finding),
    origins: [origin(idOf)],
    characterizations: [{ origin: origin(idOf), facets: [{ name: 'severity', system: 'http://csrc.nist.gov/ns/oscal', value: severity }] }],
    ...(accepted === null ? {} : { deadline: moment(accepted.until) }),
    remediations: [
      {
        uuid: idOf('fix', finding.key),
        lifecycle: 'recommendation',
        title: 'Fix',
        description: fix.split('\n').map(sentence).join(' '),
      },
    ],
    'related-observations': [{ 'observation-uuid': findingId(finding, idOf) }],
  };
}

/**
 * In OSCAL's words. An accepted finding is open. Its deviation is approved only where the pull request of the entry was
 * approved: the audit's file alone asks for it.
 */
function statusOf({ accepted, status }: JudgedFinding): string {
  if (status === 'fixed') return 'closed';
  if (accepted === null) return 'open';
  return (accepted.by?.approved ?? []).length > 0 ? 'deviation-approved' : 'deviation-requested';
}

function acceptedWords({ by, owner, reason, until }: NonNullable<JudgedFinding['accepted']>): string {
  return `Accepted by ${markup(owner)} until ${markup(until)}: ${sentence(reason)} ${sentence(capital(entryWords(by)))}`;
}

/** Its lists are made while they are written: one rule may have tens of thousands of findings. */
export interface Concluded {
  readonly conclusion: object;
  readonly lists: Readonly<Record<string, Iterable<object>>>;
}

/** One for each control that the rule serves; none where it had no subject. */
export function* findings(rule: RuleResult, open: readonly JudgedFinding[], audit: Audit, idOf: IdOf): Generator<Concluded> {
  const conclusion = conclusionOf(rule, open, audit);
  if (conclusion === undefined) return;
  const { reason, state, why } = conclusion;
  const observed = [
    idOf('observation', 'rule', rule.rule, ...scopeNames(audit.world.header)),
    ...(rule.rule === population ? missingParts(audit).map((_, index) => missingId(index, audit, idOf)) : []),
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
