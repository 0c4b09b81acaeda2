import { entryWords } from '../../presentation/index.ts';
import type { Audit, JudgedFinding, ReportedChange } from '../judge/audit.ts';
import { acceptedBy } from '../judge/acceptances.ts';
import { acceptanceNotValid } from '../rules/audit.ts';
import { gateCanBeBypassed, ruleBypassed } from '../rules/checks.ts';
import { overridden } from '../rules/evidence.ts';
import { gateLetThrough } from '../rules/gate.ts';
import { pushedDirectly } from '../rules/history.ts';
import { approvedAfterMerge, emergencyNotReviewed } from '../rules/reviews.ts';
import { row } from './csv.ts';
import { openFindings } from './numbers.ts';

/* Whatever went another way than the usual one, for auditors who keep a register of each kind: one file, a row an entry. */

/** Rules whose findings are ways round the process. Overrides are entries of their own. */
const waysRound = [pushedDirectly, approvedAfterMerge, gateLetThrough, gateCanBeBypassed, ruleBypassed];

/** Where one of its rules was not tested everywhere, entries of the register may be missing. */
const registers = {
  emergency: [emergencyNotReviewed],
  exception: [overridden, ...waysRound],
  acceptance: [acceptanceNotValid],
} as const;

interface Entry {
  readonly kind: string;
  /** ISO 8601 in UTC; left out where it is not known, or is so now. */
  readonly at?: string | null;
  readonly who?: string | null;
  readonly what: string;
  readonly why?: string | null;
  readonly until?: string | null;
  readonly state?: string;
  /** The people who let it in. */
  readonly letIn?: string;
  readonly change?: ReportedChange | undefined;
  readonly url?: string | null;
  readonly finding?: string | undefined;
}

/** New columns come at the end. */
const columns = 'register kind at who what why until state let_in commit pull_request url finding repository'.split(' ');

/** Nobody is left out in silence: a register that may lack entries says so in a row of the kind `not-known`. */
export async function* registersCsv(audit: Audit): AsyncGenerator<string> {
  yield `\uFEFF${row(columns)}`;
  const repository = audit.world.header.repository ?? '';
  const written = (register: keyof typeof registers, entry: Entry): string => {
    const { at, change, finding, kind, letIn, state, until, url, what, who, why } = entry;
    const place = [change?.sha, change?.pull?.number.toString(), url ?? change?.pull?.url ?? change?.url, finding, repository];
    return row([register, kind, at, who, what, why, until, state, letIn, ...place].map((cell) => cell ?? ''));
  };
  const entries = { emergency: emergencies, exception: exceptions, acceptance: acceptances } as const;
  for (const register of ['emergency', 'exception', 'acceptance'] as const) {
    for await (const entry of entries[register](audit)) yield written(register, entry);
    for (const entry of unknown(audit, register)) yield written(register, entry);
  }
}

function unknown({ rules, world }: Audit, register: keyof typeof registers): readonly Entry[] {
  const names = new Set(registers[register].map(({ name }) => name));
  const untested = rules.filter(({ result, rule }) => result === 'not tested' && names.has(rule));
  const unnamed = register === 'emergency' && (world.file?.emergency ?? null) === null;
  return [
    ...world.holes.map(({ what, why }) => ({ what, why })),
    ...untested.map(({ rule, why }) => ({ what: rule, why })),
    ...(unnamed ? [{ what: 'emergencies', why: "The audit's file of now names no label for emergencies" }] : []),
  ].map((one) => ({ kind: 'not-known', ...one }));
}

