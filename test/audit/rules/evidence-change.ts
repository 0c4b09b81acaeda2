import type { Landing } from '../../../src/audit/facts/landing.ts';
import type { FlowFact } from '../../../src/audit/facts/line.ts';
import type { Deployment } from '../../../src/audit/facts/shipped.ts';
import type { EvidenceRecord, TrailFact } from '../../../src/audit/facts/trail.ts';
import type { AuditFile, MappedFlow } from '../../../src/audit/file/audit-file.ts';
import type { AuditedChange, Coverage } from '../../../src/audit/population/change.ts';
import type { World } from '../../../src/audit/population/world.ts';
import type { Found, Outcome } from '../../../src/audit/rules/rule.ts';
import { evidenceRules } from '../../../src/audit/rules/rules.ts';
import { world as sampleWorld } from '../reports/sample.ts';
import { at, commit, fact, landing as landingOf, pull, sha } from '../reviews/pull.ts';
import { deployment as deploymentFact } from './shipped-facts.ts';

/** A trail of the flow `unit`, named `t`, that covered a change when it landed. */
export function cover(more: Partial<Coverage> = {}): Coverage {
  const state = more.atMerge ?? 'compliant';
  return {
    flow: 'unit',
    match: 'sha',
    trail: 't',
    url: 'https://evidence.example/t',
    atMerge: state,
    atDeployment: null,
    now: state,
    nowByTodaysTemplate: state,
    lacks: [],
    ...more,
  };
}

export const nothing = cover({ match: 'none', trail: null, url: null, atMerge: 'none' });

/** Unit tests of the landed commit, recorded before the landing. */
export function record(more: Partial<EvidenceRecord> = {}): EvidenceRecord {
  return {
    id: 'r1',
    name: 'unit-tests',
    type: 'junit',
    compliant: true,
    at: at('11:00'),
    commit: sha('9'),
    fingerprint: null,
    target: null,
    by: 'ci',
    override: null,
    tests: { total: 3, skipped: 1, failed: 0 },
    byForkClaim: false,
    run: null,
    read: true,
    ...more,
  };
}

export function trail(records: readonly EvidenceRecord[] = [record()], more: Partial<TrailFact> = {}): TrailFact {
  return {
    flow: 'unit',
    name: 't',
    url: 'https://evidence.example/t',
    at: at('10:00'),
    state: 'COMPLIANT',
    template: null,
    templateVersion: 1,
    ownTemplate: false,
    commits: [sha('9')],
    records,
    artifacts: [],
    cut: false,
    ...more,
  };
}

export function deployment(time: string, more: Partial<Deployment> = {}): Deployment {
  return deploymentFact({ id: '1', at: at(time), ...more });
}

type Parts = Partial<Omit<AuditedChange, 'landing' | 'trails'>> & {
  readonly landing?: Partial<Landing>;
  readonly trails?: readonly TrailFact[];
};

/**
 * Pull request 42 by Alice with the head `a`, squashed into commit `9` on `main` at noon. It owes the flow `unit`, which covers
 * it.
 */
export function change({ landing: of = {}, trails = [trail()], ...more }: Parts = {}): AuditedChange {
  const tip = commit('9');
  const landing = landingOf({ id: '1', commits: [tip], ...of });
  return {
    fact: fact({ landing, trails }),
    landing,
    pull: pull(),
    commits: [tip],
    tip,
    paths: ['src/a'],
    file: null,
    owes: ['unit'],
    owesByTip: ['unit'],
    coverage: [cover()],
    trails: new Map(trails.map((each) => [`${each.flow}/${each.name}`, each])),
    deployments: [],
    excluded: undefined,
    unbound: [],
    byToday: false,
    state: 'covered',
    ...more,
  };
}

export function fileWith(flow: Partial<MappedFlow>): AuditFile {
  return {
    flows: [{ name: 'unit', paths: [], branches: [], from: null, headIsEnough: false, approvals: [], ...flow }],
    checks: [],
    ticket: null,
    frameworks: [],
    people: new Map(),
    bots: [],
    emergency: null,
    exclusions: [],
    accepted: [],
    production: [],
    controls: [],
  };
}

export function worldWith(more: Partial<World> = {}): World {
  return { ...sampleWorld, ...more };
}

export function worldOf(flow: Partial<FlowFact>): World {
  return worldWith({ flows: new Map([['unit', { kind: 'flow', name: 'unit', url: null, template: null, ...flow }]]) });
}

export function outcome(rule: string, of: AuditedChange, world: World = worldWith()): Outcome {
  const known = evidenceRules.find(({ name }) => name === rule);
  if (known?.about !== 'change') throw new Error(`no rule ${rule}`);
  return known.judge(of, world);
}

/** The findings of all rules about evidence for a change: `rule severity kind:id` each. */
export function findings(of: AuditedChange, world: World = worldWith()): readonly string[] {
  return evidenceRules.flatMap(({ name, severity }) =>
    foundBy(name, of, world).map(({ severity: own, subject }) => `${name} ${own ?? severity} ${subject.kind}:${subject.id.slice(0, 7)}`),
  );
}

export function foundBy(rule: string, of: AuditedChange, world: World = worldWith()): readonly Found[] {
  const said = outcome(rule, of, world);
  return said.kind === 'found' ? said.found : [];
}
