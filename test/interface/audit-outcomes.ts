import type { Audit } from '../../src/audit/judge/audit.ts';
import type { Lack } from '../../src/audit/rules/rule.ts';
import { clean, empty, unknown } from '../audit/reports/html/audits.ts';
import { finding, ruleResult } from '../audit/reports/sample.ts';

const accepted = { reason: 'known', owner: 'ada', until: '2030-01-01T00:00:00Z' };
const low = finding({ severity: 'low' });
const failing = (failOn: string, findings = [low]): Audit => {
  const { world } = clean();
  return { ...clean(), findings, world: { ...world, header: { ...world.header, inputs: { 'fail-on-severity': failOn } } } };
};
const inStates = (states: Audit['totals']['states']): Audit => ({ ...clean(), totals: { ...clean().totals, states } });
const withRules = (...more: readonly Audit['rules'][number][]): Audit => ({ ...clean(), rules: [...clean().rules, ...more] });
const untested = ruleResult({ rule: 'tag-moved', result: 'not tested', tested: 0, found: 0, why: 'nobody told' });
const lacking = (...some: readonly Lack[]): Audit =>
  withRules(...some.map((lack, index) => ({ ...untested, rule: `${untested.rule}-${index}`, lack })));
const two = { 'outside-every-flow': 1, excluded: 1 };

/** How an outcome is shown: in a terminal, as an icon, by the class of a page, by the badge, as a verdict, and by the exit code. */
type Look = readonly [colour: string, icon: string, mark: string, tone: string, badge: string, ending: string];
const red: Look = ['red', '❌', '✘', 'bad', 'red', 'non-compliant'];
const amber: Look = ['yellow', '⚠️', '!', 'open', 'yellow', 'audited'];
const unclear: Look = ['yellow', '❔', '?', 'unknown', 'lightgrey', 'unknown'];
const grey: Look = ['gray', '⚪', '–', 'soft', 'lightgrey', 'not-applicable'];
const green: Look = ['green', '✅', '✔', 'good', 'brightgreen', 'audited'];

/** Each outcome of the one table, with its exit code. */
export const outcomes: readonly (readonly [word: string, exitCode: number, audit: Audit, look: Look])[] = [
  ['1 open finding', 1, { ...clean(), findings: [finding()] }, red],
  ['1 open finding', 1, failing('low'), red],
  ['1 open finding', 0, failing('none', [finding()]), red],
  ['1 open finding', 0, failing('none'), amber],
  ['2 open findings, accepted', 0, { ...clean(), findings: [finding({ accepted }), finding({ accepted, key: 'k' })] }, amber],
  ['Unknown', 3, unknown(), unclear],
  ['Unknown', 3, inStates({ covered: 1 }), unclear],
  ['Unknown', 3, inStates({ covered: 3 }), unclear],
  ['Unknown', 3, { ...inStates({ covered: 3 }), findings: [finding()] }, unclear],
  ['Unknown', 3, inStates({ covered: 1, unknown: 1 }), unclear],
  ['Unknown', 3, inStates({ covered: 1, uncovered: 1 }), unclear],
  ['Unknown', 3, { ...clean(), rules: [untested] }, unclear],
  ['Nothing owed evidence', 0, inStates(two), grey],
  ['Nothing landed', 0, empty(), grey],
  ['No open findings, 1 rule not tested', 0, lacking('answer'), amber],
  ['No open findings, 1 rule not tested', 0, lacking('answer', 'before', 'head', 'service', 'never'), amber],
  ['No open findings, 1 rule not tested everywhere', 0, withRules({ ...untested, tested: 4 }), amber],
  ['No open findings', 0, clean(), green],
  ['No open findings', 0, lacking('before', 'head', 'service', 'never'), green],
];

/** The severity that an audit is asked to fail on. */
export function failOnOf({ world }: Audit): 'low' | 'high' | 'none' {
  const asked = world.header.inputs['fail-on-severity'];
  return asked === 'low' || asked === 'none' ? asked : 'high';
}

export interface OscalResults {
  readonly 'assessment-results': {
    readonly metadata: { readonly remarks: string };
    readonly results: readonly {
      readonly description: string;
      readonly findings?: readonly { readonly target: { readonly status: { readonly state: string } } }[];
    }[];
  };
}

export interface SarifLog {
  readonly runs: readonly {
    readonly invocations: readonly { readonly executionSuccessful: boolean }[];
    readonly results: readonly { readonly ruleId: string }[];
  }[];
}
