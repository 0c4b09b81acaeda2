import type { AttestationRecord } from '../../../contract/index.ts';
import { groupRecords, idsOf, recordsOfRow, type FailedTest, type TrailRow as Row } from '../../../gate/index.ts';
import { html, type Html } from '../../../html/index.ts';
import { entryBadge, isOverride } from '../../../presentation/index.ts';
import { count, stringAt } from '../../../text/index.ts';
import type { Evidence } from '../../context.ts';
import { badge, folded, items, line, ownLink } from '../../pages/parts.ts';
import {
  failedTest,
  inBrief,
  legLine,
  overrideSentence,
  overridesOf,
  recordLine,
  type BriefRecord,
  type Overrides,
} from '../attestations/page.ts';
import { attestationsOnTrail, recordById } from '../attestations/use.ts';
import type { TrailRow } from './tables.ts';

/** The newest records of a trail that its page reads: a year of nights, or 40 runs of a matrix of 12. */
const mostRecords = 500;

/** Runs of a name that say no, and that are not folded. */
const openLegs = 3;

/** Failed tests of a name that are shown, the first with its message; the others are folded. */
const openTests = 2;

/** Trails before this one that the history of a failed test goes back to. */
const trailsBack = 10;

const mostHistories = 3;

export interface Behind {
  readonly linkTo: (id: string) => string;
  readonly records: readonly BriefRecord[];
  readonly overrides: Overrides;
  /** Whether there are older records than these. */
  readonly isCut: boolean;
  readonly histories: ReadonlyMap<string, readonly EarlierTrail[]>;
}

export async function evidenceBehind(evidence: Evidence, orgId: string, org: string, row: TrailRow, rows: readonly Row[]): Promise<Behind> {
  const found = await attestationsOnTrail(evidence, orgId, row.id, { before: Number.MAX_SAFE_INTEGER, limit: mostRecords });
  const records = await Array.fromAsync(found.items, inBrief);
  const failing = rows.filter((each) => behindRow(each, records, row.name).legs.some(({ failure }) => failure.failed?.by === 'test'));
  const histories = new Map<string, readonly EarlierTrail[]>();
  for (const each of failing.slice(0, mostHistories)) histories.set(each.key, await historyOf(evidence, orgId, org, row, each));
  const statuses = rows.map(({ status }) => status);
  return {
    linkTo: (id) => evidence.links.attestation(org, row.flowName, row.name, id),
    records,
    overrides: await overridesOf(evidence, orgId, statuses),
    isCut: found.next !== undefined,
    histories,
  };
}

/** The records of a row: those that count, a leg each, and those that others replaced. */
function behindRow(row: Row, all: readonly BriefRecord[], trail: string): Record<'legs' | 'replaced', readonly BriefRecord[]> {
  const named = all.map(({ record }) => record).filter(({ attestation_name: name }) => name === row.status.attestation_name);
  const own = recordsOfRow(row, named, trail);
  const groups = groupRecords(own.filter((record) => !isOverride(record)));
  const standing = groups.flatMap((group) => [...group.newest, ...group.standing.flatMap(({ records }) => records)]);
  const [legs, shown] = [idsIn(standing), new Set([...idsIn(standing), ...idsOf(row)])];
  const ownIds = idsIn(own);
  return {
    legs: all.filter(({ record: { attestation_id: id } }) => legs.has(id)),
    replaced: all.filter(({ record: { attestation_id: id } }) => ownIds.has(id) && !shown.has(id)),
  };
}

function idsIn(records: readonly Pick<AttestationRecord, 'attestation_id'>[]): ReadonlySet<string> {
  return new Set(records.map(({ attestation_id: id }) => id));
}

/** A name that is demanded or there: its state, its legs, the tests that failed in them, and folded the records that were replaced. */
export function evidenceRow(row: Row, trail: string, behind: Behind): Html {
  const { linkTo, overrides, records } = behind;
  const { attestation_id: id, attestation_type: type } = row.status;
  const { legs, replaced } = behindRow(row, records, trail);
  const override = overrides.get(id ?? '');
  const shown = line(row.key);
  return html`<li>
    ${badge(entryBadge(row.status))}
    <div>
      <p>
        ${typeof id === 'string' && id !== '' ? ownLink(linkTo(id), shown) : html`<b>${shown}</b>`}
        <span class="soft">${line(type ?? '')}${row.expected ? ', required' : ', not required'}</span>
        ${override === undefined ? undefined : html`<br /><span class="overridden">${overrideSentence(override, row.status.attestation_name, linkTo)}</span>`}
      </p>
      ${legsOf(legs, linkTo)} ${failedIn(legs, behind.histories.get(row.key))}
      ${foldedList(
        count(replaced.length, 'earlier record'),
        replaced.map((brief) => legLine(brief, linkTo)),
      )}
    </div>
  </li>`;
}

