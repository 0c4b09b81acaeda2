import { boolean, constantFrom, integer, record as shape, uniqueArray, type Arbitrary } from 'fast-check';
import type { FlowFact, Line } from '../../../src/audit/facts/line.ts';
import type { EvidenceRecord, TrailFact } from '../../../src/audit/facts/trail.ts';
import { at, commit, flow, pull, record, sha, template, trail } from '../coverage/world.ts';
import { deployment } from '../rules/evidence-change.ts';
import { auditFile, landed } from './judged.ts';

/** A record on the trail of a letter, `s` being one of several commits; `minute` is of the day. */
export interface Told {
  readonly flow: 'unit' | 'scans';
  readonly on: 't' | 'h' | 's';
  readonly about: 't' | 'h' | 'e' | null;
  readonly name: 'tests' | 'scan';
  readonly minute: number;
  readonly compliant: boolean | null;
  readonly isOverride: boolean;
}

/** A pull request that was squashed at noon as `t`, with the head `h` and an earlier commit `e`. */
export interface RandomChange {
  readonly records: readonly Told[];
  /** The base of the pull request moved, so its tree is another one. */
  readonly moved: boolean;
  readonly mapped: boolean;
  readonly asksScan: boolean;
  readonly deployed: number | null;
}

export const told: Arbitrary<Told> = shape({
  flow: constantFrom('unit', 'scans'),
  on: constantFrom('t', 'h', 's'),
  about: constantFrom('t', 'h', 'e', null),
  name: constantFrom('tests', 'scan'),
  minute: integer({ min: 600, max: 840 }).filter((minute) => minute !== 720),
  compliant: constantFrom(true, true, true, false, null),
  isOverride: integer({ min: 0, max: 7 }).map((number) => number === 0),
});

export const randomChange: Arbitrary<RandomChange> = shape({
  records: uniqueArray(told, { maxLength: 7, selector: ({ minute }) => minute }),
  moved: boolean(),
  mapped: boolean(),
  asksScan: boolean(),
  deployed: constantFrom(null, 690, 750, 800),
});

/** `720` is noon. */
export function time(minute: number): string {
  return at(`${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`);
}

function recordOf({ about, compliant, flow: of, isOverride, minute, name, on }: Told): EvidenceRecord {
  const id = [of, on, about, name, minute].join('-');
  const more = isOverride ? { type: 'override', tests: null, override: { id: '', type: 'junit', reason: 'flaky' } } : {};
  return record('h', '00:00', { id, name, compliant, at: time(minute), commit: about === null ? null : sha(about), ...more });
}

const asked = ({ asksScan }: RandomChange) => template(...(asksScan ? ['tests', 'scan'] : ['tests']));

export function trailsOf(change: RandomChange): readonly TrailFact[] {
  const byTrail = Map.groupBy(change.records, ({ flow: of, on }) => `${of} ${on}`);
  return [...byTrail.values()].flatMap((same) => {
    const [{ flow: of, on } = { flow: 'unit', on: 's' }] = same;
    const records = same.toSorted((one, other) => one.minute - other.minute).map(recordOf);
    const shared = on === 's' ? { name: 'shared', commits: [sha('h'), sha('t'), sha('e')] } : {};
    return trail(on, records, { flow: of, state: 'COMPLIANT', template: asked(change), ...shared });
  });
}

/** The lines of a collected file for this change. Its trails and flows are in reverse order if that is asked. */
export function linesOf(
  change: RandomChange,
  order: <Item>(items: readonly Item[]) => readonly Item[] = (items) => items,
): readonly Line[] {
  const own = pull({
    head: sha('h'),
    commits: [commit('e', { tree: 'earlier' }), commit('h', { tree: 'the tree' })],
    mergeCommit: sha('t'),
  });
  const flows = ['unit', 'scans'].map((name): FlowFact => flow({ name, template: asked(change) }));
  const shipped = (minute: number) => deployment('13:00', { id: String(minute), at: time(minute), sha: sha('t'), brought: [sha('t')] });
  const trails = trailsOf(change).map((each) => ({ ...each, records: order(each.records) }));
  return [
    auditFile(change.mapped ? 'flows:\n  unit:\n  scans:\n' : 'version: 1\n'),
    ...order(flows),
    ...(change.deployed === null ? [] : order([shipped(change.deployed), shipped(830)])),
    landed({
      landing: { commits: [commit('t', { tree: change.moved ? 'another tree' : 'the tree' })] },
      pulls: [own],
      file: 'the file',
      trails: order(trails),
    }),
  ];
}
