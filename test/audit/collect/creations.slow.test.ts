import { afterAll, describe, expect, it } from 'vitest';
import { planAudit } from '../../../src/audit/collect/plan.ts';
import type { GitHubPort } from '../../../src/audit/collect/port.ts';
import type { CollectSettings } from '../../../src/audit/collect/settings.ts';
import type { Landing } from '../../../src/audit/facts/landing.ts';
import { git, removeRepositories } from '../../support/git.ts';
import { linesOf, of } from './collected.ts';
import { dated } from './git-alone.ts';
import { makeWorld, settingsOf, sourcesOf, type World } from './world.ts';

afterAll(removeRepositories);

const longAgo = '2026-10-01T00:00:00.000Z';

/** A world whose default branch began with `README.md`: long before the period, or within it. */
function begun(at = longAgo): World & { readonly first: string } {
  const world = makeWorld();
  const first = world.write('README.md');
  world.updates[0] = { ...world.moved('creation', 'main', null, first), at };
  return { ...world, first };
}

async function creations(
  world: World,
  settings: Partial<CollectSettings> = {},
  more: Partial<GitHubPort> = {},
): Promise<readonly Landing[]> {
  const lines = await linesOf(settingsOf(settings), sourcesOf(world.clone(), world.port(more)));
  expect(of(lines, 'hole')).toEqual([]);
  return of(lines, 'landing').flatMap(({ landing }) => (landing.kind === 'creation' ? [landing] : []));
}

/** Moves the branch that is checked out to a commit, as a deletion and a creation. */
function madeAgain(world: World, branch: string, from: string, to: string): void {
  git(world.directory, ['checkout', '--quiet', '-B', branch, to]);
  world.moved('deletion', branch, from, null);
  world.moved('creation', branch, null, to);
}

const shas = ({ commits }: Landing): readonly string[] => commits.map(({ sha }) => sha);

describe('a branch that was deleted and created again', () => {
  it('lost what it held before and does not hold since, as `git log` tells', async () => {
    const world = begun();
    const one = world.merged(1, 'squash', ['a']);
    const two = world.merged(2, 'squash', ['b']);
    madeAgain(world, 'main', two, world.first);
    const [made] = await creations(world);
    const { creations: planned } = await planAudit(settingsOf(), sourcesOf(world.clone(), world.port()));
    expect(planned).toBe(1);
    expect(made).toMatchObject({ removed: [two, one], elsewhere: [], deleted: { from: two, by: { login: 'alice' } }, beginning: false });
    expect(git(world.directory, ['log', '--format=%H', two, `^${made?.after}`]).split('\n')).toEqual(made?.removed);
  });

  it('names what another audited branch or a tag holds now, with the first that does', async () => {
    const world = begun();
    const [one, two, three, four] = [1, 2, 3, 4].map((number) => world.merged(number, 'squash', [`file-${number}`]));
    git(world.directory, ['branch', 'kept', one ?? '']);
    world.updates.push({ ...(world.updates.at(-1) ?? world.moved('push', 'main', null, null)), id: '1', name: 'kept', after: one ?? '' });
    git(world.directory, ['tag', 'v2', two ?? '']);
    madeAgain(world, 'main', four ?? '', world.first);
    git(world.directory, ['update-ref', 'refs/heads/old', four ?? '']);
    const others = Array.from({ length: 5 }, (_, index) => ({ name: `v0.${index}`, sha: world.first, url: null }));
    const tags = { kind: 'whole', items: [...others, { name: 'v2', sha: two ?? '', url: null }] } as const;
    const [made] = await creations(world, { branches: ['main', 'kept'] }, { tags: async () => tags });
    expect(made?.removed).toEqual([four, three, two, one]);
    expect(made?.elsewhere).toEqual([
      { ref: 'refs/heads/kept', commits: [one] },
      { ref: 'refs/tags/v2', commits: [two] },
    ]);
  });

  it('is compared with the deletion before it, each time, also where that came before the period', async () => {
    const world = begun();
    const one = world.merged(1, 'squash', ['a']);
    madeAgain(world, 'main', one, world.first);
    world.updates.splice(1, 2, ...world.updates.slice(1, 3).map((update) => ({ ...update, at: '2026-10-15T00:00:00.000Z' })));
    const two = world.merged(2, 'squash', ['b']);
    madeAgain(world, 'main', two, world.first);
    const made = await creations(world);
    expect(made.map(({ deleted, removed }) => [deleted?.from, removed])).toEqual([
      [two, [two]],
      [one, [one]],
    ]);
    expect(made.map(({ deleted }) => deleted?.at)).toContain('2026-10-15T00:00:00.000Z');
  });

  it('lost it also where it holds it again by now', async () => {
    const world = begun();
    const one = world.merged(1, 'squash', ['a']);
    madeAgain(world, 'main', one, world.first);
    git(world.directory, ['reset', '--quiet', '--hard', one]);
    world.moved('push', 'main', world.first, one);
    expect(await creations(world)).toMatchObject([{ removed: [one], elsewhere: [] }]);
  });

  it('lost what nobody can tell, where git no longer has it', async () => {
    const world = begun();
    const gone = 'f'.repeat(40);
    world.moved('push', 'main', world.first, gone);
    world.updates[0] = { ...(world.updates[0] ?? world.moved('push', 'main', null, null)), at: '2026-10-02T00:00:00.000Z' };
    madeAgain(world, 'main', gone, world.first);
    const [made] = await creations(world);
    expect([made?.removed, made?.elsewhere, made?.deleted?.from]).toEqual([[], undefined, gone]);
  });
});

