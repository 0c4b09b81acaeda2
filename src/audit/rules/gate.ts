import { changesIn } from '../population/changes.ts';
import { parseDocument } from 'yaml';
import { given, isObject } from '../../text/index.ts';
import { isHeadEnough } from '../coverage/match.ts';
import type { LandingFact, WorkflowsFact } from '../facts/line.ts';
import { exclusionOf, isControlPath, isUnreadable } from '../file/audit-file.ts';
import type { AuditedChange, Coverage } from '../population/change.ts';
import type { World } from '../population/world.ts';
import { isReviewed } from '../reviews/four-eyes.ts';
import { ticketOf } from './tickets.ts';
import { emergencyOf, isPromotion, judgeEmergency, owedReview } from '../reviews/owed-review.ts';
import { pushedDirectly } from './history.ts';
import { found, notApplicable, notTested, passed, type ChangeRule, type LandingRule, type Outcome, type Rule } from './rule.ts';
import { commitSubject, foundIn, named, short, when, whoWrote } from './words.ts';

/** A step, or a job, that uses this action or one of its workflows. */
interface GateUse {
  /** `job`, or `job/step`: the step's id, else its name, else its number. */
  readonly name: string;
  /** Its inputs, names in small letters; the action's own default stands for the others. */
  readonly settings: ReadonlyMap<string, string>;
  /** `continue-on-error` of the step and of its job, as they are written; empty where neither is. */
  readonly continues: readonly { readonly name: string; readonly value: string }[];
}

/** Workflows are shorter. The time to parse grows faster than the length. */
const longest = 250_000;

/** Owners differ: a fork or a mirror is the same action. */
const ours = /^[^/\s]+\/compliance-evidence(?:\/(?:[^@\s]*\/)?([^/@\s]*))?@/i;
const local = /^(?:\.|\$)\/(?:\.github\/(?:actions|workflows)\/([^/@\s]+))?$/;

/** They record nothing and decide nothing. */
const idle: ReadonlySet<string> = new Set(['explain', 'query', 'serve']);

/** Undefined where the file cannot be read. `isOwn`: in our own repository `./` is the action. */
function gateUses(text: string, isOwn: boolean): readonly GateUse[] | undefined {
  const jobs = jobsOf(text);
  return jobs?.flatMap(([name, job]) => [
    ...(isOurs(job, isOwn) ? [useOf([name, job])] : []),
    ...stepsOf(job).flatMap((step, at) => {
      const id = textOf(step['id']) ?? textOf(step['name']) ?? `step ${at + 1}`;
      return isOurs(step, isOwn) ? [useOf([`${name}/${id}`, step], [name, job])] : [];
    }),
  ]);
}

type Mapping = Readonly<Record<string, unknown>>;

type Part = readonly [name: string, part: Mapping];

function jobsOf(text: string): readonly Part[] | undefined {
  if (text.length > longest) return undefined;
  try {
    // Finding duplicate keys takes quadratic time, and GitHub refuses those files itself.
    const document = parseDocument(text, { logLevel: 'silent', stringKeys: true, uniqueKeys: false });
    if (document.errors.length > 0) return undefined;
    // Nested aliases can grow without an end.
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (!isObject(value)) return [];
    // A composite action has its steps under `runs`.
    const { jobs, runs } = value;
    const all = isObject(jobs) ? Object.entries(jobs) : [['runs', runs]];
    return all.filter((entry): entry is [string, Mapping] => isObject(entry[1]));
  } catch {
    // Too many aliases, or endless nesting.
    return undefined;
  }
}

function stepsOf(job: Mapping): readonly Mapping[] {
  const steps: unknown = job['steps'];
  return Array.isArray(steps) ? steps.map((step: unknown) => (isObject(step) ? step : {})) : [];
}

function isOurs(part: Mapping, isOwn: boolean): boolean {
  const { uses } = part;
  if (typeof uses !== 'string') return false;
  const match = ours.exec(uses.trim()) ?? (isOwn ? local.exec(uses.trim()) : null);
  if (match === null) return false;
  const named = match[1] || settingsOf(part).get('command');
  return named === undefined || !idle.has(named);
}

