import { describe, expect, it } from 'vitest';
import { json } from '../../../src/audit/reports/json.ts';
import { readAuditReport } from '../../../src/audit/series/read-report.ts';
import { textOf } from '../reports/hostile.ts';
import { finding, sample, world } from '../reports/sample.ts';

const digest = 'ab'.repeat(32);
type Path = readonly (string | number)[];

/** A report with other values in some places; undefined takes the field out. */
async function reportWith(...changes: readonly (readonly [path: Path, value: unknown])[]): Promise<string> {
  const report: unknown = JSON.parse(await textOf(json(sample({ findings: [finding()] }))));
  for (const [path, value] of changes) {
    let at: unknown = report;
    for (const step of path.slice(0, -1)) at = Reflect.get(Object(at), step);
    const last = path.at(-1) ?? '';
    if (value === undefined) Reflect.deleteProperty(Object(at), last);
    else Reflect.set(Object(at), last, value);
  }
  return JSON.stringify(report);
}

describe('the report of an audit, as a series reads it', () => {
  it('is taken field by field', async () => {
    const read = readAuditReport(await reportWith(), digest);
    const { fix: _fix, controls: _controls, change: _change, at: _at, carried: _carried, accepted, ...known } = finding();
    expect(read).toMatchObject({
      repository: world.header.repository,
      org: world.header.service?.org,
      at: world.header.at,
      evidence: 'service',
      emergencies: 0,
      overrides: 0,
      changes: 2,
      holes: 0,
      previous: null,
      findings: [{ ...known, accepted: accepted === null ? null : { owner: accepted.owner, until: accepted.until } }],
    });
    expect(read.rules.map(({ result }) => result)).toContain('tested');
  });

  it('is taken as earlier versions wrote it', async () => {
    const before = { digest, since: null, until: '2026-11-15T06:00:00Z' };
    const read = readAuditReport(
      await reportWith(
        [['rules', 0, 'lack'], undefined],
        [['rules', 0, 'why'], 'nobody told'],
        [['rules', 1, 'lack'], undefined],
        [['rules', 1, 'why'], undefined],
        [['previous'], before],
        [['header', 'service'], null],
      ),
      digest,
    );
    expect(read.rules.slice(0, 2).map(({ lack, why }) => [lack, why])).toEqual([
      ['answer', 'nobody told'],
      [null, null],
    ]);
    expect(read.previous).toEqual({ report: digest, manifest: null, since: null, until: before.until });
    expect([read.org, read.evidence]).toEqual([null, 'none']);
  });

  it('says whose word the evidence is, and how many emergencies and overrides there were, where it tells', async () => {
    const told = await reportWith(
      [['header', 'service'], null],
      [['header', 'evidence'], 'github'],
      [
        ['totals', 'overrides'],
        [
          { by: 'alice', count: 2 },
          { by: 'bob', count: 3 },
        ],
      ],
      [
        ['totals', 'emergencies'],
        [41, 42],
      ],
    );
    expect(readAuditReport(told, digest)).toMatchObject({ evidence: 'github', emergencies: 2, overrides: 5 });
    const untold = await reportWith([['totals', 'overrides'], undefined], [['totals', 'emergencies'], 'many']);
    expect(readAuditReport(untold, digest)).toMatchObject({ emergencies: null, overrides: null });
  });

  it.each<readonly [path: Path, value: unknown, fault: string]>([
    [['header', 'at'], 'today', 'header.at is no moment'],
    [['header', 'repository'], undefined, 'header.repository is no text'],
    [['header', 'run'], 7, 'header.run is no text'],
    [['header', 'service'], {}, 'header.service.org is no text'],
    [['population', 'changes'], -1, 'population.changes is no whole number'],
    [['totals', 'states'], [], 'totals.states is no object'],
    [['totals', 'states', 'covered'], '2', 'totals.states["covered"] is no whole number'],
    [['holes'], 0, 'holes is no list'],
    [['rules'], {}, 'rules is no list'],
    [['rules', 0, 'rule'], '', 'rules[0].rule is no text'],
    [['rules', 0, 'result'], 'passed', 'rules[0].result is none of'],
    [['rules', 0, 'tested'], null, 'rules[0].tested is no whole number'],
    [['rules', 0, 'why'], 7, 'rules[0].why is no text'],
    [['previous'], { digest: 'ab', since: null, until: '2026-11-15T06:00:00Z' }, 'previous.digest is not 64'],
    [['previous'], { digest, manifest: 'ab', since: null, until: '2026-11-15T06:00:00Z' }, 'previous.manifest is not 64'],
    [['previous'], { digest, since: 'then', until: '2026-11-15T06:00:00Z' }, 'previous.since is no moment'],
    [['previous'], { digest, since: null }, 'previous.until is no moment'],
    [['findings', 0, 'accepted'], undefined, 'findings[0].accepted is no object'],
    [['findings', 0, 'accepted'], { owner: 'a', until: '' }, 'findings[0].accepted.until is no text'],
  ])('is refused with %j as %j', async (path, value, fault) => {
    const text = await reportWith([path, value]);
    expect(() => readAuditReport(text, digest)).toThrow(`cannot be used: ${fault}`);
  });
});
