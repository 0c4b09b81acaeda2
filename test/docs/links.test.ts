import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { marked, type Token } from 'marked';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every page of the documentation, by its path from the root. */
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

const parsed = new Map(pages.map((page) => [page, everyToken(marked.lexer(readFileSync(join(root, page), 'utf8')))]));

/** Everything on a page, in order. Lists and tables keep their parts in fields of their own. */
function everyToken(value: unknown): readonly Token[] {
  if (Array.isArray(value)) return value.flatMap(everyToken);
  if (!isToken(value)) return typeof value === 'object' && value !== null ? Object.values(value).flatMap(everyToken) : [];
  return [value, ...Object.values(value).flatMap(everyToken)];
}

function isToken(value: unknown): value is Token {
  return typeof value === 'object' && value !== null && 'type' in value && 'raw' in value;
}

/** The anchors that GitHub gives the headings of a page: the second of two alike ends in `-1`. */
function anchorsOf(page: string): ReadonlySet<string> {
  const found = new Map<string, number>();
  const anchors = new Set<string>();
  for (const token of parsed.get(page) ?? []) {
    if (token.type !== 'heading') continue;
    const plain = String(Reflect.get(token, 'text')).replace(/!?\[([^\]]*)\]\([^)]*\)|[`*]/g, '$1');
    const slug = plain
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    const before = found.get(slug) ?? 0;
    found.set(slug, before + 1);
    anchors.add(before === 0 ? slug : `${slug}-${before}`);
  }
  return anchors;
}

/** The place in the repository that a link of a page leads to. */
function linksOf(page: string): readonly string[] {
  return (parsed.get(page) ?? [])
    .filter(({ type }) => type === 'link' || type === 'image')
    .map((token) => String(Reflect.get(token, 'href')))
    .filter((href) => !/^[a-z][a-z0-9+.-]*:/i.test(href));
}

/** The fault of a link of a page. It is `undefined` if the link leads somewhere. */
function fault(page: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), decodeURIComponent(path)));
  if (target.startsWith('..') || path.startsWith('/')) return `${link} leads out of the repository`;
  if (!existsSync(join(root, target))) return `${link}: there is no ${target}`;
  if (anchor === undefined) return undefined;
  const [, line] = /^L(\d+)$/.exec(anchor) ?? [];
  if (line !== undefined && !parsed.has(target))
    return Number(line) <= readFileSync(join(root, target), 'utf8').split('\n').length ? undefined : `${link}: ${target} is shorter`;
  return anchorsOf(target).has(anchor) ? undefined : `${link}: ${target} has no heading of that name`;
}

describe('the links of the documentation', () => {
  it('are found', () => {
    expect(pages.length).toBeGreaterThan(15);
    expect(pages.flatMap(linksOf).length).toBeGreaterThan(40);
    expect(anchorsOf('docs/service.md')).toContain('verify-the-record');
  });

  it.each(pages)('of %s lead somewhere', (page) => {
    expect(linksOf(page).flatMap((link) => fault(page, link) ?? [])).toEqual([]);
  });

  it.each([
    ['a file that is not there', 'nowhere.md'],
    ['a heading that is not there', 'service.md#no-such-thing'],
    ['a heading of its own that is not there', '#no-such-thing'],
    ['a line behind the end', '../package.json#L99999'],
    ['the world outside', '../../outside.md'],
    ['the root of a disk', '/etc/hosts'],
  ])('to %s would be found', (_, link) => {
    expect(fault('docs/api.md', link)).toBeDefined();
  });
});

it('every page of the documentation is reached from the README', () => {
  const reached = new Set(['README.md']);
  for (const page of reached)
    for (const link of linksOf(page)) {
      const target = normalize(join(dirname(page), link.split('#')[0] ?? ''));
      if (parsed.has(target)) reached.add(target);
    }
  expect(pages.filter((page) => !reached.has(page) && page.startsWith('docs'))).toEqual([]);
});

it('the index names each page of docs once, with the question that it answers', () => {
  const listed = linksOf(join('docs', 'README.md')).map((link) => join('docs', link));
  expect(listed.toSorted()).toEqual(pages.filter((page) => page.startsWith('docs') && page !== join('docs', 'README.md')).toSorted());
});
