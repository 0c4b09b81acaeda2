import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { htmlReport } from '../../../../src/audit/reports/html/html.ts';
import { sample } from '../sample.ts';
import { clean, empty, unknown } from './audits.ts';
import { year } from './year.ts';
import { elementsOf } from './elements.ts';
import { hostile } from './hostile.ts';
import { pageOf, textOf } from './page.ts';

const audits = { sample, clean, empty, unknown, hostile, year: () => year(60) };

describe.each(Object.entries(audits))('the report of %s', (_, audit) => {
  it('allows its own style by hash, and nothing else', async () => {
    const page = await pageOf(audit());
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
    const policy = elementsOf(page).find(({ attributes }) => attributes['http-equiv'] === 'Content-Security-Policy')?.attributes['content'];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(policy).toBe(`default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`);
  });

  it('has no script, no style of an element, and nothing that is loaded', async () => {
    const page = await pageOf(audit());
    const elements = elementsOf(page);
    expect(
      elements.filter(({ name }) => ['script', 'img', 'link', 'iframe', 'object', 'base', 'form', 'use', 'image'].includes(name)),
    ).toEqual([]);
    expect(elements.filter(({ name }) => name === 'style')).toHaveLength(1);
    const attributes = new Set(elements.flatMap((element) => Object.keys(element.attributes)));
    expect([...attributes].filter((name) => name === 'style' || name === 'src' || name.startsWith('on'))).toEqual([]);
    expect(page).not.toMatch(/@import|url\((?!#)/);
  });

  it('links to the web, or to a place that it has', async () => {
    const elements = elementsOf(await pageOf(audit()));
    const ids = elements.flatMap(({ attributes }) => attributes['id'] ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const known = new Set(ids);
    const links = elements.flatMap(({ attributes }) => attributes['href'] ?? []);
    expect(links.filter((href) => (href.startsWith('#') ? !known.has(href.slice(1)) : !/^https?:\/\//.test(href)))).toEqual([]);
    const named = elements.flatMap(({ attributes }) => attributes['aria-labelledby']?.split(' ') ?? []);
    expect(named.filter((id) => !known.has(id))).toEqual([]);
  });

  it('has one first heading, and leaves out no level of them', async () => {
    const levels = elementsOf(await pageOf(audit())).flatMap(({ name }) => (/^h[1-6]$/.test(name) ? [Number(name.slice(1))] : []));
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    expect(levels[0]).toBe(1);
    levels.reduce((before, level) => {
      expect(level - before).toBeLessThanOrEqual(1);
      return level;
    });
  });

  it('gives each table a caption, and each heading of one a scope', async () => {
    const elements = elementsOf(await pageOf(audit()));
    const number = (name: string): number => elements.filter((element) => element.name === name).length;
    expect(number('caption')).toBe(number('table'));
    expect(elements.filter(({ attributes, name }) => name === 'th' && !['col', 'row'].includes(attributes['scope'] ?? ''))).toEqual([]);
  });

  it('has the same bytes each time', async () => {
    expect(await pageOf(audit())).toBe(await pageOf(audit()));
  });
});

describe('the report', () => {
  it('begins with what was audited and how it ended, and with its limits before all else', async () => {
    const page = await pageOf(sample());
    expect(page.startsWith('<!doctype html>\n<html lang="en">')).toBe(true);
    const titles = [...page.matchAll(/<h[12][^>]*>(.*?)<\/h[12]>/gs)].map(([, title = '']) => title);
    expect(titles).toEqual([
      'Compliance audit of acme/shop',
      'Limits of this audit',
      'Scope',
      'Population',
      'Rules',
      'Findings',
      'Over time',
      'Every change',
      'Exceptions',
      'Artifacts and approvals',
      'How this report was made',
    ]);
    expect(page).toContain('<title>Compliance audit of acme/shop: 1 open finding</title>');
    const text = textOf(page);
    expect(text.indexOf('<p class="word">')).toBeLessThan(text.indexOf('Limits of this audit'));
    expect(text).toContain('2 changes 2 landings 2 commits 1 finding 0 deployments 1 rule not tested');
  });

  it('says where it ends, so that a file which was cut off is seen', async () => {
    expect(textOf(await pageOf(sample())).trimEnd()).toMatch(/The report ends here\. If you do not see this line, the file was cut off\.$/);
  });

  it('is written in parts while the changes are read', async () => {
    let read = 0;
    const audit = sample({
      changes: async function* () {
        for await (const change of sample().changes()) {
          read += 1;
          yield change;
        }
      },
    });
    const seen: number[] = [];
    for await (const part of htmlReport(audit)) if (part.startsWith('<tr ') && part.includes('data-label="At merge"')) seen.push(read);
    expect(seen).toEqual([3, 4]);
  });

  it('has a foot on each sheet of paper, with repository, period and a digest, whatever the name of the repository is', async () => {
    const { world } = sample();
    const repository = 'acme/"; } </style><script>';
    const page = await pageOf(sample({ world: { ...world, header: { ...world.header, repository } } }));
    const [, content = ''] = /@bottom-left \{ content: "([^"]*)"/.exec(page) ?? [];
    const digest = createHash('sha256')
      .update(`${JSON.stringify({ ...world.header, repository })}\n`)
      .digest('hex');
    expect(content.replaceAll(/\\([0-9a-f]+) /g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16)))).toBe(
      `${repository} · 2026-11-15 06:00Z to 2026-11-22 06:00Z · question ${digest.slice(0, 16)}`,
    );
    expect(page.match(/<\/style>/g)).toHaveLength(1);
    const said = `question ${digest.slice(0, 16)} : the beginning of the SHA-256 of what this audit was asked`;
    expect(textOf(page).split(said), 'on the cover, and where it says how it was made').toHaveLength(3);
  });
});
