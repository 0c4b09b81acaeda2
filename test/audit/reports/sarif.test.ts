import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { sarif } from '../../../src/audit/reports/sarif.ts';
import { attacks, hostileAudit, textOf } from './hostile.ts';
import { finding, ruleResult, rules, sample, sha, world } from './sample.ts';
import { sarifSubset } from './sarif-subset.ts';

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly partialFingerprints: { readonly primaryLocationLineHash: string };
  readonly suppressions?: readonly object[];
}

interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string; readonly properties: object }[] } };
  readonly invocations: readonly [
    {
      readonly executionSuccessful: boolean;
      readonly toolExecutionNotifications: readonly { readonly message: { readonly text: string } }[];
    },
  ];
  readonly results: readonly Result[];
}

const ajv = new Ajv({ allErrors: true, strict: true });
formats.default(ajv);
const isSarif = ajv.compile(sarifSubset);

async function runOf(audit = sample()): Promise<Run> {
  const log: { readonly runs: readonly [Run] } = JSON.parse(await textOf(sarif(audit)));
  expect(isSarif(log) ? [] : isSarif.errors).toEqual([]);
  const [run] = log.runs;
  for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  return run;
}

const noted = (run: Run): readonly string[] => run.invocations[0].toolExecutionNotifications.map(({ message }) => message.text);

