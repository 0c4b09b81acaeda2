import { expect, test } from 'vitest';
import { Check } from 'typebox/schema';
import { ComplianceStatus, type Template } from '../../src/contract/index.ts';
import { evaluate, type AttestationFact, type TrailFacts } from '../../src/compliance/index.ts';

let sequence = 0;

const record = (name: string, more: Partial<AttestationFact> = {}): AttestationFact => ({
  id: `id-of-${name}`,
  name,
  type: 'junit',
  compliant: true,
  sequence: (sequence += 1),
  ...more,
});

const template = (attestations: Template['trail']['attestations'], artifacts: Template['trail']['artifacts'] = []): Template => ({
  version: 1,
  trail: { attestations, artifacts },
});

const facts = (demanded: Template, attestations: readonly AttestationFact[], artifacts: TrailFacts['artifacts'] = []): TrailFacts => ({
  template: demanded,
  templateId: 'template-1',
  attestations,
  artifacts,
  now: 1000.5,
});

const unit = { name: 'unit', type: 'junit' };
const lint = { name: 'lint', type: 'generic' };
const red = { compliant: false };
const fingerprint = 'f'.repeat(64);
const cli = { id: 'artifact-1', fingerprint, name: 'cli', commit: 'c1' };

test.each([
  ['an empty template and no record', [], [], 'COMPLIANT'],
  ['all that is demanded, and green', [unit], [record('unit')], 'COMPLIANT'],
  ['something missing', [unit, lint], [record('unit')], 'INCOMPLETE'],
  ['nothing there at all', [unit], [], 'INCOMPLETE'],
  ['something red', [unit], [record('unit', red)], 'NON-COMPLIANT'],
  ['something red and something missing', [unit, lint], [record('unit', red)], 'NON-COMPLIANT'],
  ['a green record that nobody demanded', [unit], [record('unit'), record('other')], 'COMPLIANT'],
  ['a red record that nobody demanded', [unit], [record('unit'), record('other', red)], 'NON-COMPLIANT'],
  ['a red record under an empty template', [], [record('other', red)], 'NON-COMPLIANT'],
  ['any type where any is demanded', [{ name: 'unit', type: '*' }], [record('unit', { type: 'custom:x' })], 'COMPLIANT'],
  ['a decision by its other name', [{ name: 'unit', type: 'decision' }], [record('unit', { type: 'system:decision' })], 'COMPLIANT'],
  ['a decision by its own name', [{ name: 'unit', type: 'decision' }], [record('unit', { type: 'decision' })], 'COMPLIANT'],
  ['no decision where one is demanded', [{ name: 'unit', type: 'decision' }], [record('unit')], 'INCOMPLETE'],
  ['a decision where none is demanded', [unit], [record('unit', { type: 'system:decision' })], 'INCOMPLETE'],
  ['a green record of another type', [{ name: 'unit', type: 'generic' }], [record('unit')], 'INCOMPLETE'],
  ['a red record of another type', [{ name: 'unit', type: 'generic' }], [record('unit', red)], 'NON-COMPLIANT'],
] as const)('%s', (_, demanded, records, state) => {
  const status = evaluate(facts(template(demanded), records));
  expect([status.status, status.is_compliant]).toEqual([state, state === 'COMPLIANT']);
  expect(Check(ComplianceStatus, status)).toBe(true);
});

const empty = { noTestRan: true };
const mayBeEmpty = { ...unit, min_tests: 0 } as const;

test.each([
  ['no test that ran', [unit], empty, 'NON-COMPLIANT'],
  ['no test that ran, and nothing is demanded', [], empty, 'NON-COMPLIANT'],
  ['no test that ran, where the template lets it', [mayBeEmpty], empty, 'COMPLIANT'],
  ['a red record, where no test need run', [mayBeEmpty], { ...empty, ...red }, 'NON-COMPLIANT'],
  ['a test that ran, where none need', [mayBeEmpty], {}, 'COMPLIANT'],
] as const)('%s', (_, demanded, said, state) => {
  const status = evaluate(facts(template(demanded), [record('unit', said)]));
  expect(status.status).toBe(state);
  expect(Check(ComplianceStatus, status)).toBe(true);
  const [row] = status.attestations_statuses;
  expect([row?.no_test_ran, row?.min_tests]).toEqual([
    'noTestRan' in said && !('compliant' in said) ? true : undefined,
    (demanded as readonly object[]).includes(mayBeEmpty) ? 0 : undefined,
  ]);
});

test('an artifact whose tests did not run is not compliant, unless its own entry lets it', () => {
  const asks = (entry: typeof unit | typeof mayBeEmpty) =>
    evaluate(facts(template([], [{ name: 'cli', attestations: [entry] }]), [record('unit', { ...empty, fingerprint })], [cli]));
  expect([asks(unit).status, asks(mayBeEmpty).status]).toEqual(['NON-COMPLIANT', 'COMPLIANT']);
});

