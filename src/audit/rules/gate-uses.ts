import { parseDocument } from 'yaml';

/** A step, or a job, that uses this action or one of its workflows. */
export interface GateUse {
  /** `job`, or `job/step`: the step's id, else its name, else its number. */
  readonly name: string;
  /** Its inputs, names in small letters; the action's own default stands for the others. */
  readonly settings: ReadonlyMap<string, string>;
  /** `continue-on-error` of the step and of its job, as they are written; empty where neither is. */
  readonly continues: readonly { readonly name: string; readonly value: string }[];
}

/** Longer than workflows are. The time that a text takes grows faster than its length. */
export const longest = 250_000;

/** Owners differ: a fork or a mirror is the same action. */
const ours = /^[^/\s]+\/compliance-evidence(?:\/(?:[^@\s]*\/)?([^/@\s]*))?@/i;
const local = /^(?:\.|\$)\/(?:\.github\/(?:actions|workflows)\/([^/@\s]+))?$/;

/** They record nothing and decide nothing. */
const idle: ReadonlySet<string> = new Set(['explain', 'query', 'serve']);

/** All uses of this action in a workflow file; undefined where it cannot be read. `isOwn`: in our own repository `./` is the action. */
export function gateUses(text: string, isOwn: boolean): readonly GateUse[] | undefined {
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

/** A step or a job, by its name. */
type Part = readonly [name: string, part: Mapping];

function jobsOf(text: string): readonly Part[] | undefined {
  if (text.length > longest) return undefined;
  try {
    // To look for keys that are there twice takes the square of their number, and GitHub refuses those files itself.
    const document = parseDocument(text, { logLevel: 'silent', stringKeys: true, uniqueKeys: false });
    if (document.errors.length > 0) return undefined;
    // Aliases of aliases grow without an end.
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (!isMapping(value)) return [];
    // A composite action has its steps under `runs`.
    const { jobs, runs } = value;
    const all = isMapping(jobs) ? Object.entries(jobs) : [['runs', runs]];
    return all.filter((entry): entry is [string, Mapping] => isMapping(entry[1]));
  } catch {
    // Too many aliases, or lists in lists without an end.
    return undefined;
  }
}

function stepsOf(job: Mapping): readonly Mapping[] {
  const steps: unknown = job['steps'];
  return Array.isArray(steps) ? steps.map((step: unknown) => (isMapping(step) ? step : {})) : [];
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

/** The runner does not tell names of inputs apart by case. */
function settingsOf({ with: given }: Mapping): ReadonlyMap<string, string> {
  if (!isMapping(given)) return new Map();
  return new Map(
    Object.entries(given).flatMap(([name, value]) => (textOf(value) === undefined ? [] : [[name.toLowerCase(), textOf(value) ?? '']])),
  );
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
