import { describe, expect, it } from 'vitest';
import type { JudgedFinding } from '../../../../src/audit/judge/audit.ts';
import { mostFindings } from '../../../../src/audit/reports/gathered.ts';
import { finding, ruleResult, sample } from '../sample.ts';
import { pageOf, partOf, textOf } from './page.ts';

const part = async (findings: readonly JudgedFinding[]): Promise<string> => partOf(await pageOf(sample({ findings })), 'findings');
const accepted = { reason: 'Vendor outage', owner: 'alice', until: '2026-12-20T00:00:00Z' };

describe('the findings of the report', () => {
  it('say what happened, to what, how to fix it, and the rule', async () => {
    expect(textOf(await part([finding()]))).toContain(
      '▲ high change-without-trail 1 finding The rule: Something is recorded about every change when it lands. Fix: Run the gate for every change New : Nothing was recorded about the change when it landed Commit bbbbbbbbbbbb , 2026-11-17 09:00 UTC . SOC 2 CC8.1. Key change-without-trail:commit:bbbb',
    );
  });

  it('end the text of a rule with one full stop', async () => {
    const rules = [ruleResult({ text: 'All is well.' })];
    expect(textOf(partOf(await pageOf(sample({ rules })), 'findings'))).toContain('The rule: All is well. Fix:');
  });

  it('stand in order of severity, those of one rule together', async () => {
    const some = [
      finding({ key: '1', severity: 'low', rule: 'b' }),
      finding({ key: '2', severity: 'critical', rule: 'a' }),
      finding({ key: '3', severity: 'low', rule: 'c' }),
      finding({ key: '4', severity: 'low', rule: 'b' }),
    ];
    const titles = [...(await part(some)).matchAll(/<h3>(.*?)<\/h3>/gs)].map(([, title = '']) => textOf(title).trim());
    expect(titles).toEqual(['▲▲ critical a 1 finding', '▽ low b 2 findings', '▽ low c 1 finding']);
  });

  it('say the fix of each where they have several', async () => {
    const text = textOf(await part([finding({ key: '1' }), finding({ key: '2', fix: 'Ask the owner' })]));
    expect(text.match(/Fix:/g)).toHaveLength(2);
    expect(text).toContain('Fix: Ask the owner');
  });

  it('are new, open since a day, or fixed; accepted ones are counted all the same', async () => {
    const text = textOf(
      await part([
        finding({ key: '1' }),
        finding({ key: '2', status: 'open', firstSeen: '2026-10-05T06:00:00Z' }),
        finding({ key: '3', accepted }),
        finding({ key: '4', status: 'fixed', message: 'It was so' }),
      ]),
    );
    expect(text).toContain('3 findings: 2 new, 1 still open. 1 of them accepted, 1 more fixed since the audit before.');
    expect(text).toContain('Still open, first seen 2026-10-05 : Nothing');
    expect(text).not.toContain('not looked at again');
    expect(text).toContain('New , accepted : Nothing');
    expect(text).toContain('Accepted by alice until 2026-12-20 : Vendor outage');
    expect(text).toContain('Fixed since the audit before 1 finding ✔ fixed change-without-trail : It was so');
  });

  it('say so where there are none', async () => {
    expect(textOf(await part([]))).toContain('Findings None.');
    expect(textOf(await part([finding({ status: 'fixed' })]))).toContain('None. 1 finding of the audit before is fixed.');
  });

  it('name the pull request of a change', async () => {
    const change = { sha: 'b', pull: 41 };
    expect(textOf(await part([finding({ change })]))).toContain('Commit bbbbbbbbbbbb of pull request #41, 2026-11-17 09:00 UTC .');
    const text = textOf(await part([finding({ change, subject: { kind: 'pull-request', id: '41', url: null } })]));
    expect(text).toContain('Pull request #41, 2026-11-17 09:00 UTC . SOC');
  });

  it('are shown up to a number, the worst of them, and the rest is counted', async () => {
    const many = Array.from({ length: mostFindings + 2 }, (_, index) =>
      finding({ key: String(index), severity: index === mostFindings + 1 ? 'critical' : 'low', message: `Number ${index}` }),
    );
    const text = textOf(await part(many));
    expect(text).toContain(`Number ${mostFindings + 1}`);
    expect(text).toContain('Not shown here: 2 findings. The JSON report has all.');
    expect(text).not.toContain(`Number ${mostFindings}`);
  });
});