describe('the SARIF report', () => {
  it('has a result a finding, with what happened and the fix, and the rules with theirs', async () => {
    const { invocations, results, tool } = await runOf();
    expect(results).toEqual([
      {
        ruleId: 'change-without-trail',
        ruleIndex: 0,
        level: 'error',
        message: { text: 'Nothing was recorded about the change when it landed. Fix: Run the gate for every change.' },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: '.github/compliance-audit.yml' },
              region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
            },
          },
        ],
        partialFingerprints: { primaryLocationLineHash: expect.stringMatching(/^[0-9a-f]{32}:1$/) },
        hostedViewerUri: `https://github.com/acme/shop/commit/${sha('b')}`,
        properties: {
          key: `change-without-trail:commit:${sha('b')}`,
          severity: 'high',
          status: 'new',
          carried: false,
          at: '2026-11-17T09:00:00Z',
          firstSeen: '2026-11-22T06:00:00Z',
          subject: `commit ${sha('b')}`,
        },
      },
    ]);
    expect(tool.driver.rules.map(({ id }) => id)).toEqual(['change-without-trail', 'tag-moved', 'record-altered', 'unknown']);
    expect(tool.driver.rules[0]).toMatchObject({
      shortDescription: { text: 'Something is recorded about every change when it lands' },
      help: { text: 'Something is recorded about every change when it lands. Fix: Run the gate for every change.' },
      properties: { tags: ['compliance', 'security', 'SOC 2 CC8.1'], 'security-severity': '8.0' },
    });
    expect(invocations[0].executionSuccessful).toBe(true);
  });

  it.each([
    ['critical', 'error'],
    ['high', 'error'],
    ['medium', 'warning'],
    ['low', 'note'],
  ] as const)('gives a finding that is %s the level %s, and says so where its rule is not', async (severity, level) => {
    const { results } = await runOf(sample({ findings: [finding({ severity })] }));
    expect(results[0]?.level).toBe(level);
    expect(results[0]?.message.text.includes(`Severity of this one: ${severity}.`)).toBe(severity !== 'high');
  });

  it('tells two findings apart by their keys alone, in every run', async () => {
    const { results } = await runOf(sample({ findings: [finding(), finding({ key: 'other' })] }));
    const later = await runOf(sample({ findings: [finding({ key: 'other', message: 'x', severity: 'critical', status: 'open' })] }));
    const [first, second] = results.map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash);
    expect(first).not.toBe(second);
    expect(later.results[0]?.partialFingerprints.primaryLocationLineHash).toBe(second);
  });

  it('leaves out what is fixed, and marks what was accepted', async () => {
    const by = { commit: sha('e'), pull: { number: 7, url: '' }, merged: 'bob', approved: ['carol'] };
    const accepted = { reason: 'Moved by hand', owner: 'alice', until: '2026-12-01T00:00:00Z', by };
    const { results } = await runOf(
      sample({ findings: [finding({ accepted }), finding({ key: 'b' }), finding({ key: 'c', status: 'fixed' })] }),
    );
    expect(results.map(({ suppressions }) => suppressions)).toEqual([
      undefined,
      [
        {
          kind: 'external',
          status: 'accepted',
          justification:
            'Moved by hand. Accepted by alice until 2026-12-01T00:00:00Z; the entry was merged by bob with pull request 7, carol approved it.',
        },
      ],
    ]);
  });

  it('says which rules were not tested, and never leaves an audit that is not complete without a result', async () => {
    expect(noted(await runOf())).toEqual(['record-altered was not tested: The interface has no operation that reads the log.']);
    const partly = await runOf(sample({ rules: [ruleResult({ why: 'Two workflows hold expressions' })] }));
    expect(noted(partly)).toEqual(['change-without-trail was not tested everywhere: Two workflows hold expressions.']);
    const hole = { kind: 'hole', what: 'Landing 9003', why: 'the list was cut off', fix: 'Run it again' } as const;
    const { invocations, results, ...rest } = await runOf(sample({ complete: false, findings: [], world: { ...world, holes: [hole] } }));
    expect(results.map(({ level, message, ruleId }) => [ruleId, level, message.text])).toEqual([
      ['unknown', 'error', 'The verdict of the audit is unknown. Landing 9003: the list was cut off. Fix: Run it again.'],
    ]);
    expect(invocations[0].executionSuccessful).toBe(false);
    expect(noted({ invocations, results, ...rest })[0]).toBe('Landing 9003: the list was cut off. Fix: Run it again.');
    // If a finding says so already, it is said once.
    const said = await runOf(sample({ complete: false, findings: [finding({ rule: 'unknown', severity: 'critical' })] }));
    expect(said.results).toHaveLength(1);
  });

  it('shows no more findings than GitHub does, the worst first, and counts the rest', async () => {
    const accepted = { reason: 'x', owner: 'alice', until: '2026-12-01T00:00:00Z' };
    const all = Array.from({ length: 5_003 }, (_, index) => finding({ key: `k${index}`, accepted: index === 0 ? accepted : null }));
    const run = await runOf(sample({ findings: all }));
    expect(run.results).toHaveLength(5_000);
    expect(run.results.some(({ suppressions }) => suppressions !== undefined)).toBe(false);
    expect(noted(run).at(-1)).toBe('3 findings are not in this file, the least severe and those that were accepted: GitHub shows 5,000.');
  });

  it('describes a rule that only a finding knows', async () => {
    const run = await runOf(sample({ rules, findings: [finding({ rule: 'of-an-older-version' })] }));
    expect(run.tool.driver.rules.at(-1)?.id).toBe('of-an-older-version');
  });

  it.each([
    ['https://u:p@example.com/a|b?c={d}&e=%zz#f#g', 'https://example.com/a%7Cb?c=%7Bd%7D&e=%25zz#f%23g'],
    ['javascript:alert(1)', undefined],
    ['not an address', undefined],
  ])('links %j as %j', async (url, link) => {
    const { results } = await runOf(sample({ findings: [finding({ subject: { kind: 'commit', id: 'x', url } })] }));
    expect(results[0]).toMatchObject({ ruleId: 'change-without-trail', ...(link === undefined ? {} : { hostedViewerUri: link }) });
    expect(Object.hasOwn(results[0] ?? {}, 'hostedViewerUri')).toBe(link !== undefined);
  });

  it.each(attacks)('makes no link, argument or address of %s', async (_, text) => {
    const log = await textOf(sarif(hostileAudit(text)));
    const run = await runOf(hostileAudit(text));
    for (const said of [...run.results.map(({ message }) => message.text), ...noted(run)]) {
      expect(said).not.toMatch(/\]\(|\{\d|[\u0000-\u0008\n\r\u001B\u200B\u202E]|[a-z][@＠][a-z]+\.[a-z]/);
    }
    expect(log).not.toContain('hostedViewerUri":"javascript:');
  });
});
