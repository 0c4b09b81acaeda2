import { describe, expect, test } from 'vitest';
import type { ServiceFacts } from '../../../src/audit/collect/settings.ts';
import type { AuditScope, FlowFact, Header, LandingFact, Line } from '../../../src/audit/facts/line.ts';
import type { Approval, Artifact, Deployment } from '../../../src/audit/facts/shipped.ts';
import type { TrailFact } from '../../../src/audit/facts/trail.ts';
import type { Told } from '../../../src/audit/recompute/collected.ts';
import { compareFacts } from '../../../src/audit/recompute/compare-facts.ts';
import type { ComparedFacts } from '../../../src/audit/recompute/comparison.ts';
import type { Spoken } from '../../../src/audit/recompute/shown-records.ts';
import { flow as flowOf, record, template, trail as trailOf } from '../coverage/world.ts';
import { header } from '../judge/judged.ts';
import { commit, fact, landing, sha } from '../reviews/pull.ts';

/** The records say nothing. */
const spokenNothing: Spoken = {
  records: 0,
  latest: 0,
  hidden: 0,
  misjudged: [],
  custom: 0,
  hasFlow: () => false,
  hasTrail: () => false,
  hasArtifact: () => false,
  hadTemplate: () => false,
  trails: [],
};

/** The facts of a package that says nothing, but for what is given. */
function told({
  asked = {},
  header: of = {},
  ...more
}: Partial<Omit<Told, 'header' | 'asked'>> & { readonly header?: Partial<Header>; readonly asked?: Partial<Told['asked']> }): Told {
  const { since, until } = header.period;
  return {
    asked: { flows: [], shas: [], approvalsOf: [], since: since ?? '', until, ...asked },
    publicUrl: undefined,
    untold: new Map(),
    holes: [],
    log: undefined,
    ended: undefined,
    lastLanding: null,
    counts: new Map(),
    has: { checks: false, service: false },
    ...more,
    header: { ...header, ...of },
  };
}

/* A world of one thing of each kind. A package says something of it, which is compared with what its records gave again. */
const fingerprint = 'f'.repeat(64);
const from = '2026-11-01T08:00:00.000Z';
const flow = flowOf({ templates: [{ from, template: template('tests') }] });
const records = [record('a', '11:00')];
const trail = trailOf('a', records);
const artifact: Artifact = {
  kind: 'artifact',
  fingerprint,
  name: 'shop.tgz',
  flow: 'unit',
  trail: trail.name,
  commit: sha('a'),
  state: 'COMPLIANT',
  url: null,
  at: null,
  running: [],
  withoutProvenance: false,
};
const approval: Approval = {
  kind: 'approval',
  flow: 'unit',
  number: 1,
  fingerprint,
  state: 'APPROVED',
  environment: null,
  at: '2026-11-02T12:00:00.000Z',
  url: null,
  approvers: [],
  by: null,
};
const deployment: Deployment = {
  kind: 'deployment',
  source: 'service',
  id: 'production#1',
  environment: 'production',
  production: true,
  at: '2026-11-02T12:00:00.000Z',
  by: null,
  sha: sha('a'),
  fingerprint,
  url: null,
  branch: 'main',
  running: true,
  brought: [sha('a')],
};

interface World {
  readonly flows: readonly FlowFact[];
  readonly trails: readonly TrailFact[];
  readonly artifacts: readonly Artifact[];
  readonly approvals: readonly Approval[];
  readonly deployments: readonly Deployment[];
}
const world: World = { flows: [flow], trails: [trail], artifacts: [artifact], approvals: [approval], deployments: [deployment] };
const spoken: Spoken = {
  ...spokenNothing,
  records: 9,
  hasFlow: (name) => name === 'unit',
  hasTrail: (of, name) => of === 'unit' && name === trail.name,
  hasArtifact: (of, digest) => of === 'unit' && digest === fingerprint,
  hadTemplate: (of, isSuch, at) => of === 'unit' && isSuch(template('tests')) && at >= Date.parse(from) / 1000,
  trails: [{ flows: new Set(['unit']), trail: trail.name }],
};
/** The package has some of its records as hashes. */
const hiding: Spoken = { ...spoken, hidden: 3 };
/** The same, where nothing is shown about the flow. */
const hidingAll: Spoken = { ...spokenNothing, hidden: 3 };