async function* emergencies(audit: Audit): AsyncGenerator<Entry> {
  const open = keyed(audit, [emergencyNotReviewed]);
  const isTested = audit.rules.some(({ result, rule }) => rule === emergencyNotReviewed.name && result === 'tested');
  for await (const change of audit.changes()) {
    const { emergency, landedAt, mergedBy, title } = change;
    if (emergency === undefined) continue;
    const found = change.findings.map((key) => open.get(key)).find((one) => one !== undefined);
    yield {
      kind: 'emergency',
      at: landedAt,
      who: mergedBy,
      what: title,
      why: `${emergency.by ?? 'somebody'} set the label ${emergency.label} at ${emergency.at}`,
      until: emergency.deadline,
      state: found === undefined ? (isTested ? 'no finding' : 'not tested') : stateOf(found),
      change,
      finding: found?.key,
    };
  }
}

async function* exceptions(audit: Audit): AsyncGenerator<Entry> {
  const open = keyed(audit, waysRound);
  const overrides = keyed(audit, [overridden]);
  const seen = new Set<string>();
  for await (const change of audit.changes()) {
    if (change.excluded !== null) yield excludedEntry(change, change.excluded);
    for (const override of change.overrides) {
      const { at, by, compliant, flow, id, name, reason, trail, url } = override;
      const key = JSON.stringify([flow, trail, id]);
      if (seen.has(key)) continue;
      seen.add(key);
      const found = change.findings.flatMap((one) => overrides.get(one) ?? []).find((one) => one.key.endsWith(`/${id}`));
      const said = compliant === null ? '' : ` to say ${compliant ? 'yes' : 'no'}`;
      const what = `${name} on the trail ${trail} of flow ${flow}${said}`;
      yield { kind: 'override', at, who: by, what, why: reason, ...ofFinding(found), change, url };
    }
    for (const key of change.findings) {
      const found = open.get(key);
      if (found === undefined || !open.delete(key)) continue;
      yield { ...wayRound(found), at: found.at ?? change.landedAt, who: change.mergedBy, change };
    }
  }
  for (const found of open.values()) yield wayRound(found);
}

function excludedEntry(change: ReportedChange, { owner, reason }: NonNullable<ReportedChange['excluded']>): Entry {
  return { kind: 'left-out', at: change.landedAt, who: owner, what: change.title, why: reason, change };
}

function wayRound(found: JudgedFinding): Entry {
  return { kind: found.rule, at: found.at, what: found.message, why: found.accepted?.reason ?? null, ...ofFinding(found) };
}

function ofFinding(found: JudgedFinding | undefined): Pick<Entry, 'finding' | 'state' | 'until'> {
  return found === undefined ? {} : { until: found.accepted?.until ?? null, state: stateOf(found), finding: found.key };
}

/** Each entry of the audit's file of now, whether it counts or not. */
function* acceptances(audit: Audit): Generator<Entry> {
  const { findings, world } = audit;
  const open = openFindings(findings);
  const [byKey, invalid] = [
    new Map(open.map((one) => [one.key, one])),
    new Map(open.flatMap((one) => (one.rule === acceptanceNotValid.name ? [[one.subject.id, one.message] as const] : []))),
  ];
  for (const { key, owner, reason, since, until } of world.file?.accepted ?? []) {
    const found = byKey.get(key);
    const why = invalid.get(key);
    yield {
      kind: 'accepted-finding',
      at: since,
      who: owner,
      what: found?.message ?? key,
      why: reason,
      until,
      state: found !== undefined && found.accepted !== null ? 'accepted' : (why ?? 'it accepts no open finding of this audit'),
      letIn: entryWords(acceptedBy(key, world)),
      url: found?.subject.url ?? null,
      finding: key,
    };
  }
}

function keyed({ findings }: Audit, rules: readonly { readonly name: string }[]): Map<string, JudgedFinding> {
  const names = new Set(rules.map(({ name }) => name));
  return new Map(openFindings(findings).flatMap((one) => (names.has(one.rule) ? [[one.key, one] as const] : [])));
}

function stateOf({ accepted, carried, status }: JudgedFinding): string {
  return accepted !== null ? 'accepted' : carried ? 'open, not looked at again' : status;
}
