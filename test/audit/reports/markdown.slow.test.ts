import { describe, expect, it } from 'vitest';
import { summary } from '../../../src/audit/reports/markdown.ts';
import { textOf } from './hostile.ts';
import { finding, ruleResult, sample, world } from './sample.ts';

describe('the summary', () => {
  it('stays within what GitHub shows, whatever stands in it', async () => {
    const long = '@#1 <'.repeat(2_000);
    const many = Array.from({ length: 2_000 }, (_, index) => `${index} ${long}`);
    const subject = { kind: 'trail', id: long, url: `https://example.com/${'a'.repeat(2_000)}` } as const;
    const audit = sample({
      complete: false,
      world: {
        ...world,
        header: { ...world.header, repository: long, run: subject.url, branches: many.map((name) => ({ name, tip: '' })) },
        holes: many.map((what) => ({ kind: 'hole', what, why: what, fix: `${what}\n`.repeat(100) })),
      },
      rules: many.map((rule) => ruleResult({ rule, result: 'not tested', why: rule })),
      findings: many.flatMap((message) => [
        finding({ key: message, subject, rule: message, message, fix: `${message}\n`.repeat(50) }),
        finding({ key: `${message}!`, subject, rule: message, message, status: 'fixed' }),
      ]),
    });
    const text = await textOf(summary(audit));
    expect(Buffer.byteLength(text)).toBeLessThan(1_000_000);
    expect(text).toContain('_1,970 more lines not shown here._');
  });
});
