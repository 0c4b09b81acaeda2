import { describe, expect, it } from 'vitest';
import { htmlReport } from '../../../src/audit/reports/html/html.ts';
import { markdown, summary } from '../../../src/audit/reports/markdown.ts';
import { endingSoonWords } from '../../../src/audit/reports/words.ts';
import { textOf } from './hostile.ts';
import { textOf as textOfPage } from './html/page.ts';
import { finding, sample } from './sample.ts';

const entry = (until: string) => ({ reason: 'The vendor was down', owner: 'alice', until: `${until}T00:00:00Z` });
const audit = sample({
  findings: [
    finding({ key: 'later', accepted: entry('2026-12-07') }),
    finding({ key: 'r:tag:<b>', accepted: entry('2026-12-06') }),
    finding({ key: 'first', accepted: entry('2026-11-23') }),
    finding({ key: 'gone', accepted: entry('2026-11-23'), status: 'fixed' }),
    finding({ key: 'open' }),
  ],
});
const words = [
  'On 2026-11-23 the acceptance of first by alice ends: from then on nobody has accepted the finding',
  'On 2026-12-06 the acceptance of r:tag:<b> by alice ends: from then on nobody has accepted the finding',
];

describe('an acceptance that ends within 14 days', () => {
  it('is said, the first end first, and not one that ends later or that nothing needs', () => {
    expect(endingSoonWords(audit)).toEqual(words);
  });

  it('is in the summary, in the page of Markdown and in the HTML report, and nothing is where none ends', async () => {
    for (const report of [summary, markdown]) {
      const text = await textOf(report(audit));
      expect(text).toContain('### Acceptances that end soon\n\n- On 2026-11-23 ');
      expect(text).not.toContain('<b>');
      expect(await textOf(report(sample()))).not.toContain('end soon');
    }
    const page = await textOf(htmlReport(audit));
    expect(page).toContain('id="ending-soon"');
    for (const one of words) expect(textOfPage(page)).toContain(one);
    expect(await textOf(htmlReport(sample()))).not.toContain('id="ending-soon"');
  });
});
