import { contradiction } from '../../presentation/index.ts';
import { count, list } from '../../text/index.ts';
import type { MappedControl } from '../file/audit-file.ts';
import type { Audit, JudgedFinding, RuleResult } from '../judge/audit.ts';
import { row } from './csv.ts';
import { gather, sum, type Gathered } from './gathered.ts';
import { numbersOf, openFindings } from './numbers.ts';
import { scopeWords } from './words.ts';

/* One conclusion for each control of a company, which the audit's file maps to rules and to the evidence that changes owe. */

/** A rule, or evidence that changes owe. */
interface TestedPart {
  readonly name: string;
  readonly text: string;
  readonly tested: number;
  readonly exceptions: number;
  readonly accepted: number;
  /** Why it was not tested, or not everywhere. */
  readonly untested?: string;
}

export interface ControlResult extends MappedControl {
  /** `SOC 2 CC8.1`. */
  readonly label: string;
  readonly parts: readonly TestedPart[];
  /** Changes that landed in the period. */
  readonly population: number;
  readonly tested: number;
  /** Without those that somebody accepted. */
  readonly exceptions: number;
  readonly accepted: number;
  readonly untested: readonly string[];
  readonly conclusion: { readonly kind: keyof typeof conclusions; readonly text: string };
}

/** None says that a control is effective: an audit tests how it worked, and not how it is made. */
export const conclusions = {
  'no-exception': { mark: '✔', word: 'no exception found', tone: 'good' },
  accepted: { mark: '…', word: 'accepted exceptions alone', tone: 'open' },
  exceptions: { mark: '✘', word: 'exceptions found', tone: 'bad' },
  'not-concluded': { mark: '?', word: 'nothing concluded', tone: 'open' },
} as const;

/** Reasons that hold for all of an audit: with one of them no test says that all is well. */
export function auditLimits(audit: Audit): readonly string[] {
  const { agrees, complete } = numbersOf(audit);
  const alone = scopeWords(audit.world.header);
  return [
    ...(alone === undefined ? [] : [`Only ${alone} was looked at: nobody can tell of the repository from it`]),
    ...(complete ? [] : ['The audit is not complete: not all that landed could be read']),
    ...(agrees ? [] : [contradiction]),
  ];
}

/** @param mapped left out: those of the audit's file of today */
export async function controlsOf(audit: Audit, mapped = audit.world.file?.frameworks ?? []): Promise<readonly ControlResult[]> {
  if (mapped.length === 0) return [];
  const gathered = await gather(audit);
  const open: ReadonlyMap<string, readonly JudgedFinding[]> = Map.groupBy(openFindings(audit.findings), ({ rule }) => rule);
  const results = new Map(audit.rules.map((rule) => [rule.rule, rule]));
  return mapped.map((control) => {
    const parts = [
      ...control.rules.map((name) => partOfRule(name, results.get(name), open.get(name) ?? [])),
      ...control.evidence.map((name) => partOfEvidence(name, gathered)),
    ];
    const untested = parts.flatMap(({ name, untested: why }) => (why === undefined ? [] : [`${name}: ${why}`]));
    const numbers = {
      tested: sum(parts.map(({ tested }) => tested)),
      exceptions: sum(parts.map(({ exceptions }) => exceptions)),
      accepted: sum(parts.map(({ accepted }) => accepted)),
    };
    const label = [control.framework, control.code].filter(Boolean).join(' ');
    const conclusion = conclude(numbers, parts.length, [...auditLimits(audit), ...untested], audit);
    return { ...control, label, parts, population: audit.totals.changes, ...numbers, untested, conclusion };
  });
}

function partOfRule(name: string, result: RuleResult | undefined, open: readonly JudgedFinding[]): TestedPart {
  const accepted = open.filter((finding) => finding.accepted !== null).length;
  const numbers = { exceptions: open.length - accepted, accepted };
  if (result === undefined) {
    const untested = 'this audit goes by no rule of this name';
    return { name, text: '', tested: 0, ...numbers, untested };
  }
  const { tested, text, why } = result;
  return { name, text, tested, ...numbers, ...(result.result === 'not tested' ? { untested: why ?? 'nobody says why' } : {}) };
}

