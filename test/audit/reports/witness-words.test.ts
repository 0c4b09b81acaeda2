import { describe, expect, it } from 'vitest';
import { keepingPlaces } from '../../../src/audit/facts/log.ts';
import type { CheckedLog } from '../../../src/audit/population/world.ts';
import { htmlReport } from '../../../src/audit/reports/html/html.ts';
import { markdown, summary } from '../../../src/audit/reports/markdown.ts';
import { coverWords, ownHeadWords, placeWords, untilWords, witnessWords } from '../../../src/audit/reports/words.ts';
import { textOf } from './hostile.ts';
import { partOf, textOf as textOfPage } from './html/page.ts';
import { sample, world } from './sample.ts';

const [head, kept, lost] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)];
const log: CheckedLog = {
  chain: { org: 'acme', orgId: '7', sequence: 9, link: head },
  records: 9,
  problems: [],
  witnesses: [
    { link: kept, keeper: 'Ada <ada@audit.example>', keptIn: 'mail', sequence: 4, at: '2026-11-16T10:00:00.250Z' },
    { link: lost, keeper: null, keptIn: 'job-log', until: '2026-11-01', sequence: null, at: null },
  ],
};
const audit = sample({ world: { ...world, log } });
const proven = 'records 1 to 4; the last of them was made at 2026-11-16T10:00:00.250Z by the clock of the service';
const covered =
  'Kept heads prove records 1 to 4 of 9, made up to 2026-11-16T10:00:00.250Z, by their chain. Those after it, records 5 to 9, are consistent in themselves, and nobody outside has witnessed them yet.';

describe('the witness of the log', () => {
  it('is in the summary and in the Markdown report, with what each kept head proves, and until when it is kept', async () => {
    for (const report of [summary, markdown]) {
      const text = await textOf(report(audit));
      const lines = text.slice(text.indexOf('### Witness of the log')).split('\n');
      expect(lines[2]).toBe(`- Witness: ${head} (record 9), as read at ${world.header.at}`);
      expect(lines[3]).toContain('after 90 days by default, on 2027-02-20, and on 2027-12-27 at the latest.');
      expect(lines[4]).toBe(`- ${covered}`);
      expect(lines[8]).toBe('| Witness | Kept by | Proves | Kept until |');
      expect(lines[10]).toMatch(new RegExp(`^\\| ${kept} \\| Ada.*, in a mail \\| ${proven} \\| not said \\|$`));
      expect(lines[10]).not.toContain('ada@audit.example');
      expect(lines[11]).toBe(
        `| ❌ ${lost} | nobody is named, in the log or summary of a job | nothing: it is nowhere in the log | 2026-11-01, which is over |`,
      );
    }
  });

  it('is on the page, where a keeper is only text', async () => {
    const part = partOf(await textOf(htmlReport(audit)), 'made');
    const text = textOfPage(part);
    expect(text).toContain(`Witness: ${head} (record 9), as read at ${world.header.at}`);
    expect(text).toContain(covered);
    expect(text).toContain(`, in a mail ${proven} not said`);
    expect(text).toContain(
      `${lost} nobody is named , in the log or summary of a job nothing: it is nowhere in the log 2026-11-01, which is over`,
    );
    expect(part).not.toContain('<ada@');
    const alone = partOf(await textOf(htmlReport(sample({ world: { ...world, log: { ...log, witnesses: [] } } }))), 'made');
    expect(textOfPage(alone)).toContain('No head that somebody kept proves a record');
  });

  it('is nowhere where the log was not read', async () => {
    for (const report of [summary, markdown, htmlReport]) expect(await textOf(report(sample()))).not.toContain('Witness');
  });
});

describe('the words of a kept head', () => {
  const [known] = log.witnesses;
  if (known === undefined) throw new Error('There is a kept head');

  it('say of the newest one which records nobody has witnessed', () => {
    const older = { ...known, sequence: 2, at: '2026-11-09T10:00:00Z' };
    expect(coverWords({ ...log, witnesses: [older, known, older] })).toBe(covered);
    expect(coverWords({ ...log, witnesses: [{ ...known, sequence: 8, at: null }] })).toBe(
      'Kept heads prove records 1 to 8 of 9 by their chain. Those after it, record 9, are consistent in themselves, and nobody outside has witnessed them yet.',
    );
    expect(coverWords({ ...log, witnesses: [{ ...known, sequence: 9 }] })).toBe(
      'Kept heads prove records 1 to 9 of 9, made up to 2026-11-16T10:00:00.250Z, by their chain.',
    );
  });

  it('claim nothing for the head of an empty log, nor for one that is lost', () => {
    const empty = { ...known, sequence: 0, at: null };
    expect(witnessWords(empty)).toBe('nothing: the log had no record then');
    expect(coverWords({ ...log, witnesses: [empty, { ...known, sequence: null }] })).toContain(
      'No head that somebody kept proves a record',
    );
  });

  it('say of each kind of place how long it lasts, unless somebody said until when', () => {
    const { at } = world.header;
    const told = keepingPlaces.map((keptIn) => [placeWords({ ...known, keeper: null, keptIn }), untilWords({ ...known, keptIn }, { at })]);
    expect(told).toEqual([
      ['the log or summary of a job', 'GitHub deletes it after 90 days by default, 400 at most'],
      ['an artifact of a run', 'GitHub deletes it after 90 days by default, 400 at most'],
      ['a report of an audit', 'as long as that report'],
      ['a mail', 'not said'],
      ['another repository', 'not said'],
      ['a public log of signatures', 'no entry is taken out'],
      ['a time stamp', 'not said'],
    ]);
    expect(placeWords({ ...known, keeper: "the previous audit's report of 2026-11-16", keptIn: 'report' })).toBeNull();
    expect(untilWords({ ...known, keptIn: 'job-log', until: at.slice(0, 10) }, { at })).toBe(at.slice(0, 10));
  });

  it('say of the own head that nothing but the reports has it, where no run printed it', () => {
    expect(ownHeadWords({ at: world.header.at, run: null })).toMatch(/^It stands in these reports alone\. Keep it where nobody/);
  });
});
