import { describe, expect, it } from 'vitest';
import type { Audit } from '../../../../src/audit/judge/audit.ts';
import { clean, empty, passed, unknown } from '../html/audits.ts';
import { finding, ruleResult, sample, world } from '../sample.ts';
import { published } from './published.ts';

const rule = 'change-without-trail';
const accepted = { reason: 'Moved by hand', owner: 'alice', until: '2026-12-01T00:00:00Z' };

/** State, reason and words of each conclusion, by its objective. */
async function conclusions(audit: Audit): Promise<ReadonlyMap<string, string>> {
  const { results } = await published(audit);
  return new Map(
    results.results[0].findings.map(({ target }) => {
      const { reason, remarks, state } = target.status;
      return [target['target-id'], `${state}, ${reason}: ${remarks}`];
    }),
  );
}

async function conclusion(audit: Audit): Promise<string | undefined> {
  return (await conclusions(audit)).get(`soc-2-cc8.1_${rule}`);
}

describe('the conclusion about a rule', () => {
  it('is satisfied where it was tested everywhere and found nothing, for each of its controls', async () => {
    expect([...(await conclusions(clean()))]).toEqual([
      ['soc-2-cc8.1_population', 'satisfied, pass: 2 subjects tested, nothing found.'],
      ['soc-2-cc8.1_change-without-trail', 'satisfied, pass: 2 subjects tested, nothing found.'],
      ['iso-27001-a.8.32_change-without-trail', 'satisfied, pass: 2 subjects tested, nothing found.'],
      ['soc-2-cc8.1_merged-without-review', 'satisfied, pass: 2 subjects tested, nothing found.'],
      ['iso-27001-a.8.32_merged-without-review', 'satisfied, pass: 2 subjects tested, nothing found.'],
    ]);
  });

  const nothing = { found: 0, why: null };
  const why = 'GitHub was not asked';
  it.each<[string, Partial<Audit>, string | undefined]>([
    ['an open finding', { findings: [finding()] }, 'not-satisfied, fail: 1 open finding.'],
    ['an accepted finding', { findings: [finding({ accepted })] }, 'not-satisfied, fail: 1 open finding, 1 of them accepted.'],
    [
      'a finding that was not looked at again',
      { findings: [finding({ carried: true, status: 'open' })], rules: [passed(rule)] },
      'not-satisfied, fail: 1 open finding.',
    ],
    [
      'a finding of before, and nothing that the rule is about now',
      { findings: [finding({ carried: true, status: 'open' })], rules: [ruleResult({ ...nothing, tested: 0, result: 'not applicable' })] },
      'not-satisfied, fail: 1 open finding.',
    ],
    [
      'no test',
      { findings: [], rules: [ruleResult({ found: 0, tested: 0, result: 'not tested', why })] },
      `not-satisfied, other: Not tested: ${why}.`,
    ],
    [
      'no test, and nobody who says why',
      { findings: [], rules: [ruleResult({ ...nothing, tested: 0, result: 'not tested' })] },
      'not-satisfied, other: Not tested: nobody says why.',
    ],
    [
      'no test of some subjects',
      { findings: [], rules: [ruleResult({ found: 0, tested: 2, result: 'not tested', why })] },
      `not-satisfied, other: Not tested everywhere: ${why}.`,
    ],
    [
      'a reason why it was not tested everywhere',
      { findings: [], rules: [ruleResult({ found: 0, why })] },
      `not-satisfied, other: Not tested everywhere: ${why}.`,
    ],
    [
      'an audit that is not complete',
      { findings: [], rules: [passed(rule)], complete: false },
      'not-satisfied, other: The audit is not complete: not all that landed could be read.',
    ],
    [
      'an audit that is not complete, and nothing that the rule is about',
      { findings: [], rules: [ruleResult({ ...nothing, tested: 0, result: 'not applicable' })], complete: false },
      'not-satisfied, other: The audit is not complete: not all that landed could be read.',
    ],
    [
      'a period in which nothing landed',
      { ...empty(), rules: [passed(rule)] },
      'not-satisfied, other: Nothing landed in the period: that proves nothing.',
    ],
    [
      'no subject',
      { findings: [], rules: [ruleResult({ ...nothing, tested: 0 })] },
      'not-satisfied, other: 0 subjects tested, nothing found.',
    ],
    ['a count without its findings', { findings: [] }, 'not-satisfied, other: 2 subjects tested, something found.'],
    [
      'nothing that the rule is about',
      { findings: [], rules: [ruleResult({ ...nothing, tested: 0, result: 'not applicable' })] },
      undefined,
    ],
    [
      'a finding that is fixed',
      { findings: [finding({ status: 'fixed' })], rules: [passed(rule)] },
      'satisfied, pass: 2 subjects tested, nothing found.',
    ],
  ])('with %s', async (_, more, expected) => {
    expect(await conclusion(sample(more))).toBe(expected);
  });

  it('is never satisfied in an audit that is not complete, or in which nothing landed', async () => {
    const rules = [passed(rule), passed('merged-without-review')];
    for (const audit of [unknown(), { ...unknown(), rules, findings: [] }, empty(), { ...empty(), rules }])
      for (const each of (await conclusions(audit)).values()) expect(each).toMatch(/^not-satisfied, /);
  });

  it('is never satisfied about the population where git alone told it', async () => {
    const audit = { ...clean(), world: { ...world, header: { ...world.header, basis: 'git' } } } as const;
    expect((await conclusions(audit)).get('soc-2-cc8.1_population')).toMatch(
      /^not-satisfied, other: Not tested everywhere: git alone, which/,
    );
    expect((await conclusions(clean())).get('soc-2-cc8.1_population')).toMatch(/^satisfied, pass: /);
  });

  it('is never satisfied in an audit of one trail or one artifact, and is another one than that of the repository', async () => {
    for (const [scope, words] of [
      [{ kind: 'trail', flow: 'unit', trail: 'v1' }, 'the trail v1 of flow unit'],
      [{ kind: 'artifact', fingerprint: 'ab'.repeat(32) }, `the artifact ${'ab'.repeat(32)}`],
    ] as const) {
      const audit = { ...clean(), world: { ...world, header: { ...world.header, scope } } };
      const all = [...(await conclusions(audit)).values()];
      expect(all).toHaveLength(5);
      for (const each of all)
        expect(each).toBe(`not-satisfied, other: Only ${words} was looked at: nobody can tell of the repository from it.`);
      const [alone, whole] = [(await published(audit)).results, (await published(clean())).results];
      expect(alone.metadata).toMatchObject({ title: `Audit of acme/shop, ${words} alone, up to 2026-11-22` });
      expect(alone.uuid).not.toBe(whole.uuid);
      const ids = new Set(whole.results[0].findings.map(({ uuid }) => uuid));
      for (const { uuid } of alone.results[0].findings) expect(ids).not.toContain(uuid);
    }
  });

  it('counts a finding of a rule that this version does not have against the population', async () => {
    const audit = { ...clean(), findings: [finding({ rule: 'of-an-older-version' })] };
    expect((await conclusions(audit)).get('soc-2-cc8.1_population')).toBe('not-satisfied, fail: 1 open finding.');
  });

  it('names what is missing of the population', async () => {
    const hole = { kind: 'hole', what: 'Landing 9003', why: 'the list was cut off', fix: 'Run it again' } as const;
    const { results } = await published(sample({ complete: false, findings: [], world: { ...world, holes: [hole] } }));
    const { findings, observations } = results.results[0];
    const missing = observations.find(({ title }) => title === 'Missing: Landing 9003');
    expect(missing).toMatchObject({ description: 'Landing 9003: the list was cut off. Fix: Run it again.', methods: ['NOT-TESTED'] });
    expect(findings[0]?.['related-observations'].map((each) => each['observation-uuid'])).toContain(missing?.uuid);
    expect(observations[0]?.description).toBe('At least 2 changes in 2 landings, 2 commits.');
  });
});
