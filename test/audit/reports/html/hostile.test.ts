import { describe, expect, it } from 'vitest';
import { line } from '../../../../src/audit/reports/html/parts.ts';
import { sample, reported } from '../sample.ts';
import { elementsOf } from './elements.ts';
import { hostile, long, stacked, turned } from './hostile.ts';
import { pageOf } from './page.ts';

/** All elements and attributes that the report has. Any other one came in with a text. */
const own = new Set(
  'html head meta title style body nav a header h1 p time main div span ul ol li b section h2 h3 table caption thead tr th tbody td code dl dt dd svg desc defs pattern rect circle line text g details summary br strong pre footer'.split(
    ' ',
  ),
);
const ownAttributes = new Set(
  'lang charset http-equiv content name class href rel id tabindex role scope datetime x y x1 x2 y1 y2 cx cy r width height viewBox patternUnits patternTransform text-anchor preserveAspectRatio aria-hidden aria-label aria-labelledby data-label'.split(
    ' ',
  ),
);

describe('foreign texts in the report', () => {
  it('stay texts, wherever they stand', async () => {
    const elements = elementsOf(await pageOf(hostile()));
    expect(elements.filter(({ name }) => !own.has(name))).toEqual([]);
    const attributes = new Set(elements.flatMap((element) => Object.keys(element.attributes)));
    expect([...attributes].filter((name) => !ownAttributes.has(name))).toEqual([]);
  });

  it('lead nowhere but to the web', async () => {
    const elements = elementsOf(await pageOf(hostile()));
    const foreign = elements.flatMap(({ attributes }) => attributes['href'] ?? []).filter((href) => !href.startsWith('#'));
    expect(foreign.filter((href) => !/^https?:\/\//.test(href))).toEqual([]);
  });

  it('show nothing that nobody sees, and do not turn the direction of writing', async () => {
    const page = await pageOf(hostile());
    expect(page).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B\u0007]/);
    expect(line(turned)).toBe('usergpj.exe');
  });

  it('are cut, also before they are looked at', async () => {
    expect(line(long)).toHaveLength(300);
    expect(line(`${'\u200B'.repeat(1_000_000)}a`)).toBe('(nothing that can be seen)');
    const page = await pageOf(sample({}, [reported({ title: long }), reported()]));
    expect(page.length).toBeLessThan((await pageOf(sample())).length + 2_000);
  });

  it('do not pile up marks over their neighbours', () => {
    expect(line(stacked)).toBe(`Z${'\u0335'.repeat(4)}algo`);
  });

  it('have a word in their place where nothing of them can be seen', () => {
    for (const text of ['', ' \n ', '\u200B', '\u3164']) expect(line(text)).toBe('(nothing that can be seen)');
  });

  it('show ten names of many, and count the rest', async () => {
    const page = await pageOf(hostile());
    expect(page).toContain('reviewer-9<');
    expect(page).not.toContain('reviewer-10<');
    expect(page).toContain('and 290 more');
  });
});
