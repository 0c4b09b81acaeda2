import { describe, expect, it } from 'vitest';
import type { CheckedLog } from '../../../src/audit/judge/check-log.ts';
import { html } from '../../../src/audit/reports/html/html.ts';
import { markdown } from '../../../src/audit/reports/markdown.ts';
import { summary } from '../../../src/audit/reports/summary.ts';
import { partOf, textOf as textOfPage } from './html/page.ts';
import { textOf } from './hostile.ts';
import { sample, world } from './sample.ts';

const [head, kept, lost] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)];
const log: CheckedLog = {
  chain: { org: 'acme', orgId: '7', sequence: 9, link: head },
  records: 9,
  problems: [],
  witnesses: [
    { link: kept, keeper: 'Ada <ada@audit.example>', sequence: 4, at: '2026-11-16T10:00:00.250Z' },
    { link: lost, keeper: null, sequence: null, at: null },
  ],
};
const audit = sample({ world: { ...world, log } });

describe('the witness of the log', () => {
  it('is in the summary and in the Markdown report, with what each kept head proves', async () => {
    for (const report of [summary, markdown]) {
      const text = await textOf(report(audit));
      const lines = text.slice(text.indexOf('### Witness of the log')).split('\n');
      expect(lines[2]).toBe(`- Witness: ${head} (record 9), as read at ${world.header.at}`);
      expect(lines[3]).toContain(`- ${kept}, kept by Ada`);
      expect(lines[3]).toContain(
        'proves records 1 to 4; the last of them was made at 2026-11-16T10:00:00.250Z by the clock of the service',
      );
      expect(lines[3]).not.toContain('ada@audit.example');
      expect(lines[4]).toBe(`- ❌ ${lost}: proves nothing: it is nowhere in the log`);
    }
  });

  it('is on the page, where a keeper is only text', async () => {
    const part = partOf(await textOf(html(audit)), 'made');
    const text = textOfPage(part);
    expect(text).toContain(`Witness: ${head} (record 9), as read at ${world.header.at}`);
    expect(text).toContain('records 1 to 4; the last of them was made at 2026-11-16T10:00:00.250Z by the clock of the service');
    expect(text).toContain(`${lost} nobody is named nothing: it is nowhere in the log`);
    expect(part).not.toContain('<ada@');
    const alone = partOf(await textOf(html(sample({ world: { ...world, log: { ...log, witnesses: [] } } }))), 'made');
    expect(textOfPage(alone)).toContain('No witness was given: that nobody wrote the log anew before this audit is not proven.');
  });

  it('is nowhere where the log was not read', async () => {
    for (const report of [summary, markdown, html]) expect(await textOf(report(sample()))).not.toContain('Witness');
  });
});
