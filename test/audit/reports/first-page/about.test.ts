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

  it('says which account or user ran it, with which tokens, and by which program', async () => {
    const ranBy = { kind: 'job', name: 'carol', commit: sha('e'), githubToken: 'app' } as const;
    expect(await head({ ranBy })).toContain(
      `Run by a job of the workflow acme/shop/.github/workflows/audit.yml@${sha('c')}, started by the user carol ( the run ) Tokens a token of a job or an app for GitHub; one for the service, and the service does not tell whose it is Program compliance-evidence 1.0.0, commit ${sha('e')}`,
    );
    const person = { kind: 'person', name: 'carol', commit: null, githubToken: null } as const;
    expect(await head({ ranBy: person, workflow: null, run: null })).toContain(
      'Run by a person or a machine on a command line, as the user carol Tokens none for GitHub; one for the service',
    );
  });

  it('names a branch whose newest commit is dated before the period', async () => {
    const branches = [{ name: 'main', tip: 'a'.repeat(40), dated: '2026-10-15T00:00:00.000Z' }];
    expect(await head({ basis: 'git', branches })).toContain(
      'The newest commit of main, aaaaaaaaaaaa, says that it was made at 2026-10-15 00:00Z, before the period begins (2026-11-15 06:00Z)',
    );
  });

  it('says that git alone knows less', async () => {
    const text = await head({ basis: 'git' });
    expect(text).toContain('Landings by git alone, which tells neither when something landed nor each push by force.');
    expect(text).toContain('A change that is covered-now says yes now; whether it was there when it landed is not known.');
  });

  it('says that it was run on a command line', async () => {
    expect(await head({ workflow: null, run: null })).toContain(
      'Run by a person or a machine on a command line Tokens one for the service, and the service does not tell whose it is Program compliance-evidence 1.0.0, built from a commit that it does not name',
    );
  });
});
