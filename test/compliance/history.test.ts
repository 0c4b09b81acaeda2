import { array, assert, asyncProperty, boolean, constant, constantFrom, dictionary, oneof, record, type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import type { AttestationStatus, Template } from '../../src/contract/index.ts';
import { complianceRules } from '../../src/service/evidence/rules.ts';
import type { Author } from '../../src/service/log/chain.ts';
import { newRecordId } from '../../src/service/record/id.ts';
import { openSqlite } from '../../src/service/sqlite/engine.ts';
import { createStore, type Store } from '../../src/service/store/store.ts';
import { member, newFile } from '../service/store/setup.ts';
import { runs } from '../support/runs.ts';
import { slowly, type Asked, type Entry, type Row, type Said, type Status, type Subject } from './slow-model.ts';

// At each record the store decides a trail again from what it kept of the earlier records. The model uses the whole history.

const names = constantFrom('unit', 'scan');
const types = constantFrom('junit', 'snyk');
const commits = constantFrom('c1', 'c2');
const cli = { fingerprint: 'a'.repeat(64), artifact: 'cli' };
const web = { fingerprint: 'b'.repeat(64), artifact: 'web' };

const entries: Arbitrary<readonly Entry[]> = array(record({ name: names, type: constantFrom('junit', 'snyk', '*') }), { maxLength: 2 }).map(
  (list) => list.filter((entry, index) => list.findIndex(({ name }) => name === entry.name) === index),
);
const askedFor: Arbitrary<Asked> = record({ trail: entries, artifacts: dictionary(constantFrom('cli', 'web'), entries, { maxKeys: 2 }) });

const subjects: Arbitrary<Subject> = oneof(
  constant({ of: 'trail' } as const),
  record({ of: constant('artifact' as const), fingerprint: constantFrom(cli.fingerprint, web.fingerprint) }),
  record({ of: constant('name' as const), artifact: constantFrom('cli', 'web'), commit: commits }),
);
const evidence = { about: subjects, name: names, type: types, yes: boolean() };
const saying: Arbitrary<Said> = oneof(
  record({ does: constant('report' as const), what: constantFrom(cli, web), commit: commits }).map(({ commit, does, what }) => ({
    does,
    ...what,
    commit,
  })),
  { arbitrary: record({ does: constant('attest' as const), ...evidence }), weight: 3 },
  { arbitrary: record({ does: constant('override' as const), ...evidence }), weight: 3 },
);

test('what a trail is decided as follows from everything that was said on it, overrides and all', async () => {
  const outcomes = new Set<string>();
  const store = createStore(openSqlite(await newFile()), complianceRules);
  const author = await member(store, 'ada', 'acme');
  let trails = 0;
  await assert(
    asyncProperty(askedFor, array(saying, { minLength: 1, maxLength: 12 }), async (asked, history) => {
      const expected = slowly(asked, history);
      const found = await told(store, author, `t${(trails += 1)}`, asked, history);
      expect(inOrder(found)).toEqual(inOrder(expected));
      outcomes.add(found.state);
      if (found.refused.some((at) => history[at]?.does === 'override')) outcomes.add('a refused override');
      if (found.trail.some(({ overrides, record: at }) => overrides !== undefined && overrides !== at))
        outcomes.add('an override of a record');
      if (found.trail.some(({ overrides, record: at }) => overrides !== undefined && overrides === at))
        outcomes.add('an override of nothing');
      if (
        Object.values(found.artifacts)
          .flat()
          .some(({ overrides }) => overrides !== undefined)
      )
        outcomes.add('an override about an artifact');
    }),
    { numRuns: runs(150, 50) },
  );
  await store.close();
  // Everything that the model speaks of came up.
  expect([...outcomes].toSorted()).toEqual(
    [
      'COMPLIANT',
      'INCOMPLETE',
      'NON-COMPLIANT',
      'a refused override',
      'an override about an artifact',
      'an override of a record',
      'an override of nothing',
    ].toSorted(),
  );
}, 120_000);

/** Says all of it to the store, and then asks for the trail. */
async function told(store: Store, author: Author, trailName: string, asked: Asked, history: readonly Said[]): Promise<Status> {
  const template: Template = {
    version: 1,
    trail: {
      attestations: asked.trail,
      artifacts: Object.entries(asked.artifacts).map(([name, attestations]) => ({ name, attestations })),
    },
  };
  await store.putFlow({ author, name: 'f', data: {} });
  await store.putTrail({ author, flowName: 'f', name: trailName, data: {}, template: { template, content: JSON.stringify(template) } });
  const ids = new Map<string, number>();
  const refused: number[] = [];
  const reported = new Set<string>();
  for (const [at, said] of history.entries()) {
    const to = { author, flowName: 'f', trailName };
    if (said.does === 'report') {
      if (reported.has(said.fingerprint)) continue;
      reported.add(said.fingerprint);
      await store.reportArtifact({ ...to, name: said.artifact, fingerprint: said.fingerprint, commit: said.commit, data: {}, trail: {} });
      continue;
    }
    const { about, name, type, yes: compliant } = said;
    const id = newRecordId();
    ids.set(id, at);
    const subject =
      about.of === 'trail'
        ? { targets: [] }
        : about.of === 'artifact'
          ? { targets: [], fingerprint: about.fingerprint }
          : { targets: [about.artifact], commit: about.commit };
    const words = { trail: trailName, ...subject, attestation_name: name, is_compliant: compliant, data: {} };
    const evidence = { author, flowName: 'f', id, begins: {} };
    const { outcome } =
      said.does === 'attest'
        ? await store.recordAttestation({ ...evidence, said: { ...words, attestation_type: type } })
        : await store.recordOverride({ ...evidence, said: { ...words, attestation_type: 'override' }, originalType: type });
    if (outcome !== 'recorded') refused.push(at);
  }
  const status = (await store.findTrail(author.orgId, 'f', trailName))?.compliance;
  if (status === undefined) throw new Error('There is no trail.');
  const rowsOf = (rows: readonly AttestationStatus[]) => rows.map((row) => rowOf(row, ids));
  return {
    state: status.status,
    trail: rowsOf(status.attestations_statuses),
    artifacts: Object.fromEntries(
      Object.entries(status.artifacts_statuses ?? {}).map(([name, each]) => [name, rowsOf(each.attestations_statuses)]),
    ),
    refused,
  };
}

/** Another test looks at the order of rows. */
function inOrder({ artifacts, trail, ...rest }: Status): Status {
  const sorted = (rows: readonly Row[]) =>
    rows.toSorted((one, other) => `${one.name} ${one.state}`.localeCompare(`${other.name} ${other.state}`));
  return {
    ...rest,
    trail: sorted(trail),
    artifacts: Object.fromEntries(Object.entries(artifacts).map(([name, rows]) => [name, sorted(rows)])),
  };
}

function rowOf(row: AttestationStatus, ids: ReadonlyMap<string, number>): Row {
  const { attestation_id: id, overridden_attestation_id: overridden } = row;
  return {
    name: row.attestation_name,
    type: row.attestation_type ?? '',
    state: row.status === 'COMPLETE' ? 'there' : 'missing',
    yes: row.is_compliant === true,
    asked: row.unexpected === false,
    ...(typeof id === 'string' ? { record: ids.get(id) ?? -1 } : {}),
    ...(typeof overridden === 'string' ? { overrides: ids.get(overridden) ?? -1 } : {}),
  };
}