/** A change counts as tested where it is known what its evidence said when it landed. No acceptance is taken into account. */
function partOfEvidence(name: string, { evidence }: Gathered): TestedPart {
  const { no, unknown, yes } = evidence.get(name) ?? { no: 0, unknown: 0, yes: 0 };
  const why =
    unknown > 0
      ? `of ${count(unknown, 'change')} it is not known`
      : no + yes === 0
        ? 'no change owed it, or nobody named it so'
        : undefined;
  const text = `Each change that owes ${name} has it when it lands, and it says yes.`;
  return { name, text, tested: no + yes, exceptions: no, accepted: 0, ...(why === undefined ? {} : { untested: why }) };
}

function conclude(
  { accepted, exceptions, tested }: Pick<ControlResult, 'accepted' | 'exceptions' | 'tested'>,
  parts: number,
  limits: readonly string[],
  { totals }: Audit,
): ControlResult['conclusion'] {
  const taken = accepted === 0 ? '' : ` ${count(accepted, 'more exception')} ${accepted === 1 ? 'was' : 'were'} accepted.`;
  const rest = limits.length === 0 ? '' : ' There may be more: not all was tested.';
  if (exceptions > 0) return { kind: 'exceptions', text: `${count(exceptions, 'exception')} found, and not accepted.${taken}${rest}` };
  if (limits.length > 0)
    return { kind: 'not-concluded', text: `Nothing is concluded, because not all was tested.${accepted === 0 ? '' : taken}` };
  if (totals.changes === 0 || tested === 0)
    return { kind: 'not-concluded', text: 'Nothing is concluded, because nothing of the period was about it.' };
  const all = `${count(tested, 'test')} by all ${count(parts, 'part')} of it`;
  if (accepted > 0) return { kind: 'accepted', text: `${all}: ${count(accepted, 'exception')}, all of them accepted.` };
  return {
    kind: 'no-exception',
    text: `${all}, everywhere in the period, found no exception. That is said of this period, and not of how the control is made.`,
  };
}

/** Where the file maps none: by the controls that the rules themselves name. */
function ownControls({ rules }: Audit): readonly MappedControl[] {
  const codes = [...new Set(rules.flatMap(({ controls }) => controls))].toSorted();
  return codes.map((code) => {
    const names = rules.filter(({ controls }) => controls.includes(code)).map(({ rule }) => rule);
    return { framework: '', code, name: '', owner: '', demand: '', rules: names, evidence: [] };
  });
}

/** New columns come at the end. */
const columns =
  'framework control name owner demand rules evidence population tested exceptions accepted not_tested conclusion conclusion_text since until repository'.split(
    ' ',
  );

/** A control a row. */
export async function* controlsCsv(audit: Audit): AsyncGenerator<string> {
  const { file, header } = audit.world;
  const mapped = file?.frameworks ?? [];
  const { period, repository } = header;
  yield `\uFEFF${row(columns)}`;
  for (const one of await controlsOf(audit, mapped.length === 0 ? ownControls(audit) : mapped))
    yield row([
      one.framework,
      one.code,
      one.name,
      one.owner,
      demandOf(one),
      one.rules.join('; '),
      one.evidence.join('; '),
      ...[one.population, one.tested, one.exceptions, one.accepted].map(String),
      [...auditLimits(audit), ...one.untested].join('\n'),
      conclusions[one.conclusion.kind].word,
      one.conclusion.text,
      period.since ?? period.sinceSha ?? '',
      period.until,
      repository ?? '',
    ]);
}

/** In the words of the company, else in those of its parts. */
export function demandOf({ demand, parts }: ControlResult): string {
  return demand ?? parts.flatMap(({ text }) => (text === '' ? [] : [text])).join(' ');
}

/** As a rule of its own: its outcome is that of all its parts. `name` tells it apart from others. */
export function controlAsRule(control: ControlResult, name: string): RuleResult {
  const { accepted, conclusion, exceptions, label, owner, tested, untested } = control;
  const isConcluded = conclusion.kind !== 'not-concluded' && untested.length === 0;
  const why = isConcluded ? null : untested.length === 0 ? conclusion.text : list(untested, untested.length);
  return {
    rule: name,
    text: `${label}${control.name === '' ? '' : `, ${control.name}`}${owner === '' ? '' : `, owned by ${owner}`}: ${demandOf(control)}`,
    severity: 'high',
    controls: [label],
    fix: 'Look at what its rules found, and at what was not tested.',
    result: isConcluded ? 'tested' : 'not tested',
    tested,
    found: exceptions + accepted,
    why,
    lack: null,
  };
}