describe('a branch that is created', () => {
  it('brings what the default branch did not hold at that moment, also where that one is not audited', async () => {
    const world = begun();
    world.merged(1, 'squash', ['a']);
    git(world.directory, ['checkout', '--quiet', '-b', 'release']);
    const own = world.write('r');
    world.moved('creation', 'release', null, own);
    git(world.directory, ['checkout', '--quiet', 'main']);
    world.merged(2, 'squash', ['b']);
    const asked: string[] = [];
    const port = world.port();
    const branchUpdates: GitHubPort['branchUpdates'] = (...question) => {
      asked.push(question[0]);
      return port.branchUpdates(...question);
    };
    const firstUpdates = (): never => expect.fail('Only the creation of the default branch may be a beginning');
    const [made] = await creations(world, { branches: ['release'] }, { branchUpdates, firstUpdates });
    expect([made && shas(made), made?.beginning, asked]).toEqual([[own], false, ['release', 'main']]);
  });

  it('brings also what the default branch got later', async () => {
    const world = begun();
    git(world.directory, ['checkout', '--quiet', '-b', 'release']);
    const own = world.write('r');
    world.moved('creation', 'release', null, own);
    git(world.directory, ['checkout', '--quiet', 'main']);
    git(world.directory, ['merge', '--quiet', '--ff-only', 'release']);
    world.moved('push', 'main', world.first, own);
    const [made] = await creations(world, { branches: ['release'] });
    expect(made && shas(made)).toEqual([own]);
  });

  it('is a hole where GitHub tells no update of a default branch that was committed to since', async () => {
    const world = begun();
    world.merged(1, 'squash', ['a']);
    const later = dated(world.directory, 'later', '2026-11-02T13:00:00Z');
    world.moved('creation', 'release', null, later);
    git(world.directory, ['branch', 'release', later]);
    world.updates.splice(0, world.updates.length, ...world.updates.filter(({ name }) => name === 'release'));
    const lines = await linesOf(settingsOf({ branches: ['release'] }), sourcesOf(world.clone(), world.port()));
    expect(of(lines, 'hole').map(({ what }) => what)).toEqual(['updates of main']);
  });

  it('asks GitHub nothing more where none was created', async () => {
    const world = begun();
    world.merged(1, 'squash', ['a']);
    const none = (): never => expect.fail('No branch was created');
    expect(await creations(world, { branches: ['main'] }, { defaultBranch: none, firstUpdates: none })).toEqual([]);
  });
});

describe('the beginning of the default branch', () => {
  const within = '2026-11-02T09:00:00.000Z';

  it('is its first update of all, where no branch had its commits before', async () => {
    const [made] = await creations(begun(within));
    expect(made?.beginning).toBe(true);
  });

  it.each([
    ['a branch had them before, as when it got another name', (first: string) => first],
    ['a branch was there before whose commits are gone', () => 'f'.repeat(40)],
  ])('is none where %s', async (_, tipOf) => {
    const world = begun(within);
    const old = { ...(world.updates[0] ?? world.moved('creation', 'old', null, world.first)), id: '1', name: 'old', at: longAgo };
    world.updates.push({ ...old, after: tipOf(world.first) });
    expect((await creations(world)).map(({ beginning }) => beginning)).toEqual([false]);
  });

  it('is one where another branch without its commits was there before', async () => {
    const world = begun(within);
    git(world.directory, ['checkout', '--quiet', '--orphan', 'pages']);
    const other = world.write('index.html');
    git(world.directory, ['checkout', '--quiet', '--force', 'main']);
    world.updates.push({ ...world.moved('creation', 'pages', null, other), at: longAgo });
    world.updates.shift();
    expect((await creations(world)).map(({ beginning }) => beginning)).toEqual([true]);
  });

  it('is none where it was there before, or where more came before than GitHub lists on a page', async () => {
    const world = begun();
    madeAgain(world, 'main', world.first, world.first);
    expect((await creations(world)).map(({ beginning }) => beginning)).toEqual([false]);
    const again = begun(within);
    git(again.directory, ['checkout', '--quiet', '--orphan', 'other']);
    madeAgain(again, 'main', again.first, again.write('other'));
    expect((await creations(again)).map(({ beginning }) => beginning)).toEqual([false, true]);
    const many = { firstUpdates: async () => ({ kind: 'whole', items: [] }) as const };
    expect((await creations(begun(within), {}, many)).map(({ beginning }) => beginning)).toEqual([false]);
  });
});
