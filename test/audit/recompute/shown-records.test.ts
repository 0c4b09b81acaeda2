import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { shownRecords, spokenOf, type Spoken } from '../../../src/audit/recompute/shown-records.ts';
import { logOf } from '../package/packing.ts';

let made = 0;
/** A record of the flow `f`, at 1000 seconds and a second later each. */
const body = (kind: string, more: object = {}): string => {
  made += 1;
  return JSON.stringify({ created_at: 1000 + made, flow_id: 'f', id: `r${made}`, kind, org: 'acme', org_id: '7', version: 2, ...more });
};

function packed(bodies: readonly string[], hidden: readonly number[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'shown-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { lines, log } = logOf(bodies, hidden);
  const file = join(folder, 'records.ndjson');
  writeFileSync(file, lines);
  return { file, log };
}

function spoken(bodies: readonly string[], hidden: readonly number[] = []): Promise<Spoken> {
  const { file, log } = packed(bodies, hidden);
  return spokenOf(file, log);
}

const attestation = (type: string, said: unknown, data: object, more: object = {}): string =>
  body('attestation', { attestation_type: type, is_compliant: said, data, flow: 'unit', trail: 't', ...more });
const junit = (failures: number): object => ({ junit_results: [{ name: 's', failures, errors: 0, skipped: 0, total: 3 }] });

describe('the records of a package say', () => {
  test('how many are shown and hidden, and when the last shown one was made', async () => {
    const bodies = [body('flow_reported', { flow: 'unit' }), body('trail_begun', { flow: 'unit', trail: 't' }), body('other')];
    const { hidden, latest, records } = await spoken(bodies, [3]);
    expect([records, hidden, latest]).toEqual([2, 1, JSON.parse(bodies[1] ?? '').created_at]);
    expect(await spoken([])).toMatchObject({ records: 0, hidden: 0, latest: 0, trails: [], misjudged: [] });
  });

  test('the names that a flow had, and the trails and artifacts of each', async () => {
    const of = await spoken([
      body('flow_reported', { flow: 'unit' }),
      body('trail_begun', { flow: 'unit', trail: 't' }),
      body('flow_renamed', { flow: 'unit', new_name: 'tests' }),
      body('artifact_reported', { flow: 'tests', trail: 't', fingerprint: 'aa' }),
      body('flow_reported', { flow: 'other', flow_id: 'o' }),
      body('approval_reported', { flow: 'other', flow_id: 'o', trail: 'hidden', fingerprint: 'bb' }),
      body('environment_made', { flow_id: undefined, flow: 'none' }),
    ]);
    expect(['unit', 'tests', 'other', 'none'].map((name) => of.hasFlow(name))).toEqual([true, true, true, false]);
    expect([of.hasTrail('unit', 't'), of.hasTrail('tests', 't'), of.hasTrail('other', 't'), of.hasTrail('other', 'hidden')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([of.hasArtifact('unit', 'aa'), of.hasArtifact('other', 'aa'), of.hasArtifact('other', 'bb')]).toEqual([true, false, false]);
    expect(of.trails).toEqual([{ flows: new Set(['unit', 'tests']), trail: 't' }]);
  });

  test('which trails they begin, but for those of the first format, which hides nothing', async () => {
    const { hasTrail, trails } = await spoken([
      body('trail_begun', { flow: 'unit', trail: 'first', version: 1 }),
      body('artifact_reported', { flow: 'unit', trail: 'told', fingerprint: 'aa' }),
      body('trail_begun', { flow: 'unit', trail: 'begun' }),
      body('attestation', { attestation_type: 'custom:x', flow: 'unit', trail: 'begun' }),
    ]);
    expect(trails.map(({ trail }) => trail)).toEqual(['begun']);
    expect(['first', 'told', 'begun'].map((name) => hasTrail('unit', name))).toEqual([true, true, true]);
  });

  test('which template a flow had at a moment', async () => {
    const [one, other, third] = [
      body('flow_reported', { flow: 'unit', template: { version: 1 } }),
      body('flow_templated', { flow: 'unit', template: { version: 2 } }),
      body('trail_begun', { flow: 'unit', trail: 't', template: { version: 3 } }),
    ];
    const { hadTemplate } = await spoken([one, other, third]);
    const at = (text: string): number => JSON.parse(text).created_at;
    const had = (version: number, moment: number, flow = 'unit'): boolean =>
      hadTemplate(flow, (template) => JSON.stringify(template) === JSON.stringify({ version }), moment);
    expect([had(1, at(one)), had(1, at(one) - 1), had(2, at(one)), had(2, at(other)), had(1, at(third))]).toEqual([
      true,
      false,
      false,
      true,
      true,
    ]);
    expect([had(3, at(third)), had(1, at(one), 'other')]).toEqual([false, false]);
  });

  test('of which evidence the verdict is not that of its own data', async () => {
    const of = await spoken([
      attestation('junit', true, junit(0)),
      attestation('junit', true, junit(1)),
      attestation('junit', false, junit(0)),
      attestation('junit', false, junit(1)),
      attestation('junit', undefined, junit(0)),
      attestation('junit', true, {}),
      attestation('custom:sbom', true, {}),
      attestation('other', true, {}),
      attestation('junit', true, { junit_results: [{ name: 's', failures: 0, errors: 0, skipped: 0, total: -1 }] }),
      attestation('junit', false, { junit_results: [] }, { rule: 2 }),
      body('attestation_other', { attestation_type: 'junit', is_compliant: true, data: junit(1) }),
    ]);
    expect(of.custom).toBe(1);
    expect(of.misjudged.slice(0, 5)).toEqual([
      'Record 2: it says that its evidence is compliant, and by its own data it is not compliant',
      'Record 3: it says that its evidence is not compliant, and by its own data it is compliant',
      'Record 5: it says that its evidence is not compliant, and by its own data it is compliant',
      'Record 6: its data give no verdict of the type junit',
      'Record 8: its data give no verdict of the type other',
    ]);
    expect(of.misjudged.filter((one) => one.startsWith('Record 11:'))).toEqual([]);
  });
});

test('the shown records come in their order, each with its link, and none after one that cannot be read', async () => {
  const bodies = [body('one'), body('two'), body('three')];
  const { file, log } = packed(bodies, [2]);
  const shown = await Array.fromAsync(shownRecords(file, log));
  expect(shown.map(({ body: text, sequence }) => [sequence, text])).toEqual([
    [1, bodies[0]],
    [3, bodies[2]],
  ]);
  expect(shown.map(({ link }) => link)).toEqual([1, 3].map((count) => logOf(bodies.slice(0, count)).log.to.link));
  writeFileSync(file, `${JSON.stringify({ sequence: 1, body: bodies[0] })}\n{}\n${JSON.stringify({ sequence: 3, body: bodies[2] })}\n`);
  expect((await Array.fromAsync(shownRecords(file, log))).map(({ sequence }) => sequence)).toEqual([1]);
});