/** `around`: the job of a step. */
function useOf([name, part]: Part, ...around: readonly Part[]): GateUse {
  const continues = [[name, part] as const, ...around].flatMap(([of, { 'continue-on-error': value }]) =>
    value === undefined || value === null ? [] : [{ name: of, value: textOf(value) ?? '' }],
  );
  return { name, settings: settingsOf(part), continues };
}

/** The runner ignores the case of input names. */
function settingsOf({ with: given }: Mapping): ReadonlyMap<string, string> {
  if (!isObject(given)) return new Map();
  return new Map(
    Object.entries(given).flatMap(([name, value]) => (textOf(value) === undefined ? [] : [[name.toLowerCase(), textOf(value) ?? '']])),
  );
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

interface Weakness {
  readonly name: string;
  readonly setting: string;
  readonly value: string;
  /** `expression`: its value is known only in the run. */
  readonly kind: 'weak' | 'expression';
  /** Until when, where it is weak for a time: `enforce-from`. */
  readonly until?: number;
  readonly means: string;
}

/** Verdicts that fail the job by default. */
const failing = ['non-compliant', 'incomplete', 'unknown', 'unusable'];

function weaknessesOf({ continues, name, settings }: GateUse): readonly Weakness[] {
  const given = [...settings].flatMap(([setting, value]): readonly Weakness[] => {
    const means = meaningOf(setting);
    if (means === undefined || value === '') return [];
    if (isExpression(value)) return [{ name, setting, value, kind: 'expression', means }];
    if (setting === 'enforce-from') {
      const until = Date.parse(value);
      return Number.isNaN(until) ? [] : [{ name, setting, value, kind: 'weak', until, means }];
    }
    return isWeak(setting, value) ? [{ name, setting, value, kind: 'weak', means }] : [];
  });
  const continued = continues.flatMap(({ name: of, value }): readonly Weakness[] => {
    const means = 'the job does not fail when the gate does';
    if (isExpression(value)) return [{ name: of, setting: 'continue-on-error', value, kind: 'expression', means }];
    return value === 'true' ? [{ name: of, setting: 'continue-on-error', value, kind: 'weak', means }] : [];
  });
  return [...given, ...continued];
}

function meaningOf(setting: string): string | undefined {
  switch (setting) {
    case 'fail-on':
      return 'some verdicts that are no yes fail no job';
    case 'enforce-from':
      return 'until then no verdict fails a job';
    case 'allowed-skips':
      return 'those jobs may be skipped';
    case 'template':
      return 'what the flow asks for now is not asked';
    default:
      return setting.startsWith('allow-') ? 'what the gate refuses by default passes' : undefined;
  }
}

function isWeak(setting: string, value: string): boolean {
  const names = value.split(/[\s,]+/).filter((name) => name !== '');
  switch (setting) {
    case 'fail-on':
      return names.length > 0 && failing.some((verdict) => !names.includes(verdict));
    case 'allowed-skips':
      return names.some((name) => name !== 'none');
    case 'template':
      return value === 'decided';
    default:
      return /^(?:true|True|TRUE)$/.test(value);
  }
}

function isExpression(value: string): boolean {
  return value.includes('${{');
}

export const gateLetThrough: LandingRule = {
  name: 'gate-let-through',
  about: 'landing',
  text: 'The gate is used with settings that fail the job for every verdict that is no yes.',
  severity: 'medium',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PO.3'],
  fix: 'Leave the setting out, so that its default is in force, or accept the finding with a reason.',
  needs: ['workflows'],
  *judge(fact, world): Generator<Outcome> {
    const { landing, workflows } = fact;
    if (workflows === null) return;
    const files = world.workflows.get(workflows);
    if (files === undefined) return yield notTested(`the workflow files of ${landing.branch} could not be read`);
    const isOwn = /^[^/]+\/compliance-evidence$/i.test(world.header.repository ?? '');
    for (const { brought, path, weaknesses } of readingOf(files, isOwn)) {
      if (weaknesses === undefined) yield notTested(`${path} cannot be read: it is no YAML, or has more than ${longest} characters`);
      else if (weaknesses.length === 0) yield passed;
      else for (const weakness of weaknesses) yield judgeWeakness(weakness, { brought, path }, fact, world);
    }
  },
};

interface Reading {
  readonly path: string;
  readonly brought: string | null;
  /** Undefined where the file cannot be read. */
  readonly weaknesses: readonly Weakness[] | undefined;
}

/** Most landings have the same files as the one before: they are read once. */
const read = new WeakMap<WorkflowsFact, readonly Reading[]>();

function readingOf(fact: WorkflowsFact, isOwn: boolean): readonly Reading[] {
  const known = read.get(fact);
  if (known !== undefined) return known;
  const readings = fact.files.flatMap(({ brought, path, text }): readonly Reading[] => {
    const uses = gateUses(text, isOwn);
    // A file that GitHub cannot read runs nothing; it is named where it may be meant to run the gate.
    if (uses === undefined) return text.toLowerCase().includes('compliance-evidence') ? [{ brought, path, weaknesses: undefined }] : [];
    return uses.length === 0 ? [] : [{ brought, path, weaknesses: distinct(uses.flatMap(weaknessesOf)) }];
  });
  read.set(fact, readings);
  return readings;
}

/** A job with two steps of ours has one `continue-on-error`. */
function distinct(weaknesses: readonly Weakness[]): readonly Weakness[] {
  return [...new Map(weaknesses.map((weakness) => [`${weakness.name}\n${weakness.setting}`, weakness])).values()];
}

/**
 * About the commit that the file has its text from, as git tells it at every later landing too: so it is one finding, with
 * the same key in every run, until the file is changed again.
 */
function judgeWeakness(weakness: Weakness, { brought, path }: Pick<Reading, 'brought' | 'path'>, fact: LandingFact, world: World): Outcome {
  const { kind, means, name, setting, until, value } = weakness;
  const { landing } = fact;
  const where = `${name} in ${path} sets ${setting} to ${value}`;
  if (kind === 'expression') return notTested(`${where}, which is known in the run alone`);
  if (until !== undefined) {
    if (landing.at === null) return notTested(`${where}, and nobody can tell when ${landing.branch} was moved`);
    if (until <= Date.parse(landing.at)) return passed;
  }
  const detail = `${path}#${name}#${setting}`;
  if (brought === null) {
    const subject = { kind: 'branch' as const, id: landing.branch, url: null };
    return found({ subject, detail, message: `${where}: ${means}.` });
  }
  const commit = landing.commits.find(({ sha }) => sha === brought);
  const by = commit === undefined ? '' : ` of ${commit.author.account?.login ?? commit.author.name}`;
  const change = commit === undefined ? undefined : changeWith(brought, fact, world);
  const message = `${where}: ${means}. The file is as ${short(brought)}${by} left it.`;
  return found({ subject: commitSubject(brought, world.header), detail, message, ...given({ change }) });
}

function changeWith(sha: string, fact: LandingFact, { header }: World): ReturnType<typeof foundIn> | undefined {
  const change = changesIn(fact, header.branches).find(({ commits }) => commits.includes(sha));
  const tip = fact.landing.commits.find((commit) => commit.sha === change?.commits.at(-1));
  return change === undefined || tip === undefined ? undefined : foundIn({ pull: change.pull, tip });
}

/** Also for changes that are left out of the audit: what decides what is checked is never left out. */
const controlChanged: ChangeRule = {
  name: 'control-changed',
  about: 'change',
  text: 'A change to what decides what is checked is seen: workflows, actions, templates, policies, owners, and the audit’s own file.',
  severity: 'medium',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PO.3'],
  fix: 'Look at what it changed. Where that is as it should be, accept the finding with a reason; where it is not, revert it.',
  needs: ['paths'],
  judge(change, world) {
    const { file, landing, paths, tip } = change;
    // Its changes are found where they landed first.
    if (isPromotion(change, world) === true) return notApplicable;
    if (paths === null) return notTested(`git cannot tell which paths ${tip.sha.slice(0, 7)} changed`);
    const controls = paths.filter((path) => isControlPath(path, file?.controls));
    if (controls.length === 0) return passed;
    const message = `${whoWrote(change)} changed what decides what is checked, on ${landing.branch}${when(landing.at)}: ${named(controls)}.`;
    return found({ subject: commitSubject(tip.sha, world.header), change: foundIn(change), message });
  },
};

/** For each change that is faulty by the audit's file at its parent, and not by that at the tip. Its own rule finds the fault too. */
const controlWeakened: ChangeRule = {
  name: 'control-weakened',
  about: 'change',
  text: 'The audit’s file does not ask less of a change afterwards than it did when the change landed.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PO.3'],
  fix: 'Put back what the audit’s file asked for, or accept the findings of that change with a reason, which ends after a time.',
  needs: ['landings', 'pull-requests', 'paths'],
  judge(change, world) {
    const { excluded, fact, file, landing, tip } = change;
    if (isUnreadable(fact.file, world.files))
      return notTested(`nobody can read the audit’s file that was in force when ${short(tip.sha)} landed`);
    if (file === null || file === world.file || excluded !== undefined) return notApplicable;
    const taken = takenAway(change, world);
    if (taken.length === 0) return passed;
    const what = `${short(tip.sha)}, which landed on ${landing.branch}${when(landing.at)}`;
    const message = `The audit’s file of now would let ${what}, pass; the one in force then does not. It takes away: ${named(taken)}.`;
    return found({ subject: commitSubject(tip.sha, world.header), change: foundIn(change), message });
  },
};

