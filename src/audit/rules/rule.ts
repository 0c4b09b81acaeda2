import { given } from '../../text/index.ts';
import type { Severity, Subject } from '../facts/finding.ts';
import type { LandingFact, Source } from '../facts/line.ts';
import type { AuditedChange } from '../population/change.ts';
import type { World } from '../population/world.ts';

/** For those who look the controls up: the texts are copyrighted. */
export type Control =
  | 'SOC 2 CC8.1'
  | 'ISO 27001 A.8.32'
  | 'NIST SSDF PO.3'
  | 'NIST SSDF PS.1'
  | 'NIST SSDF PW.7'
  | 'NIST SSDF PW.8'
  | 'SLSA';

/**
 * The thing that an untested rule lacked. `answer`: an answer, a right or a permission. `before`, an earlier audit, `head`, a
 * kept head of the service's log, and `service`, an evidence service, could still be given. `never`: nothing keeps it, so that
 * no right and no answer would change that. The order is from the worst.
 */
export const lacks = ['answer', 'before', 'head', 'service', 'never'] as const;
export type Lack = (typeof lacks)[number];

/** The outcome of a rule about one subject. */
export type Outcome =
  | { readonly kind: 'not-applicable' }
  | { readonly kind: 'passed' }
  /** It applies, and what it needs is not known; without `lack` an answer. */
  | { readonly kind: 'not-tested'; readonly why: string; readonly lack?: Lack }
  | { readonly kind: 'found'; readonly found: readonly [Found, ...Found[]] };

export interface Found {
  readonly subject: Subject;
  readonly change?: { readonly sha: string; readonly pull: number | null };
  /** Tells two findings of one rule about one subject apart: a flow, an attestation, a path. */
  readonly detail?: string;
  /** When it happened, ISO 8601 in UTC; of a change, its landing. Left out where it is so now. */
  readonly at?: string | null;
  /** The rule's own if left out. */
  readonly severity?: Severity;
  /** One sentence: what happened, to what, by whom, when. Foreign text is in it as it came: the printer escapes it. */
  readonly message: string;
  /** The rule's own if left out. */
  readonly fix?: string;
}

export const notApplicable: Outcome = { kind: 'not-applicable' };
export const passed: Outcome = { kind: 'passed' };

export function notTested(why: string, lack?: Lack): Outcome {
  return { kind: 'not-tested', why, ...given({ lack }) };
}

export function found(one: Found): Outcome {
  return { kind: 'found', found: [one] };
}

export function foundOr(findings: readonly Found[], otherwise: Outcome): Outcome {
  const [first, ...others] = findings;
  return first === undefined ? otherwise : { kind: 'found', found: [first, ...others] };
}

interface RuleText {
  /** As in the findings: `change-without-trail`. */
  readonly name: string;
  /** One sentence that says what must be so. */
  readonly text: string;
  readonly severity: Severity;
  readonly controls: readonly Control[];
  readonly fix: string;
  /** Without all of these the rule is not tested. */
  readonly needs: readonly Source[];
  /** Only where GitHub's checks are the evidence; `rules`: also with a service, where the rules of the branches were asked for. */
  readonly ofGitHub?: true | 'rules';
  /** Only where a text of the audit's file that counts has this key. */
  readonly asks?: 'ticket';
}

export interface ChangeRule extends RuleText {
  readonly about: 'change';
  judge(change: AuditedChange, world: World): Outcome;
}

/** About each landing, also one without a change, as when a branch was only set back. */
export interface LandingRule extends RuleText {
  readonly about: 'landing';
  judge(fact: LandingFact, world: World): Iterable<Outcome>;
}

/** About everything else: each outcome is about one subject. */
export interface WorldRule extends RuleText {
  readonly about: 'world';
  judge(world: World): Iterable<Outcome>;
}

/** About the acceptances of the audit's file: its outcomes come from comparing them with the findings. */
export interface AcceptanceRule extends RuleText {
  readonly about: 'acceptances';
}

export type Rule = ChangeRule | LandingRule | WorldRule | AcceptanceRule;
