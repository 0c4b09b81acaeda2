import { withoutAddresses } from '../../text/index.ts';
import type { EvidenceRecord } from '../facts/trail.ts';
import type { AuditedChange, Coverage } from '../population/change.ts';
import { evidenceRule, stateRule, withTrail, withYes, type DecidingFlow } from './evidence-rule.ts';
import { withoutSnapshots } from './production.ts';
import { foundOr, notApplicable, notTested, passed, type Rule } from './rule.ts';
import { aboutFlow, aboutTrail, asOfNow, because, deployed, landed, shippedBy, trailName, when, withoutTrail } from './words.ts';

const changeWithoutTrail = stateRule({
  name: 'change-without-trail',
  text: 'Every change that landed has a trail in each flow that it owes; where no flow is mapped, in one flow.',
  severity: 'high',
  fix: 'Run the tests for the commit and record them; make the gate a required check of the branch, so that no change lands without.',
  state: 'uncovered',
  subject: aboutFlow,
  severityOf: (change, { atDeployment }) => (shippedBy(change) === undefined && atDeployment === null ? 'high' : 'critical'),
  message: (change, coverage) =>
    `${landed(change)} ${withoutTrail(change, coverage)}.${laterEvidence(coverage)}${deployed(change)}${asOfNow(coverage)}`,
});

function laterEvidence(coverage: Coverage): string {
  const { now } = coverage;
  if (now === 'none' || now === 'not-known') return '';
  const said = now === 'compliant' ? 'tested the head of the pull request alone' : `is ${now}`;
  return ` ${trailName(coverage)} came later and ${said}.`;
}

const trailNonCompliant = stateRule({
  name: 'trail-non-compliant',
  text: 'No evidence about a change said no when it landed, or when it was deployed; where nobody tells when it landed, none says no now.',
  severity: 'high',
  fix: 'Fix what the evidence says no to, or revert the change. Make the gate a required check of the branch, so that a no stops the merge.',
  among: withTrail,
  state: 'non-compliant',
  subject: aboutTrail,
  message: (change, coverage) =>
    `${trailName(coverage)} ${saidNo(change, coverage)}.${recordedNo(change, coverage)}${later(coverage)}${deployed(change)}${asOfNow(coverage)}`,
});

function saidNo(change: AuditedChange, coverage: Coverage): string {
  if (coverage.atMerge === 'not-known') return `says no${because(coverage)}. ${landed(change)}`;
  if (coverage.atMerge === 'non-compliant') return `said no when ${landed(change)}${because(coverage)}`;
  return `said no when the change was deployed${because(coverage)}. ${landed(change)}`;
}

/** The user and moment of the last no before the landing, or where there was none then, the last of all. */
function recordedNo({ landing, trails }: AuditedChange, { flow, trail }: Coverage): string {
  const noes = trails.get(`${flow}/${trail}`)?.records.filter(({ compliant }) => compliant === false) ?? [];
  const then = landing.at === null ? undefined : noes.findLast(({ at }) => Date.parse(at) < Date.parse(landing.at ?? '') + 1000);
  const no = then ?? noes.at(-1);
  return no === undefined ? '' : ` ${no.by ?? 'Somebody'} recorded ${no.name}${when(no.at)}${firstFailures(no)}.`;
}

/** As far as the record keeps them. */
function firstFailures({ failures = [] }: EvidenceRecord): string {
  const tests = failures.map(({ message, name, place }) => withoutAddresses(`${name}${place === null ? '' : ` (${place})`}: ${message}`));
  return tests.length === 0 ? '' : `: ${tests.join('; ')}`;
}

function later({ atMerge, now }: Coverage): string {
  return atMerge !== 'not-known' && now === 'compliant' ? ' Later covered: the evidence of now says yes.' : '';
}

const trailIncomplete = stateRule({
  name: 'trail-incomplete',
  text: 'All evidence that the flow asks for was there when a change landed; where nobody tells when that was, it is there now.',
  severity: 'medium',
  fix: 'Record what is missing for that commit. Make the gate a required check of the branch: it waits for all evidence.',
  among: withTrail,
  state: 'incomplete',
  subject: aboutTrail,
  // The missing evidence came, and says no: that is as severe as a no at once.
  severityOf: (change, coverage) => (saysNo(change, coverage) ? 'high' : 'medium'),
  message: (change, coverage) =>
    `${trailName(coverage)} was not complete when ${landed(change)}${because(coverage)}.${
      coverage.now === 'non-compliant' ? ' What came since says no.' : ''
    }${deployed(change)}${asOfNow(coverage)}`,
});

