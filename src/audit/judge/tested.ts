import type { Template } from '../../contract/index.ts';
import { ofCheck } from '../coverage/check-trails.ts';
import { levelsOf } from '../coverage/match.ts';
import { aboutCommit, endOf, ever, isOverride, subjectOf, templateAt, wasThere } from '../coverage/records.ts';
import type { EvidenceRecord, TrailFact } from '../facts/trail.ts';
import type { AuditedChange } from '../population/change.ts';
import { evidenceSource, type World } from '../population/world.ts';
import { pullUntold, whyPullsUntold } from '../reviews/approval.ts';

/**
 * Whether results of tests were recorded before a change landed. `failed`: they said no. `head`: only on the head of its
 * pull request, before its base moved.
 */
export type Tested = 'yes' | 'failed' | 'head' | 'no' | 'not known';

export interface TestedBefore extends Said {
  /** The answer as things stand now; only where the time of landing is unknown. */
  readonly now?: {
    readonly tested: Tested;
    /** It is a yes that was recorded after the audited time had ended. */
    readonly isLate: boolean;
  };
}

interface Said {
  readonly tested: Tested;
  readonly why: string;
}

/** For evidence of a change with an unknown time of landing. */
export const nowWords = 'says yes now; whether it was there when it landed is not known';

const worstFirst: readonly Tested[] = ['failed', 'no', 'not known', 'head', 'yes'];
/** Where one flow is enough, and for several results of one commit. A no is never outvoted. */
const bestFirst: readonly Tested[] = ['failed', 'not known', 'yes', 'head', 'no'];

export function testedBefore(change: AuditedChange, world: World): TestedBefore {
  const untold = world.untold.find(({ source }) => source === 'trails' || source === 'records');
  if (untold !== undefined) return { tested: 'not known', why: `${evidenceSource(world)} did not tell` };
  const moment = endOf(change.landing.at);
  const told = testedAt(change, moment ?? ever, world);
  // The tests of a pull request may exist, but which one it is, is unknown.
  const isPullUntold = change.pull === undefined && whyPullsUntold(world) !== undefined;
  const absent = change.coverage.find(({ untold: why }) => why !== undefined)?.untold;
  const unknown = isPullUntold ? pullUntold : absent;
  const said: Said = told.tested === 'no' && unknown !== undefined ? { tested: 'not known', why: unknown } : told;
  if (moment !== null) return said;
  const isYes = told.tested === 'yes' || told.tested === 'head';
  const isLate = isYes && testedAt(change, Date.parse(world.header.period.until), world).tested !== told.tested;
  return {
    ...(told.tested === 'no' ? said : { tested: 'not known', why: asOfNow[told.tested] ?? told.why }),
    now: { tested: told.tested, isLate },
  };
}

const asOfNow: Readonly<Partial<Record<Tested, string>>> = {
  yes: nowWords,
  failed: 'says no now; how it was when it landed is not known',
  head: `what was merged ${nowWords}; what landed has other files`,
};

function testedAt(change: AuditedChange, moment: number, world: World): Said {
  const { fact, owes } = change;
  const isOwed = owes !== null && owes.length > 0;
  const flows = isOwed ? owes : [...new Set(fact.trails.map(({ flow }) => flow))];
  const order = isOwed ? worstFirst : bestFirst;
  const [answer] = flows
    .flatMap((flow) => inFlow(change, flow, moment, world) ?? [])
    .toSorted((one, other) => order.indexOf(one.tested) - order.indexOf(other.tested));
  return answer ?? withoutTests(change, flows);
}

function withoutTests({ fact, owes }: AuditedChange, flows: readonly string[]): Said {
  const isRecorded = fact.trails.some(({ flow, records }) => flows.includes(flow) && records.length > 0);
  if (isRecorded) return { tested: 'not known', why: 'none of its evidence is results of tests' };
  return { tested: 'no', why: owes?.length === 0 ? 'it owes no evidence, and nothing was recorded' : 'nothing was recorded' };
}

