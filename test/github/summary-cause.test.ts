import { describe, expect, it } from 'vitest';
import { renderCollected, renderSummary, type JudgedFacts } from '../../src/github/index.ts';
import { evidence, evidenceOf, facts } from './facts.ts';

describe('the first line below the heading', () => {
  const firstLine = (changes: Parameters<typeof facts>[0]): string | undefined => renderSummary(facts(changes)).split('\n')[2];
  const verdict = (more: Partial<JudgedFacts['verdict']>): JudgedFacts['verdict'] => ({
    name: 'unusable',
    reasons: [],
    notices: [],
    rows: [],
    ...more,
  });
  const unusable = { code: 'evidence-unusable', verdict: 'unusable', message: 'git tracks a.xml', fix: 'Let git forget it' } as const;
  const failing = { code: 'failing', verdict: 'non-compliant', message: 'unit is not compliant', fix: 'Fix it' } as const;

  it('is the cause: results that were committed, also where tests failed', () => {
    expect(firstLine({ verdict: verdict({ reasons: [unusable, failing] }) })).toBe('**git tracks a.xml**');
    expect(firstLine({ verdict: verdict({ reasons: [failing] }), evidence: undefined })).toBe('**unit is not compliant**');
  });

  it('is said once, and its fix stands below with the others', () => {
    const text = renderSummary(facts({ verdict: verdict({ reasons: [unusable, failing] }) }));
    expect(text.split('git tracks a.xml')).toHaveLength(2);
    expect(text).toContain('- 🚫 As said above  \n  Let git forget it\n- ❌ **unit is not compliant**');
  });

  it('is where it is, where the tests that failed come next', () => {
    expect(firstLine({ verdict: verdict({ reasons: [failing] }) })).toMatch(/^Organization acme/);
  });

  it('is what makes a yes doubtful, and that is said once', () => {
    const doubt = 'Flow shpo has no template';
    const given = { name: 'compliant', notices: [doubt, 'another'], foremost: doubt } as const;
    expect(firstLine({ verdict: verdict(given) })).toBe(`> ⚠️ ${doubt}`);
    expect(renderSummary(facts({ verdict: verdict(given) })).split(doubt)).toHaveLength(2);
    expect(renderSummary(facts({ verdict: verdict({ ...given, reasons: [unusable] }) }))).toContain(`- ${doubt}\n`);
  });

  it('is the cause of results that are set aside', () => {
    expect(renderCollected(evidenceOf(evidence), [unusable]).split('\n')[2]).toBe('**git tracks a.xml**');
  });
});