/** In this flow, or where any flow is enough, in one of them. */
function saysNo({ coverage: all, owes }: AuditedChange, coverage: Coverage): boolean {
  return (owes === null ? all : [coverage]).some(({ now }) => now === 'non-compliant');
}

const trailUnknown = stateRule({
  name: 'trail-unknown',
  text: 'What the evidence said of a change when it landed can be told; where nobody tells when that was, what it says now.',
  severity: 'high',
  fix: 'Look at the trail in the service: it has a state that is not known, or not all of its events could be read. Record the evidence again.',
  among: withTrail,
  state: 'unknown',
  subject: aboutTrail,
  message: (change, coverage) =>
    `Nobody can tell what ${trailName(coverage).replace(/^T/, 't')} said when ${landed(change)}${because(coverage)}.${deployed(change)}${asOfNow(coverage)}`,
});

const evidenceAfterMerge = evidenceRule({
  name: 'evidence-after-merge',
  text: 'The evidence of a change was there before it landed.',
  severity: 'medium',
  fix: 'Make the gate a required check of the branch, so that a change waits for its evidence.',
  needs: ['trails', 'landings'],
  among: withYes,
  judge({ change, flows, world }) {
    if (flows.some(({ coverage }) => coverage.atMerge === 'not-known')) return notTested('git does not tell when a change landed');
    const found = flows
      .filter(({ state }) => state === 'covered-later')
      .map(({ coverage }) => ({
        ...aboutFlow(change, coverage, world),
        message: `${landed(change)}, and ${coverage.atMerge === 'none' ? 'had no evidence' : 'its evidence was not complete'} then. ${trailName(coverage)} covered it later.${deployed(change)}`,
      }));
    return foundOr(found, passed);
  },
});

const evidenceAfterDeployment = evidenceRule({
  name: 'evidence-after-deployment',
  text: 'The evidence of a change was there before it was deployed to production.',
  severity: 'high',
  fix: 'Have the gate decide in the job that deploys, before it does, and by the commit that it deploys.',
  needs: ['trails', 'deployments'],
  among: withYes,
  judge({ change, flows, world }) {
    const shipped = flows.filter(({ coverage: { atDeployment } }) => atDeployment !== null);
    const unseen = withoutSnapshots(world);
    if (shipped.length === 0) return unseen ?? notApplicable;
    if (shipped.some(({ coverage: { atDeployment } }) => atDeployment === 'not-known'))
      return notTested('nobody tells when a change was deployed');
    if (shipped.some(({ coverage: { atDeployment } }) => atDeployment === 'unknown'))
      return notTested('nobody can tell what the evidence said when a change was deployed');
    const found = shipped
      .filter((flow) => isLate(flow, change))
      .map(({ coverage }) => ({
        ...aboutFlow(change, coverage, world),
        message: `${landed(change)}.${deployed(change)} ${trailName(coverage)} covered it only after that.`,
      }));
    return foundOr(found, unseen ?? passed);
  },
});

/**
 * Evidence that never covered it, or said no, is for other rules; and evidence that covered it when it landed was there
 * before it was deployed afterwards.
 */
function isLate({ coverage: { atDeployment, atMerge }, state }: DecidingFlow, change: AuditedChange): boolean {
  if (atDeployment !== 'none' && atDeployment !== 'incomplete') return false;
  return state === 'covered-later' || atMerge === 'not-known' || isShippedFirst(change);
}

function isShippedFirst(change: AuditedChange): boolean {
  const shipped = shippedBy(change)?.at;
  return shipped !== undefined && change.landing.at !== null && Date.parse(shipped) < Date.parse(change.landing.at);
}

/** In the order of the reports. */
export const trailRules: readonly Rule[] = [
  changeWithoutTrail,
  trailNonCompliant,
  trailIncomplete,
  trailUnknown,
  evidenceAfterMerge,
  evidenceAfterDeployment,
];
