import { entryWords } from '../../../presentation/index.ts';
import type { JudgedFinding } from '../../judge/audit.ts';
import type { IdOf } from './identity.ts';
import { origin } from './metadata.ts';
import { findingId } from './observations.ts';
import { markup, moment, properties, sentence } from './text.ts';

export function riskId({ key }: Pick<JudgedFinding, 'key'>, idOf: IdOf): string {
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
 * The state of a risk in OSCAL's words. An accepted finding is open. Its deviation was approved only where somebody approved
 * the pull request that brought the entry: the audit's file alone asks for it.
 */
function statusOf({ accepted, status }: JudgedFinding): string {
  if (status === 'fixed') return 'closed';
  if (accepted === null) return 'open';
  return (accepted.by?.approved ?? []).length > 0 ? 'deviation-approved' : 'deviation-requested';
}

function acceptedWords({ by, owner, reason, until }: NonNullable<JudgedFinding['accepted']>): string {
  return `Accepted by ${markup(owner)} until ${markup(until)}: ${sentence(reason)} ${sentence(capital(entryWords(by)))}`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