interface Case {
  readonly said?: Partial<World>;
  readonly again?: Partial<World>;
  readonly spoken?: Spoken;
  readonly told?: Parameters<typeof told>[0];
  readonly scope?: AuditScope;
  readonly isOfOtherProgram?: boolean;
  readonly untold?: ServiceFacts['untold'];
  readonly more?: readonly Line[];
  readonly landing?: Partial<LandingFact>;
}

function compared({ scope, spoken: of = spoken, ...more }: Case): Promise<ComparedFacts> {
  const [said, again] = [
    { ...world, ...more.said },
    { ...world, ...more.again },
  ];
  const lines = async function* (): AsyncGenerator<Line> {
    yield* said.flows;
    yield* said.deployments;
    yield* said.artifacts;
    yield* said.approvals;
    yield fact({ landing: landing({ commits: [commit('a')] }), trails: said.trails, ...more.landing });
    yield* more.more ?? [];
  };
  return compareFacts({
    lines,
    told: told({ ...more.told, ...(scope === undefined ? {} : { header: { scope } }) }),
    again: {
      ...again,
      notifications: [],
      untold: more.untold ?? [],
      holes: [],
      queries: [],
      trailsAbout: (shas) => again.trails.filter(({ commits }) => commits.some((one) => shas.includes(one))),
      trailsElsewhere: () => 0,
      touchedBy: () => ({ trails: [], approvals: [] }),
      again: () => Promise.resolve(undefined),
    },
    spoken: of,
    isOfOtherProgram: more.isOfOtherProgram ?? false,
    isOfPeriod: scope === undefined,
  });
}

const [ofTrail, ofFlow, ofArtifact, ofApproval, ofDeployment] = [
  `Trail ${sha('a')} of flow unit`,
  'Flow unit',
  `Artifact shop.tgz (${'f'.repeat(12)}) of flow unit`,
  'Approval 1 of flow unit',
  'Deployment production#1 to production',
];
const added = (name: string) => `${name} was added: collected.ndjson speaks of it, and none of the records does`;
const leftOut = (name: string) => `${name} is left out: the records speak of it, and collected.ndjson does not`;
const changed = (name: string, path: string, one: unknown, other: unknown) =>
  `${name}: ${path} is ${JSON.stringify(one)} in collected.ndjson, and by the records it is ${JSON.stringify(other)}`;
const onHidden = (name: string) => `${name}: it rests on records that the package has only as hashes`;
const incomplete = (name: string) =>
  `${name} is in the records and not among the facts; the audit itself says that some of them are missing`;
const untrailed = `${ofTrail} is shown in records.ndjson, and no fact is about it`;
const [elsewhere, emptied] = [template('other'), template()];
const off = (...names: readonly (keyof World)[]): Partial<World> => Object.fromEntries(names.map((name) => [name, []]));
const nothing = off('flows', 'trails', 'artifacts', 'approvals', 'deployments');
const unreported: Artifact = { ...artifact, flow: '', trail: null, commit: null, withoutProvenance: true };
const ofUnreported = `Artifact shop.tgz (${'f'.repeat(12)}) of no flow`;
const hole = { holes: [{ kind: 'hole', what: 'Landings', why: 'no answer', fix: 'ask' }] } as const;
const untold = (...names: readonly ('trails' | 'records' | 'artifacts' | 'snapshots' | 'approvals')[]) => ({
  untold: new Map(names.map((name) => [name, 'The service did not answer'] as const)),
});
const trailScope: AuditScope = { kind: 'trail', flow: 'unit', trail: trail.name };
const artifactScope: AuditScope = { kind: 'artifact', fingerprint };
const later: Deployment = { ...deployment, at: '2026-11-03T00:00:00.000Z' };
const otherArtifact: Artifact = { ...artifact, fingerprint: 'e'.repeat(64), trail: 'v9', commit: sha('e') };