function inFlow(change: AuditedChange, flow: string, moment: number, world: World): Said | undefined {
  const trails = change.fact.trails.filter((trail) => trail.flow === flow);
  const others: TrailFact[] = [];
  for (const { match, shas } of levelsOf(change)) {
    const found: Said[] = [];
    for (const sha of shas) {
      for (const trail of trails.filter(({ commits, name }) => commits.includes(sha) || name === sha)) {
        if (trail.cut && wasThere(trail, moment)) found.push({ tested: 'not known', why: 'not all events of its trail could be read' });
        const { records } = aboutCommit(trail, sha, moment);
        found.push(...lastOfEach(records).flatMap((record) => saidBy(record, match === 'head') ?? []));
        if (records.length > 0) others.push(trail);
      }
    }
    const [answer] = found.toSorted((one, other) => bestFirst.indexOf(one.tested) - bestFirst.indexOf(other.tested));
    if (answer !== undefined) return answer;
  }
  const known = world.flows.get(flow);
  const templates = others.length > 0 ? others.map((trail) => templateAt(trail, known, moment)) : [known?.template ?? null];
  const isTold = templates.every((template) => template !== null);
  if (isTold && !templates.some(asksForTests)) return undefined;
  const isLater = trails.some(({ records }) => records.some((record) => isTests(record)));
  if (isLater) return { tested: 'no', why: 'the results came after it had landed, or are of another commit' };
  if (others.length === 0) return { tested: 'no', why: 'nothing was recorded' };
  return isTold ? { tested: 'no', why: 'results of tests are missing' } : { tested: 'not known', why: 'the template is not known' };
}

function asksForTests(template: Template | null): boolean {
  if (template === null) return false;
  const { artifacts, attestations } = template.trail;
  return [...attestations, ...artifacts.flatMap((artifact) => artifact.attestations)].some(({ type }) => type === 'junit');
}

function isTests({ tests, type }: EvidenceRecord): boolean {
  return tests !== null || type === 'junit' || type === ofCheck;
}

function lastOfEach(records: readonly EvidenceRecord[]): readonly EvidenceRecord[] {
  const evidence = records.filter((record) => !isOverride(record));
  return [...new Map(evidence.map((record) => [`${subjectOf(record)} ${record.group ?? ''}`, record])).values()];
}

function saidBy(record: EvidenceRecord, isHead: boolean): Said | undefined {
  const { byForkClaim, compliant, read, tests, type } = record;
  if (type === ofCheck) return saidByCheck(record, isHead);
  if (!isTests(record)) return read || type !== '' ? undefined : { tested: 'not known', why: 'a record of it could not be read' };
  if (compliant === false || (tests !== null && tests.failed > 0)) return { tested: 'failed', why: 'the results said no' };
  if (tests === null) return { tested: 'not known', why: 'the results do not say how many tests they hold' };
  if (tests.total <= tests.skipped) return { tested: 'no', why: 'the results hold no test that ran' };
  if (compliant === null) return { tested: 'not known', why: 'the results do not say yes or no' };
  if (isHead) return { tested: 'head', why: 'only the head of its pull request was tested, and its base had moved' };
  const claimed = byForkClaim ? ', as a run of a fork claimed them' : '';
  return { tested: 'yes', why: `results of tests were there before it landed${claimed}` };
}

/** A check says whether it passed, and not how many tests it ran. */
function saidByCheck({ compliant, name }: EvidenceRecord, isHead: boolean): Said {
  if (compliant === false) return { tested: 'failed', why: `the check ${name} failed` };
  if (compliant === null) return { tested: 'not known', why: `the check ${name} does not say yes or no` };
  if (isHead) return { tested: 'head', why: 'only the head of its pull request was tested, and its base had moved' };
  return { tested: 'yes', why: `the check ${name} passed before it landed` };
}
