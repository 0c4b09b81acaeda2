import { expect, it } from 'vitest';
import { style } from '../../../../src/audit/reports/html/page.ts';
import { sample, world } from '../sample.ts';
import { pageOf, textOf } from './page.ts';

it('has a cover sheet for print alone: what it is about, how it ended, and room to sign', async () => {
  const page = await pageOf(sample({ world: { ...world, header: { ...world.header, repository: 'acme/<b>shop' } } }));
  const cover = page.slice(page.indexOf('<div class="cover">'), page.indexOf('<header>'));
  const text = textOf(cover);
  expect(text).toContain('Compliance audit of acme/<b>shop');
  expect(cover).not.toContain('<b>shop');
  expect(text).toContain('1 open finding');
  expect(text).toContain('Name Date Signature Prepared by');
  expect(text).toContain('Reviewed by');
  expect(style).toContain('@media screen { .cover { display: none; } }');
  expect(style).toMatch(/@media print \{[^]*\.cover \{ break-after: page;/);
});