/** The first that say no are open, the others folded. */
function legsOf(legs: readonly BriefRecord[], linkTo: Behind['linkTo']): Html | undefined {
  if (legs.length <= 1) return html`${legs.map((brief) => recordLine(brief, linkTo))}`;
  const good = legs.filter(({ record }) => record.is_compliant);
  const bad = legs.filter((brief) => !good.includes(brief)).map((brief) => legLine(brief, linkTo));
  return html`${items(bad.slice(0, openLegs))} ${foldedList(`${count(bad.length - openLegs, 'more run')} that say no`, bad.slice(openLegs))}
  ${foldedList(
    count(good.length, 'run that says yes', 'runs that say yes'),
    good.map((brief) => legLine(brief, linkTo)),
  )}`;
}

function foldedList(title: string, lines: readonly Html[]): Html | undefined {
  return lines.length === 0 ? undefined : folded(title, items(lines));
}

/** The failed tests of all legs, each once with the runs that it failed in. */
function failedIn(legs: readonly BriefRecord[], history: readonly EarlierTrail[] | undefined): Html | undefined {
  const found = new Map<string, { readonly test: FailedTest | undefined; readonly url: string | undefined; readonly runs: string[] }>();
  let untold = 0;
  for (const { failure, record } of legs) {
    const { failed, run } = failure;
    if (failed === undefined) continue;
    untold += failed.by === 'test' ? Math.max(failed.count - failed.names.length, 0) : 0;
    for (const name of failed.names) {
      const test = failed.said?.find((said) => said.name === name);
      const known = found.get(name) ?? { test, url: stringAt(record, 'git_commit_info', 'url'), runs: [] };
      known.runs.push(run?.label ?? '');
      found.set(name, known);
    }
  }
  const shown = [...found].map(([name, { runs, test, url }], index) => {
    const where =
      legs.length > 1
        ? html` <span class="soft">in ${runs.length === 1 ? `the run ${line(runs[0] ?? '')}` : count(runs.length, 'run')}</span>`
        : undefined;
    return failedTest(name, test, url, { isOpen: index === 0, after: html`${where}${historyLine(name, history)}` });
  });
  return html`${items(shown.slice(0, openTests))} ${foldedList(count(shown.length - openTests, 'more failed test'), shown.slice(openTests))}
  ${untold > 0 ? html`<p class="soft">Their records name ${count(untold, 'more failed test')} by number only.</p>` : undefined}`;
}

/** How a trail before this one says that the tests of a name ended. */
interface EarlierTrail {
  readonly name: string;
  readonly address: string;
  /** Whether its record names all tests that failed. */
  readonly isAllNamed: boolean;
  readonly failed: ReadonlySet<string>;
}

/** By the record that each of the last trails shows under the name; a trail without one is left out. */
async function historyOf(
  evidence: Evidence,
  orgId: string,
  org: string,
  row: TrailRow,
  { artifact, status }: Row,
): Promise<readonly EarlierTrail[]> {
  const { links, store } = evidence;
  const before = await store.trailsByNumber(orgId, row.flowName, Math.max(row.number - 1 - trailsBack, 0), row.number - 1);
  const found: EarlierTrail[] = [];
  for (const { compliance, name } of before) {
    const statuses =
      artifact === undefined ? compliance.attestations_statuses : compliance.artifacts_statuses?.[artifact]?.attestations_statuses;
    const id = statuses?.find((each) => each.attestation_name === status.attestation_name)?.attestation_id;
    const record = typeof id === 'string' ? await recordById(evidence, orgId, id) : undefined;
    if (record === undefined || isOverride(record)) continue;
    const { failed } = inBrief(record).failure;
    found.push({
      name,
      address: links.trail(org, row.flowName, name),
      isAllNamed: failed === undefined || (failed.by === 'test' && failed.count <= failed.names.length),
      failed: new Set(failed?.names),
    });
  }
  return found;
}

function historyLine(test: string, history: readonly EarlierTrail[] | undefined): Html | undefined {
  if (history === undefined || history.length === 0) return undefined;
  const failed = history.filter((each) => each.failed.has(test)).length;
  const marks = history.toReversed().map(({ address, failed: names, isAllNamed, name }) => {
    const word = names.has(test) ? 'failed' : isAllNamed ? 'did not fail' : 'not known';
    const [mark, tone] = names.has(test) ? ['✘', 'bad'] : isAllNamed ? ['✔', 'good'] : ['?', 'unknown'];
    return html`<a class="${tone}" href="${address}" title="${word} on ${line(name)}" aria-label="${word} on ${line(name)}">${mark}</a> `;
  });
  return html`<br /><span class="soft">failed on ${failed} of the ${count(history.length, 'trail')} before: </span>${marks}`;
}
