import { describe, expect, it } from 'vitest';
import type { Audit } from '../../../../src/audit/judge/audit.ts';
import { sample, sha, world } from '../sample.ts';
import { pageOf, textOf } from '../html/page.ts';

type Header = Audit['world']['header'];

/** The text before the verdict. */
async function head(more: Partial<Header>): Promise<string> {
  const page = await pageOf(sample({ world: { ...world, header: { ...world.header, ...more } } }));
  return textOf(page.slice(page.indexOf('<header>'), page.indexOf('</header>'))).replaceAll(/ (?=[,;.])/g, '');
}

describe('the facts on the first page', () => {
  it('says which branches, whose evidence and which flows', async () => {
    expect(await head({})).toContain(
      'Branch main Read at 2026-11-22 06:00 UTC Landings by GitHub Evidence of organization acme at https://evidence.example/api/v2, flow unit alone',
    );
    const branches = ['main', 'next'].map((name) => ({ name, tip: sha('b') }));
    expect(await head({ branches, flows: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] })).toContain('Branches main, next');
    expect(await head({ flows: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] })).toContain('flows a, b, c, d, e and 2 more alone');
  });

  it('says that no evidence was asked for, and no branch audited', async () => {
    expect(await head({ service: null, flows: [], branches: [] })).toMatch(
      /Branches none was named .* Evidence of no service: none was asked/,
    );
  });

  it('says that git alone knows less', async () => {
    expect(await head({ basis: 'git' })).toContain(
      'Landings by git alone, which sees no push by force between two audits, and not when something landed.',
    );
  });

  it('says that a person ran it', async () => {
    expect(await head({ workflow: null, run: null })).toContain('Made by somebody on a command line, with compliance-evidence 1.0.0');
  });
});
