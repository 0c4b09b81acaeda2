import { expect, it } from 'vitest';
import { nameApart } from '../../../src/gate/advice.ts';
import { groupRecords } from '../../../src/gate/index.ts';
import { yamlIn } from '../../support/advice.ts';
import { record, run } from '../build.ts';

/** The advice for runs with these facts. */
const adviceFor = (...runs: readonly object[]): string | undefined =>
  nameApart('unit', groupRecords(runs.map((facts) => record('unit', true, { user_data: run({ ...facts }) }))));
const nameFor = (...runs: readonly object[]): unknown => yamlIn(adviceFor(...runs) ?? '').at(-1);

it('legs of a matrix are named by the keys whose values differ', () => {
  expect(nameFor({ matrix: { os: 'a', node: 24 } }, { matrix: { os: 'b', node: 24 } })).toEqual({
    'attestation-name': 'unit-${{ matrix.os }}',
  });
  expect(nameFor({ matrix: { os: 'a' } }, { matrix: { node: 24 } })).toEqual({
    'attestation-name': 'unit-${{ matrix.os }}-${{ matrix.node }}',
  });
});

it('jobs are named by the job', () => {
  expect(nameFor({ job: 'test' }, { job: 'e2e' })).toEqual({ 'attestation-name': 'unit-${{ github.job }}' });
});

it('a push and a pull request of one commit want one trigger, or a name by the event: the job is the same', () => {
  const runs = [{ matrix: { os: 'a' } }, { event: 'pull_request', pull_request: 7, matrix: { os: 'a' } }] as const;
  expect(adviceFor(...runs)).toContain(
    'different events (push and pull_request): each event is a group of its own, whatever the job is called',
  );
  expect(yamlIn(adviceFor(...runs) ?? '')).toEqual([
    { on: { push: { branches: ['main'] }, pull_request: null } },
    { 'attestation-name': 'unit-${{ github.event_name }}' },
  ]);
});

it('other events want a name by the event alone', () => {
  expect(yamlIn(adviceFor({}, { event: 'schedule' }) ?? '')).toEqual([{ 'attestation-name': 'unit-${{ github.event_name }}' }]);
});

it('only runs of different events are told so, by the events that are known', () => {
  expect(adviceFor({ job: 'test' }, { job: 'e2e' })).toMatch(/^To see them apart, give each its own name/);
  expect(adviceFor({}, { event: 'merge_group' }, { event: null })).toMatch(
    /^The runs are of different events \(push and merge_group\): each event is a group of its own, whatever the job is called\. To see them apart, give each/,
  );
});

it('a run on a schedule needs a trail of its own before all, as another name on this one holds the commit back too', () => {
  expect(adviceFor({}, { event: 'schedule' })).toMatch(
    /^Where a run on a schedule must not hold this commit back, give it a flow and a trail of its own: https:\S+\/docs\/recipes\.md#a-nightly-run\. The runs/,
  );
});

it('legs of a matrix in two workflows are named by the matrix', () => {
  expect(nameFor({ workflow: 'ci', matrix: { os: 'a' } }, { workflow: 'nightly', matrix: { os: 'b' } })).toEqual({
    'attestation-name': 'unit-${{ matrix.os }}',
  });
});

it('workflows want names that somebody makes, and runs that differ by nothing that can be named want none', () => {
  expect(adviceFor({ workflow: 'ci' }, { workflow: 'nightly' })).toContain('each workflow its own attestation-name');
  expect(adviceFor({ leg: 'a' }, { leg: 'b' })).toBeUndefined();
  expect(adviceFor({ job: null }, { job: 'test' })).toBeUndefined();
  expect(adviceFor({ event: 'pull_request', pull_request: 1 }, { event: 'pull_request', pull_request: 2 })).toBeUndefined();
});

it('values that no name can hold get a second one, and never stand in a name', () => {
  const advice = adviceFor({ matrix: { os: 'a', python: '3.11' } }, { matrix: { os: 'b', python: '3.12' } });
  expect(yamlIn(advice ?? '')).toEqual([{ 'attestation-name': 'unit-${{ matrix.os }}-${{ matrix.python-id }}' }]);
  expect(advice).toContain(
    'No name holds the values of matrix.python as they are ("3.11"): give each a second value in include: of the matrix, as {python: "3.11", python-id: "3-11"}. Or let all legs keep one name: each counts by itself',
  );
  for (const odd of [3.1, 'a b', 'ubuntu/24', { a: 1 }, ''])
    expect(adviceFor({ matrix: { v: odd } }, { matrix: { v: 'b' } })).toContain('${{ matrix.v-id }}');
  expect(adviceFor({ matrix: { v: 3 } }, { matrix: { v: true } })).not.toContain('-id');
});

it('a name that cannot be recorded is not proposed', () => {
  const groups = groupRecords([1, 2].map((os) => record('unit', true, { user_data: run({ matrix: { os } }) })));
  expect(nameApart('unit-3.11', groups)).toContain('attestation-name: <its name>-${{ matrix.os }}');
});
