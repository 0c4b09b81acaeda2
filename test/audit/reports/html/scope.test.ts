import { describe, expect, it } from 'vitest';
import type { Audit } from '../../../../src/audit/judge/audit.ts';
import { sample, sha, world } from '../sample.ts';
import { pageOf, textOf } from './page.ts';

type Header = Audit['world']['header'];

/** The text before the verdict. */
async function head(more: Partial<Header>): Promise<string> {
  const page = await pageOf(sample({ world: { ...world, header: { ...world.header, ...more } } }));
  return textOf(page.slice(page.indexOf('<header>'), page.indexOf('</header>'))).replaceAll(/ (?=[,;.])/g, '');
}

describe('the scope on the first page', () => {
  it('says which branches, whose evidence and which flows', async () => {
    expect(await head({})).toContain(
      'Branch main; evidence of organization acme at https://evidence.example/api/v2, flow unit alone. All of the scope',
    );
    const branches = ['main', 'next'].map((name) => ({ name, tip: sha('b') }));
    expect(await head({ branches, flows: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] })).toContain('Branches main, next;');
    expect(await head({ flows: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] })).toContain('flows a, b, c, d, e and 2 more alone.');
  });

  it('says that no evidence was asked for, and no branch audited', async () => {
    expect(await head({ service: null, flows: [], branches: [] })).toContain('No branch; no evidence service was asked. All of the scope');
  });
});
