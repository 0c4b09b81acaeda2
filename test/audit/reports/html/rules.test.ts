import { describe, expect, it } from 'vitest';
import { rules, sample } from '../sample.ts';
import { passed } from './audits.ts';
import { pageOf, partOf, rowOf, textOf } from './page.ts';

describe('the rules of the report', () => {
  it('are all there, with text, severity, controls and result; those that were not tested first', async () => {
    const audit = sample({
      rules: [
        passed('trail-incomplete'),
        ...rules,
        { ...passed('tag-moved'), rule: 'halfway', result: 'not tested', tested: 7, why: 'No token' },
        { ...passed('overridden'), rule: 'bad-halfway', result: 'not tested', tested: 7, found: 1, why: 'No token' },
      ],
    });
    const part = partOf(await pageOf(audit), 'rules');
    expect(textOf(part)).toContain('2 tested, 1 not applicable, 3 not tested, or not everywhere');
    const rows = ['record-altered', 'halfway', 'bad-halfway', 'change-without-trail', 'trail-incomplete', 'tag-moved'];
    expect(rows.map((row) => rowOf(part, row))).toEqual([
      'record-altered No record was changed after it was made SOC 2 CC8.1 ▲▲ critical ? not tested Why 0 0',
      'halfway Every change has a trail when it lands SOC 2 CC8.1, ISO 27001 A.8.32 ▲ high ? not tested everywhere Why 7 0',
      'bad-halfway Every change has a trail when it lands SOC 2 CC8.1, ISO 27001 A.8.32 ▲ high ✘ found something, and not tested everywhere Why 7 1',
      'change-without-trail Something is recorded about every change when it lands SOC 2 CC8.1 ▲ high ✘ tested, found something 2 1',
      'trail-incomplete Every change has a trail when it lands SOC 2 CC8.1, ISO 27001 A.8.32 ▲ high ✔ tested, nothing found 2 0',
      'tag-moved A tag stays where it was set SOC 2 CC8.1 ▲ high – not applicable: nothing of its kind 0 0',
    ]);
    const places = rows.map((row) => part.indexOf(`<code>${row}<`));
    expect(places.toSorted((one, other) => one - other)).toEqual(places);
  });

  it('are good where they were tested and found nothing, and nowhere else', async () => {
    const part = partOf(await pageOf(sample({ rules: [passed('trail-incomplete'), ...rules] })), 'rules');
    expect(part.match(/class="state good"/g)).toHaveLength(1);
  });
});
