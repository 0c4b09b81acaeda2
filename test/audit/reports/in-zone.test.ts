import { expect, it } from 'vitest';
import { csv } from '../../../src/audit/reports/csv.ts';
import { htmlReport } from '../../../src/audit/reports/html/html.ts';
import { json } from '../../../src/audit/reports/json.ts';
import { markdown } from '../../../src/audit/reports/markdown.ts';
import { textOf } from './hostile.ts';
import { finding, reported, sample, world } from './sample.ts';

const header = { ...world.header, timeZone: 'Europe/Berlin' };
// In Berlin this landed on the next day, after the clocks were set back.
const change = reported({ landedAt: '2026-10-25T23:30:00Z', title: '<time datetime="2026-10-25T23:30:00Z">x UTC</time>' });
const findings = [finding({ carried: true, at: '2026-10-25T23:30:00Z' })];
const audit = sample({ findings, world: { ...world, header } }, [change]);
const atHome = sample({ findings }, [change]);

it('shows each moment of the page by the clocks of the zone, with how far these are ahead', async () => {
  const page = await textOf(htmlReport(audit));
  expect(page).toContain('<time datetime="2026-10-25T23:30:00Z">2026-10-26 00:30\u00A0+01:00</time>');
  expect(page).not.toMatch(/<time [^>]*>[^<]*UTC</);
  expect(page).toContain('Europe/Berlin; weeks, sentences that say UTC, and the data are in UTC');
  expect(page).toContain('--time-zone Europe/Berlin');
  expect(page).toContain('audit its time with since 2026-10-26');
  // A text that looks like a moment of ours stays as it came.
  expect(page).toContain('x UTC&#60;/time&#62;');
  expect(await textOf(htmlReport(atHome))).toContain('<time datetime="2026-10-25T23:30:00Z">2026-10-25 23:30\u00A0UTC</time>');
});

it('does so in Markdown', async () => {
  const page = (await textOf(markdown(audit))).replaceAll('&#43;', '+');
  expect(page).toContain('| 2026-10-26 00:30 +01:00 |');
  expect(page).toMatch(/\| Landed \| from 2026-11-15 07:00 \+01:00 up to 2026-11-22 07:00 \+01:00/);
});

it('leaves the data in UTC', async () => {
  expect(await textOf(csv(audit))).toBe(await textOf(csv(atHome)));
  const [zoned, plain] = [JSON.parse(await textOf(json(audit))), JSON.parse(await textOf(json(atHome)))];
  expect(zoned).toEqual({ ...plain, header: { ...plain.header, timeZone: 'Europe/Berlin' } });
});
