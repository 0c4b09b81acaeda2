import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, test, type ExpectStatic } from 'vitest';
import { parse } from 'yaml';
import type { AttestationRecord } from '../../src/contract/index.ts';
import { complaintsAbout } from '../support/advice.ts';
import type { ActionRun } from '../support/runner/index.ts';
import { scenarios } from './scenarios/index.ts';
import { usePlays } from './use-plays.ts';
import type { VerdictRow } from './verdict-table.ts';

const manifest: { outputs: Record<string, unknown> } = parse(
  readFileSync(fileURLToPath(new URL('../../action.yml', import.meta.url)), 'utf8'),
);

/** A test for each of these rows: the run ends as the row says. Within `describe.concurrent` some run at once. */
export function testRows(rows: readonly VerdictRow[]): void {
  const openPlay = usePlays();
  describe('docs/verdicts.md, fault by fault', () => {
    for (const row of rows) {
      test(`fault: ${row.fault}`, async (context) => {
        const { expect } = context;
        const scenario = scenarios[row.fault];
        if (scenario === undefined) throw new Error('this row has no scenario');
        const play = openPlay(context);
        const run = await scenario(play, expect);
        const records = await play.recordsOf(run);
        const found = {
          verdict: run.outputs['verdict'],
          exitCode: run.exitCode,
          compliant: run.outputs['compliant'],
          recorded: recordedBy(records),
        };
        expect(found, run.log).toEqual({
          verdict: row.verdict,
          exitCode: row.exitCode,
          compliant: String(row.verdict === 'compliant'),
          recorded: row.recorded,
        });
        expectHonesty(run, records, expect);
      });
    }
  });
}

/** The records that the service holds of a run, in the words of the table. */
function recordedBy(records: readonly AttestationRecord[]): string {
  return records.length === 0 ? 'nothing' : records.map(wordOf).join(', ');
}

function wordOf(record: AttestationRecord): string {
  if (record.is_compliant === true) return 'green';
  const rows = rowsOf(record);
  return rows.length > 0 && rows.every(({ name }) => name.startsWith('unusable evidence: ')) ? 'in error' : 'red';
}

function rowsOf(
  record: AttestationRecord,
): readonly { readonly name: string; readonly total: number; readonly failures: number; readonly errors: number }[] {
  const rows: unknown = Reflect.get(record, 'junit_results');
  return Array.isArray(rows) ? rows : [];
}

/** Checks the promises for every run, whatever happened to it: no record is lost or claimed, and a no is explained. */
function expectHonesty(run: ActionRun, records: readonly AttestationRecord[], expect: ExpectStatic): void {
  const { outputs } = run;
  expect(Object.keys(outputs).toSorted()).toEqual(Object.keys(manifest.outputs).toSorted());
  expect({ env: run.env, state: run.state, path: run.path, commandErrors: run.commandErrors, stderr: run.rawStderr }).toEqual({
    env: {},
    state: {},
    path: [],
    commandErrors: [],
    stderr: '',
  });
  expect(run.secretOutputs).toEqual([]);
  expect({ lingered: run.lingered, signal: run.signal }).toEqual({ lingered: false, signal: null });
  expect(run.conclusion === 'success').toBe(run.exitCode === 0);

  // There is at most one record, and the told id is the one that the service holds.
  expect(records.length).toBeLessThanOrEqual(1);
  const [record] = records;
  if (outputs['attestation-id'] !== '') expect(outputs['attestation-id']).toBe(record?.attestation_id);
  const said = `${run.summary}\n${run.log}`;
  if (record === undefined) {
    expect(said).not.toMatch(/^Recorded unit/m);
    expect(run.summary).not.toContain('unit is recorded');
  } else {
    expect(said).not.toContain('was not recorded');
    expect(said).not.toContain('Nothing was sent');
    expect({ name: record.attestation_name, trail: record.trail_name }).toEqual({
      name: 'unit',
      trail: outputs['trail'] === '' ? record.trail_name : outputs['trail'],
    });
  }
  // The numbers of tests that the run tells are those that it recorded, unless the files could not become evidence.
  if (record !== undefined && outputs['tests-total'] !== '' && wordOf(record) !== 'in error') {
    const sum = (key: 'total' | 'failures' | 'errors'): string => String(rowsOf(record).reduce((all, row) => all + row[key], 0));
    expect({ total: outputs['tests-total'], failed: outputs['tests-failed'], errors: outputs['tests-errors'] }).toEqual({
      total: sum('total'),
      failed: sum('failures'),
      errors: sum('errors'),
    });
  }

  const reasons: readonly Record<string, unknown>[] = JSON.parse(outputs['reasons'] ?? '');
  if (['compliant', 'recorded', 'would-record'].includes(outputs['verdict'] ?? '')) return expect(reasons).toEqual([]);
  expect(reasons.length).toBeGreaterThan(0);
  for (const reason of reasons) {
    for (const key of ['code', 'verdict', 'message', 'fix']) expect(reason[key], key).toMatch(/\S/);
    // Each fix can be pasted, and is shown once.
    expect(complaintsAbout(String(reason['fix'])), String(reason['fix'])).toEqual([]);
  }
  const blocks = run.summary.match(/^ *```yaml$[^]*?^ *```$/gm) ?? [];
  expect(new Set(blocks).size).toBe(blocks.length);
  if (run.exitCode !== 0) expect(run.annotations.some(({ level }) => level === 'error')).toBe(true);
}