function takenAway(change: AuditedChange, world: World): readonly string[] {
  const { commits, coverage, paths, pull } = change;
  const lacking = coverage.filter(({ atMerge, match }) => match === 'head' || (atMerge !== 'compliant' && atMerge !== 'not-known'));
  const isUnreviewed = lacksReview(change, world);
  const isPushed = isFoundPushed(change, world);
  const asLeftOut = exclusionOf(world.file, { shas: commits.map(({ sha }) => sha), pull: pull?.number ?? null, paths });
  if (asLeftOut !== undefined && (lacking.length > 0 || isUnreviewed || isPushed))
    return [`the whole change, which is left out for ${asLeftOut.reason}`];
  const flows = lacking.flatMap((each) => flowTaken(each, change, world));
  const byTip = { ...change, file: world.file };
  return [
    ...flows,
    ...(isUnreviewed && !lacksReview(byTip, world, true) ? ['that a person reviews it'] : []),
    ...(change.file?.ticket !== null && ticketOf(change, world)?.state === 'without' && isTicketTaken(byTip, world)
      ? ['that it names a ticket']
      : []),
    ...(isPushed && !isFoundPushed(byTip, world) ? ['that it comes by a pull request'] : []),
  ];
}

/** A flow that lacks something and is not owed any more, or for which the pull request's head is enough now. */
function flowTaken({ atMerge, flow, match }: Coverage, change: AuditedChange, world: World): readonly string[] {
  const { file, owes, owesByTip } = change;
  if (owes === null || !owes.includes(flow)) return [];
  if (owesByTip === null || !owesByTip.includes(flow))
    return atMerge === 'compliant' && isHeadEnough(flow, change, file) ? [] : [`that it owes evidence in ${flow}`];
  return match === 'head' && !isHeadEnough(flow, change, file) && isHeadEnough(flow, change, world.file)
    ? [`that ${flow} is tested on what landed`]
    : [];
}

function isFoundPushed(change: AuditedChange, world: World): boolean {
  return pushedDirectly.judge(change, world).kind === 'found';
}

function isTicketTaken(byTip: AuditedChange, world: World): boolean {
  const state = ticketOf(byTip, world)?.state;
  return state === undefined || state === 'excepted';
}

/** By the file at the parent, or only by the people, bots and label of the tip's. */
function lacksReview(change: AuditedChange, world: World, byTip = false): boolean {
  const owed = byTip ? owedReview(change, world, world.file?.people ?? new Map()) : owedReview(change, world);
  if (owed.kind !== 'owed') return false;
  const emergency = emergencyOf(change);
  return !isReviewed((emergency === undefined ? owed.judgement : judgeEmergency(emergency, owed, world.header.at)).for);
}

/** In the order of the reports. */
export const gateRules: readonly Rule[] = [gateLetThrough, controlChanged, controlWeakened];