/** A case, the sentences about what differs, and those about what nothing proves. */
type Row = readonly [name: string, of: Case, differing: readonly string[], unproven?: readonly string[]];
const rows: Readonly<Record<string, readonly Row[]>> = {
  'the whole': [
    ['is the same', {}, []],
    ['is the same where some records are hidden', { spoken: hiding }, []],
    ['says nothing, and the records neither', { said: nothing, again: nothing, spoken: spokenNothing }, []],
  ],
  'a trail': [
    ['is left out', { said: off('trails', 'artifacts'), again: off('artifacts') }, [leftOut(ofTrail), untrailed]],
    ['is left out, and the audit says that something is missing', { said: off('trails'), told: hole }, [], [incomplete(ofTrail)]],
    ['was added', { again: off('trails') }, [added(ofTrail)]],
    ['was added, with hidden records of a flow that is shown', { again: off('trails'), spoken: hiding }, [added(ofTrail)]],
    [
      'was added, with hidden records of a hidden flow',
      { again: { ...off('trails'), flows: [] }, said: off('flows', 'artifacts', 'approvals', 'deployments'), spoken: hidingAll },
      [leftOut(ofArtifact), leftOut(ofDeployment), leftOut(ofApproval)],
      [onHidden(ofTrail)],
    ],
    [
      'has another state',
      { said: { trails: [{ ...trail, state: 'INCOMPLETE' }] } },
      [changed(ofTrail, 'state', 'INCOMPLETE', 'COMPLIANT')],
    ],
    [
      'has another record',
      { said: { trails: [{ ...trail, records: records.map((one) => ({ ...one, by: 'eve' })) }] } },
      [changed(ofTrail, 'records[0].by', 'eve', 'ci')],
    ],
    [
      'has one record more',
      { again: { trails: [{ ...trail, records: [] }] }, said: { trails: [{ ...trail, records: [] }, trail] } },
      [added(ofTrail)],
    ],
    ['is not told', { said: off('trails'), told: untold('trails') }, []],
    ['is told, and its records are not', { said: off('trails'), told: untold('records') }, []],
    ['is shown, and only an artifact is of it', { said: off('trails'), again: off('trails') }, []],
    ['is shown, and no fact is about it', { said: off('trails', 'artifacts'), again: off('trails', 'artifacts') }, [untrailed]],
    [
      'is shown, and no artifact is told',
      { said: off('trails', 'artifacts'), again: off('trails', 'artifacts'), told: untold('artifacts') },
      [],
    ],
    [
      'is shown by an earlier name of its flow',
      { spoken: { ...spoken, trails: [{ flows: new Set(['before', 'unit']), trail: trail.name }] } },
      [],
    ],
    [
      'is shown in a flow that has no such trail',
      { spoken: { ...spoken, trails: [{ flows: new Set(['before']), trail: trail.name }] } },
      [untrailed.replace('unit', 'before')],
    ],
    [
      'is shown, in a package of one thing',
      { scope: artifactScope, said: off('trails', 'artifacts'), again: off('trails', 'artifacts') },
      [],
    ],
  ],
  'a flow': [
    ['is left out', { said: off('flows') }, [leftOut(ofFlow)]],
    ['was added', { again: off('flows') }, [added(ofFlow)]],
    [
      'was added, where hidden records may be about it',
      { again: off('flows'), spoken: hidingAll, said: off('trails', 'artifacts', 'approvals', 'deployments') },
      [leftOut(ofTrail), leftOut(ofArtifact), leftOut(ofDeployment), leftOut(ofApproval)],
    ],
    ['was added, where hidden records are of others', { again: off('flows'), spoken: hiding }, [added(ofFlow)]],
    ['is not told', { said: off('flows'), told: untold('trails') }, []],
    [
      'asks for nothing now',
      { said: { flows: [{ ...flow, template: null }] } },
      [`${ofFlow}: template is null in collected.ndjson, and by the records it is ${JSON.stringify(template('tests'))}`],
    ],
    [
      'asked for something else then',
      { said: { flows: [{ ...flow, templates: [{ from, template: elsewhere }] }] } },
      [changed(ofFlow, 'templates[0].template.trail.attestations[0].name', 'other', 'tests')],
    ],
    [
      'asked for something that no record tells, where some are hidden',
      {
        said: {
          flows: [
            {
              ...flow,
              templates: [
                { from, template: template('tests') },
                { from, template: emptied },
              ],
            },
          ],
        },
        spoken: hiding,
      },
      [`${ofFlow}: no record gave it the template that it had at ${from}`],
    ],
    [
      'asked for it before a record told so',
      { said: { flows: [{ ...flow, templates: [{ from: '2026-11-01T07:59:59.000Z', template: template('tests') }] }] }, spoken: hiding },
      [`${ofFlow}: no record gave it the template that it had at 2026-11-01T07:59:59.000Z`],
    ],
    [
      'has more templates where records are hidden, and each was given',
      {
        said: {
          flows: [{ ...flow, templates: [...(flow.templates ?? []), { from: '2026-11-02T00:00:00.000Z', template: template('tests') }] }],
        },
        spoken: hiding,
      },
      [],
    ],
    [
      'lost the template that decided its shown trails',
      { said: { flows: [{ ...flow, templates: [] }] }, spoken: hiding },
      [`${ofFlow}: the template that decided its trails at ${from} is left out`],
    ],
    [
      'has the template of its shown trails from a later moment on',
      { said: { flows: [{ ...flow, templates: [{ from: '2026-11-01T08:00:01.000Z', template: template('tests') }] }] }, spoken: hiding },
      [`${ofFlow}: the template that decided its trails at ${from} is left out`],
    ],
    ['tells no templates, as an earlier program, where records are hidden', { said: { flows: [flowOf()] }, spoken: hiding }, []],
    ['has another template of then as the records, and the records have none', { again: { flows: [flowOf()] }, spoken: hiding }, []],
  ],
  'an artifact': [
    ['is left out', { said: off('artifacts') }, [leftOut(ofArtifact)]],
    ['was added', { again: off('artifacts') }, [added(ofArtifact)]],
    ['was added, of a trail whose records are shown', { again: off('artifacts'), spoken: hiding }, [added(ofArtifact)]],
    [
      'was added, of a trail whose records are hidden',
      { again: off('artifacts'), spoken: { ...hiding, hasTrail: () => false } },
      [],
      [onHidden(ofArtifact)],
    ],
    [
      'was added, of no trail and a shown flow',
      { said: { artifacts: [{ ...artifact, trail: null }] }, again: off('artifacts'), spoken: { ...hiding, trails: [] } },
      [added(ofArtifact)],
    ],
    [
      'was added, of no trail and a hidden flow',
      {
        said: { ...off('flows'), artifacts: [{ ...artifact, trail: null }] },
        again: off('artifacts', 'flows'),
        spoken: { ...hiding, trails: [], hasFlow: () => false },
      },
      [],
      [onHidden(ofArtifact)],
    ],
    ['was added, of no flow', { said: { artifacts: [artifact, unreported] }, spoken: hiding }, [added(ofUnreported)]],
    [
      'has another state',
      { said: { artifacts: [{ ...artifact, state: 'NON-COMPLIANT' }] } },
      [changed(ofArtifact, 'state', 'NON-COMPLIANT', 'COMPLIANT')],
    ],
    ['that nobody reported is left out', { again: { artifacts: [artifact, unreported] } }, [leftOut(ofUnreported)]],
    [
      'that nobody reported is left out, and it is one of a hidden trail',
      { again: { artifacts: [unreported] }, spoken: { ...hiding, hasTrail: () => false } },
      [],
      [onHidden(ofArtifact), onHidden(ofUnreported)],
    ],
    [
      'that nobody reported is left out, and another is of a hidden trail',
      { said: { artifacts: [otherArtifact, artifact] }, again: { artifacts: [artifact, unreported, otherArtifact] }, spoken: hiding },
      [leftOut(ofUnreported)],
    ],
    [
      'that nobody reported is left out, where flows were named',
      { again: { artifacts: [artifact, unreported] }, told: { asked: { flows: ['unit'] } }, spoken: hiding },
      [],
      [onHidden(ofUnreported)],
    ],
    [
      'that nobody reported is left out, where flows were named and all is shown',
      { again: { artifacts: [artifact, unreported] }, told: { asked: { flows: ['unit'] } } },
      [leftOut(ofUnreported)],
    ],
    [
      'that was reported is left out, where flows were named',
      { said: off('artifacts'), told: { asked: { flows: ['unit'] } }, spoken: hiding },
      [leftOut(ofArtifact)],
    ],
    [
      'that nobody reported, in a package of one thing',
      { again: { artifacts: [artifact, { ...unreported, fingerprint: 'd'.repeat(64) }] }, scope: trailScope },
      [],
    ],
    [
      'that nobody reported, and it is the one thing',
      { again: { artifacts: [artifact, unreported] }, scope: artifactScope },
      [leftOut(ofUnreported)],
    ],
    ['is not told', { said: off('artifacts'), told: untold('artifacts') }, []],
    ['is not told, where snapshots are not', { said: off('artifacts'), told: untold('snapshots') }, []],
    ['of another trail, in a package of one', { again: { artifacts: [artifact, otherArtifact] }, scope: trailScope }, []],
    [
      'of the trail is left out, in a package of one',
      { said: off('artifacts', 'deployments', 'approvals'), again: off('deployments', 'approvals'), scope: trailScope },
      [leftOut(ofArtifact)],
    ],
    [
      'of a commit that was asked about',
      { again: { artifacts: [artifact, otherArtifact] }, scope: trailScope, told: { asked: { shas: [sha('e')] } } },
      [leftOut(`Artifact shop.tgz (${'e'.repeat(12)}) of flow unit`)],
    ],
    [
      'that git tells of, in a package of one',
      { said: { artifacts: [artifact, otherArtifact] }, again: { artifacts: [artifact, otherArtifact] }, scope: trailScope },
      [],
    ],
  ],
  'an approval': [
    ['is left out', { said: off('approvals') }, [leftOut(ofApproval)]],
    ['was added', { again: off('approvals') }, [added(ofApproval)]],
    ['was added, with hidden records of a shown artifact', { again: off('approvals'), spoken: hiding }, [added(ofApproval)]],
    [
      'was added, with hidden records of its artifact',
      { again: off('approvals'), spoken: { ...hiding, hasArtifact: () => false } },
      [],
      [onHidden(ofApproval)],
    ],
    [
      'has another state, of a hidden artifact',
      { said: { approvals: [{ ...approval, state: 'PENDING' }] }, spoken: { ...hiding, hasArtifact: () => false } },
      [changed(ofApproval, 'state', 'PENDING', 'APPROVED')],
    ],
    ['is not told', { said: off('approvals'), told: untold('approvals') }, []],
    ['of a flow that an earlier program did not ask about', { said: off('approvals'), isOfOtherProgram: true }, []],
    [
      'of a flow that an earlier program asked about',
      { said: off('approvals'), isOfOtherProgram: true, told: { asked: { approvalsOf: ['unit'] } } },
      [leftOut(ofApproval)],
    ],
    [
      'of a flow with another one, by an earlier program',
      { again: { approvals: [approval, { ...approval, number: 2 }] }, isOfOtherProgram: true },
      [leftOut('Approval 2 of flow unit')],
    ],
    [
      'of another artifact, in a package of one',
      { again: { approvals: [approval, { ...approval, number: 2, fingerprint: 'd'.repeat(64) }] }, scope: trailScope },
      [],
    ],
    ['of the one artifact', { said: off('approvals'), scope: artifactScope }, [leftOut(ofApproval)]],
    [
      'that was kept, in a package of one',
      {
        said: { approvals: [{ ...approval, fingerprint: 'd'.repeat(64) }] },
        again: { approvals: [{ ...approval, fingerprint: 'd'.repeat(64), state: 'PENDING' }] },
        scope: trailScope,
      },
      [changed(ofApproval, 'state', 'APPROVED', 'PENDING')],
    ],
  ],
  'a deployment': [
    ['is left out', { said: off('deployments') }, [leftOut(ofDeployment)]],
    ['was added', { again: off('deployments') }, [added(ofDeployment)]],
    ['is not of the audited time', { said: off('deployments'), again: { deployments: [later] } }, []],
    [
      'is at the begin of the audited time',
      { said: off('deployments'), again: { deployments: [{ ...deployment, at: '2026-11-02T00:00:00.000Z' }] } },
      [leftOut(ofDeployment)],
    ],
    [
      'went elsewhere',
      { said: { deployments: [{ ...deployment, production: false }] } },
      [changed(ofDeployment, 'production', false, true)],
    ],
    ['has what git tells', { said: { deployments: [{ ...deployment, branch: null, brought: null }] } }, []],
    ['is of GitHub', { more: [{ ...deployment, source: 'github', id: '7' }] }, []],
    ['is not told', { said: off('deployments'), told: untold('snapshots') }, []],
    [
      'has a commit that hidden records may tell',
      { again: { deployments: [{ ...deployment, sha: null }] }, spoken: { ...hiding, hasTrail: () => false } },
      [],
      [onHidden(ofDeployment)],
    ],
    [
      'has a commit that no record tells',
      { again: { deployments: [{ ...deployment, sha: null }] }, spoken: hiding },
      [`${ofDeployment}: sha is "${sha('a')}" in collected.ndjson, and by the records it is null`],
    ],
    [
      'of an unknown artifact has a commit that hidden records may tell',
      { said: off('artifacts'), again: { ...off('artifacts'), deployments: [{ ...deployment, sha: null }] }, spoken: hiding },
      [],
      [onHidden(ofDeployment)],
    ],
    [
      'of an unknown artifact has a commit, and all records are shown',
      { said: off('artifacts'), again: { ...off('artifacts'), deployments: [{ ...deployment, sha: null }] } },
      [`${ofDeployment}: sha is "${sha('a')}" in collected.ndjson, and by the records it is null`],
    ],
    ['was added, of a hidden trail', { again: off('deployments'), spoken: { ...hiding, hasTrail: () => false } }, [added(ofDeployment)]],
    [
      'has another commit than the records, of a hidden trail',
      { said: { deployments: [{ ...deployment, sha: sha('b') }] }, spoken: { ...hiding, hasTrail: () => false } },
      [changed(ofDeployment, 'sha', sha('b'), sha('a'))],
    ],
    [
      'of another artifact, in a package of one',
      { again: { deployments: [deployment, { ...deployment, fingerprint: 'd'.repeat(64), sha: null }] }, scope: trailScope },
      [],
    ],
    ['of the one artifact', { said: off('deployments'), scope: artifactScope }, [leftOut(ofDeployment)]],
    [
      'that was kept, in a package of one',
      {
        said: { deployments: [deployment, { ...deployment, id: 'production#2', fingerprint: 'd'.repeat(64), sha: sha('e') }] },
        again: {
          deployments: [deployment, { ...deployment, id: 'production#2', fingerprint: 'd'.repeat(64), sha: sha('e'), running: false }],
        },
        scope: trailScope,
      },
      [changed('Deployment production#2 to production', 'running', true, false)],
    ],
  ],
};

describe.each(Object.entries(rows))('%s', (_kind, all) => {
  test.for(all)('%s', async ([_name, of, differing, unproven = []]) => {
    const found = await compared(of);
    expect([[...found.differing.values()], [...found.unproven.values()]]).toEqual([differing, unproven]);
  });
});

test('sources that the audit calls silent are named where the records tell of them', async () => {
  const silent = { kind: 'untold', source: 'approvals', why: 'no', fix: 'ask' } as const;
  expect((await compared({ told: untold('approvals', 'snapshots') })).untold).toEqual(['snapshots', 'approvals']);
  expect((await compared({ told: untold('approvals', 'records'), untold: [silent] })).untold).toEqual(['records']);
  expect((await compared({})).untold).toEqual([]);
});

test('all facts are counted, and the fields that another program did not write', async () => {
  const of = await compared({});
  expect([of.facts, of.passedOver]).toEqual([5, 0]);
  const more: Approval = { ...approval, artifact: 'shop.tgz', description: 'Ship it' };
  const earlier = await compared({ again: { approvals: [more] }, isOfOtherProgram: true });
  expect([earlier.facts, earlier.passedOver, earlier.differing.size]).toEqual([5, 2, 0]);
});