test('rows stand in the order of the template, then in order of report', () => {
  const status = evaluate(facts(template([unit, lint]), [record('zebra'), record('unit'), record('apple')]));
  expect(status.attestations_statuses.map((row) => [row.attestation_name, row.status, row.unexpected])).toEqual([
    ['unit', 'COMPLETE', false],
    ['lint', 'MISSING', false],
    ['zebra', 'COMPLETE', true],
    ['apple', 'COMPLETE', true],
  ]);
});

test('a row says which record it stands for; one that is missing names none', () => {
  const { attestations_statuses: rows } = evaluate(facts(template([unit, lint]), [record('unit')]));
  expect(rows).toEqual([
    {
      attestation_name: 'unit',
      attestation_type: 'junit',
      attestation_id: 'id-of-unit',
      status: 'COMPLETE',
      is_compliant: true,
      unexpected: false,
    },
    { attestation_name: 'lint', attestation_type: 'generic', status: 'MISSING', is_compliant: false, unexpected: false },
  ]);
});

test('a record of the wrong type stands next to the entry that it does not satisfy', () => {
  const { attestations_statuses: rows } = evaluate(facts(template([{ name: 'unit', type: 'generic' }]), [record('unit')]));
  expect(rows.map((row) => [row.attestation_name, row.attestation_type, row.status, row.unexpected])).toEqual([
    ['unit', 'generic', 'MISSING', false],
    ['unit', 'junit', 'COMPLETE', true],
  ]);
});

test('says when, and by which template', () => {
  expect(evaluate(facts(template([]), []))).toMatchObject({ evaluated_at: 1000.5, flow_template_id: 'template-1' });
});

const withCli = template([], [{ name: 'cli', attestations: [unit] }]);

test('a demanded artifact that is not reported is missing, and its entries with it', () => {
  const status = evaluate(facts(withCli, []));
  expect(status.status).toBe('INCOMPLETE');
  expect(status.artifacts_statuses).toMatchObject({
    cli: {
      status: 'MISSING',
      is_compliant: false,
      unexpected: false,
      attestations_statuses: [{ attestation_name: 'unit', status: 'MISSING' }],
    },
  });
});

test('records made before the artifact are shown under its name, and a red one counts', () => {
  const early = record('unit', { target: 'cli', commit: 'c1' });
  const green = evaluate(facts(withCli, [early]));
  expect(green.status).toBe('INCOMPLETE');
  expect(green.artifacts_statuses).toMatchObject({
    cli: { status: 'MISSING', attestations_statuses: [{ attestation_id: 'id-of-unit', is_compliant: true }] },
  });
  expect(green.attestations_statuses).toEqual([]);
  expect(evaluate(facts(withCli, [{ ...early, ...red }])).status).toBe('NON-COMPLIANT');
});

test('of early records at several commits the latest is shown, whatever their order', () => {
  const older = record('unit', { id: 'older', target: 'cli', commit: 'c1', ...red });
  const newer = record('unit', { id: 'newer', target: 'cli', commit: 'c2' });
  for (const records of [
    [older, newer],
    [newer, older],
  ]) {
    expect(evaluate(facts(withCli, records)).artifacts_statuses).toMatchObject({
      cli: { attestations_statuses: [{ attestation_id: 'newer' }] },
    });
  }
});

test('an early record binds to the artifact of its name and commit, and to no other', () => {
  const at = (commit: string) => evaluate(facts(withCli, [record('unit', { target: 'cli', commit })], [cli]));
  expect(at('c1').status).toBe('COMPLIANT');
  expect(at('c1').artifacts_statuses).toMatchObject({
    cli: { status: 'COMPLIANT', artifact_fingerprint: fingerprint, artifact_id: 'artifact-1' },
  });
  expect(at('c2').status).toBe('INCOMPLETE');
});

test('a record of the artifact itself outdates an early one', () => {
  const early = record('unit', { target: 'cli', commit: 'c1', ...red });
  const own = record('unit', { fingerprint });
  expect(evaluate(facts(withCli, [early, own], [cli])).status).toBe('COMPLIANT');
});

test('an artifact needs the attestations of its trail, too', () => {
  const demanded = template([lint], [{ name: 'cli', attestations: [unit] }]);
  const status = evaluate(facts(demanded, [record('unit', { fingerprint })], [cli]));
  expect(status.artifacts_statuses).toMatchObject({ cli: { status: 'INCOMPLETE' } });
});

test('a target that the template does not name is shown as unexpected, demands nothing, and counts when red', () => {
  const status = evaluate(facts(template([]), [record('unit', { target: 'web' })]));
  expect(status.status).toBe('COMPLIANT');
  expect(status.artifacts_statuses).toMatchObject({ web: { status: 'MISSING', unexpected: true } });
  expect(evaluate(facts(template([]), [record('unit', { target: 'web', ...red })])).status).toBe('NON-COMPLIANT');
});

test('artifacts stand in the order of the template, then in order of report', () => {
  const demanded = template(
    [],
    [
      { name: 'zebra', attestations: [] },
      { name: 'cli', attestations: [] },
    ],
  );
  const status = evaluate(facts(demanded, [record('unit', { target: 'apple' })]));
  expect(Object.keys(status.artifacts_statuses ?? {})).toEqual(['zebra', 'cli', 'apple']);
});
