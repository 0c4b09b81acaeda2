import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { badgeJson, badgeSvg } from '../../../src/audit/reports/badge.ts';
import type { Audit } from '../../../src/audit/judge/audit.ts';
import { attacks, hostileAudit, textOf } from './hostile.ts';
import { finding, ruleResult, sample } from './sample.ts';

const accepted = { reason: 'x', owner: 'alice', until: '2026-12-01T00:00:00Z' };
const totals = { ...sample().totals, states: { covered: 2 } };
const clear = { rules: [ruleResult({ found: 0 })], findings: [], totals };
const nothing = { totals: { ...totals, changes: 0, states: {} } };
const inStates = (states: Audit['totals']['states']): Partial<Audit> => ({ ...clear, totals: { ...totals, states } });

describe('the badge', () => {
  it.each<[string, string, Partial<Audit>]>([
    ['1 open finding', 'red', {}],
    [
      '3 open findings',
      'red',
      { findings: [finding(), finding({ accepted }), finding({ severity: 'low' }), finding({ status: 'fixed' })] },
    ],
    ['2 open findings, accepted', 'yellow', { findings: [finding({ accepted }), finding({ accepted })] }],
    ['unknown', 'lightgrey', { ...clear, complete: false }],
    ['unknown', 'lightgrey', { complete: false }],
    ['nothing landed', 'lightgrey', { ...clear, ...nothing }],
    ['1 open finding', 'red', nothing],
    ['no open findings, 1 rule not tested', 'yellow', { findings: [], totals }],
    ['no open findings, 1 rule not tested everywhere', 'yellow', { ...clear, rules: [ruleResult({ why: 'x' })] }],
    ['no open findings', 'brightgreen', clear],
    ['no open findings', 'brightgreen', inStates({ 'tested-on-head-only': 1, excluded: 1 })],
    ['nothing owed evidence', 'lightgrey', inStates({ excluded: 1, 'outside-every-flow': 1 })],
    ['unknown', 'lightgrey', inStates({ covered: 1, unknown: 1 })],
    ['unknown', 'lightgrey', inStates({ covered: 1, uncovered: 1 })],
    ['unknown', 'lightgrey', inStates({ covered: 1, 'of-tomorrow': 1 })],
    ['unknown', 'lightgrey', { ...inStates({ covered: 1, unknown: 1 }), findings: [finding({ accepted })] }],
    ['no open findings', 'brightgreen', { ...clear, findings: [finding({ status: 'fixed' })] }],
  ])('says "%s" in %s', async (message, color, more) => {
    const audit = sample(more);
    expect(JSON.parse(await textOf(badgeJson(audit)))).toEqual({
      schemaVersion: 1,
      label: 'audit',
      message,
      color,
      isError: color !== 'brightgreen',
    });
    const svg = await textOf(badgeSvg(audit));
    expect(svg).toContain(`<title>audit: ${message}</title>`);
    expect(svg).toContain(`aria-label="audit: ${message}"`);
    expect(svg.includes('#067647')).toBe(color === 'brightgreen');
  });

  it.each(attacks)('is the same well-formed picture with %s in the audit', async (_, text) => {
    const svg = await textOf(badgeSvg(hostileAudit(text)));
    const strict = new SaxesParser();
    strict.on('error', (error) => {
      throw error;
    });
    strict.write(svg).close();
    expect(svg).toBe(await textOf(badgeSvg(hostileAudit('x'))));
  });
});
