import { stateOf } from '../../../src/audit/coverage/match.ts';
import { coverageOf, type CoverQuestion } from '../../../src/audit/coverage/standing.ts';
import type { Landing, PullRequest } from '../../../src/audit/facts/landing.ts';
import type { FlowFact, LandingFact } from '../../../src/audit/facts/line.ts';
import type { EvidenceRecord, TrailFact } from '../../../src/audit/facts/trail.ts';
import type { ChangeState, Coverage } from '../../../src/audit/population/change.ts';
import type { Template } from '../../../src/contract/index.ts';
import { at, commit, landing as landingOf, pull, sha } from '../reviews/pull.ts';

export { at, commit, pull, sha };

export const template = (...names: readonly string[]): Template => ({
  version: 1,
  trail: { attestations: names.map((name) => ({ name, type: 'junit' })), artifacts: [] },
});

export const flow = (more: Partial<FlowFact> = {}): FlowFact => ({
  kind: 'flow',
  name: 'unit',
  url: null,
  template: template('tests'),
  ...more,
});

let ids = 0;

/** A record about the commit of a letter: `record('h', '11:00')` says yes to `tests`. */
export function record(letter: string, time: string, more: Partial<EvidenceRecord> = {}): EvidenceRecord {
  ids += 1;
  return {
    id: `record-${ids}`,
    name: 'tests',
    type: 'junit',
    compliant: true,
    at: at(time),
    commit: sha(letter),
    fingerprint: null,
    target: null,
    by: 'ci',
    override: null,
    tests: { total: 3, skipped: 0, failed: 0 },
    byForkClaim: false,
    run: null,
    read: true,
    ...more,
  };
}

/** A trail of the commit of a letter, with the state that the service would say. */
export function trail(letter: string, records: readonly EvidenceRecord[], more: Partial<TrailFact> = {}): TrailFact {
  const last = new Map(records.map((each) => [each.name, each.compliant]));
  const isRed = [...last.values()].includes(false);
  return {
    flow: 'unit',
    name: sha(letter),
    url: null,
    at: records[0]?.at ?? at('08:00'),
    state: isRed ? 'NON-COMPLIANT' : records.length === 0 ? 'INCOMPLETE' : 'COMPLIANT',
    template: template('tests'),
    templateVersion: null,
    ownTemplate: false,
    commits: [...new Set([sha(letter), ...records.flatMap((each) => each.commit ?? [])])],
    records,
    artifacts: [],
    cut: false,
    ...more,
  };
}

/** A squash of pull request 42, head `h`, that landed at noon as `t`, with the tree of its head. */
export interface Scene {
  readonly trails: readonly TrailFact[];
  readonly tip?: Landing['commits'][number];
  readonly pull?: PullRequest | null;
  readonly landing?: Partial<Landing>;
  readonly trees?: Readonly<Record<string, string>>;
  readonly owes?: readonly string[] | null;
  readonly flows?: readonly FlowFact[];
  readonly deployedAt?: string | null;
  readonly headIsEnough?: boolean;
}

export const squashed = pull({ head: sha('h'), commits: [commit('h', { tree: 'the tree' })], mergeCommit: sha('t') });

export function question({ trails, deployedAt = null, headIsEnough = false, owes = ['unit'], trees = {}, ...scene }: Scene): CoverQuestion {
  const tip = scene.tip ?? commit('t', { tree: 'the tree' });
  const landing = landingOf({ id: '1', commits: [tip], ...scene.landing });
  const own = scene.pull === undefined ? squashed : (scene.pull ?? undefined);
  const fact: LandingFact = {
    kind: 'landing',
    landing,
    pulls: own === undefined ? [] : [own],
    pullsOf: {},
    paths: {},
    file: null,
    workflows: null,
    trails,
    trees,
  };
  return { fact, pull: own, tip, landing, owes, deployedAt, headIsEnough: () => headIsEnough };
}

/** The coverage of a scene, and its state. */
export function cover(scene: Scene): { readonly coverage: readonly Coverage[]; readonly state: ChangeState; readonly only: Coverage } {
  const asked = question(scene);
  const coverage = coverageOf(asked, new Map((scene.flows ?? [flow()]).map((each) => [each.name, each])));
  const [only] = coverage;
  if (only === undefined) throw new Error('there is no coverage');
  return { coverage, state: stateOf(coverage, asked), only };
}
