import { withoutAddresses } from '../../text/index.ts';
import type { EvidenceRecord } from '../facts/trail.ts';
import type { AuditedChange } from '../judge/change.ts';
import type { Coverage } from '../coverage/coverage.ts';
import { when, aboutTrail, asOfNow, because, deployed, landed, trailName } from './words.ts';
import { stateRule, withTrail } from './evidence-rule.ts';

export const trailNonCompliant = stateRule({
  name: 'trail-non-compliant',
  text: 'No evidence about a change said no when it landed, or when it was deployed; where nobody tells when it landed, none says no now.',
  severity: 'high',
  fix: 'Fix what the evidence says no to, or revert the change. Make the gate a required check of the branch, so that a no stops the merge.',
  among: withTrail,
  state: 'non-compliant',
  subject: aboutTrail,
  message: (change, coverage) =>
    `${trailName(coverage)} ${saidNo(change, coverage)}.${recorded(change, coverage)}${later(coverage)}${deployed(change)}${asOfNow(coverage)}`,
});

function saidNo(change: AuditedChange, coverage: Coverage): string {
  if (coverage.atMerge === 'not-known') return `says no${because(coverage)}. ${landed(change)}`;
  if (coverage.atMerge === 'non-compliant') return `said no when ${landed(change)}${because(coverage)}`;
  return `said no when the change was deployed${because(coverage)}. ${landed(change)}`;
}

/** The user who recorded the no, and when: the last one before the landing, or where there was none then, the last of all. */
function recorded({ landing, trails }: AuditedChange, { flow, trail }: Coverage): string {
  const noes = trails.get(`${flow}/${trail}`)?.records.filter(({ compliant }) => compliant === false) ?? [];
  const then = landing.at === null ? undefined : noes.findLast(({ at }) => Date.parse(at) < Date.parse(landing.at ?? '') + 1000);
  const no = then ?? noes.at(-1);
  return no === undefined ? '' : ` ${no.by ?? 'Somebody'} recorded ${no.name}${when(no.at)}${said(no)}.`;
}

/** The messages of the first failed tests of a record, as far as it keeps them. */
function said({ failures = [] }: EvidenceRecord): string {
  const tests = failures.map(({ message, name, place }) => withoutAddresses(`${name}${place === null ? '' : ` (${place})`}: ${message}`));
  return tests.length === 0 ? '' : `: ${tests.join('; ')}`;
}

function later({ atMerge, now }: Coverage): string {
  return atMerge !== 'not-known' && now === 'compliant' ? ' Later covered: the evidence of now says yes.' : '';
}
