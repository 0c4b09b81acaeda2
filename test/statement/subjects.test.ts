import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import {
  draftSummary,
  isAbout,
  isSameRepository,
  readStatement,
  repositoriesIn,
  resourceUriOf,
  subjectsOf,
  writeStatement,
} from '../../src/statement/index.ts';
import { commit as makeCommit, makeRepository, removeRepositories } from '../support/git.ts';
import { answer, commit, image, repository, sha, subjects, written } from './build.ts';

afterAll(removeRepositories);

const read = (text: string) => readStatement(Buffer.from(text)).statement;

describe('the subjects', () => {
  it('are the commit, its bytes and the artifacts, each with one digest alone', () => {
    const uri = `${repository}/commit/${sha}`;
    expect(subjects).toEqual([
      { name: sha, uri, digest: { gitCommit: sha }, annotations: { sourceRefs: ['refs/heads/main'] } },
      { name: `git cat-file commit ${sha}`, uri, digest: { sha256: commit.objectSha256 } },
      { name: 'shop.tar', digest: { sha256: image.fingerprint } },
    ]);
  });

  it('come in one order, each once, whatever the order of the artifacts and refs', () => {
    const other = { name: 'a.tar', fingerprint: 'a'.repeat(64) };
    const refs = ['refs/tags/v1', 'refs/heads/main'];
    const one = subjectsOf({ ...commit, refs }, [image, other, image]);
    expect(one).toHaveLength(4);
    expect(subjectsOf({ ...commit, refs: refs.toReversed() }, [other, image])).toEqual(one);
    expect(one[0]).toMatchObject({ digest: { gitCommit: sha }, annotations: { sourceRefs: refs.toReversed() } });
  });

  it('are the artifacts alone where no commit is known, and the commit alone where its bytes are not at hand', () => {
    expect(subjectsOf(undefined, [image])).toEqual([{ name: 'shop.tar', digest: { sha256: image.fingerprint } }]);
    expect(subjectsOf({ repository, sha }, [])).toEqual([{ name: sha, uri: `${repository}/commit/${sha}`, digest: { gitCommit: sha } }]);
  });

  it('may be a commit of 64 digits', () => {
    const long = 'c0ffee'.padEnd(64, '0');
    const statement = read(written(draftSummary(answer), subjectsOf({ repository, sha: long }, [])).statement);
    expect([isAbout(statement, 'gitCommit', long), isAbout(statement, 'sha256', long)]).toEqual([true, false]);
  });

  it('bind the bytes that git gives of a commit, from which anybody can work out its name', () => {
    const directory = makeRepository();
    const made = makeCommit(directory);
    const raw = execFileSync('git', ['cat-file', 'commit', made], { cwd: directory });
    expect(createHash('sha1').update(`commit ${raw.length}\0`).update(raw).digest('hex')).toBe(made);
    const objectSha256 = createHash('sha256').update(raw).digest('hex');
    const { checksums } = written(draftSummary(answer), subjectsOf({ repository, sha: made, objectSha256 }, [image]));
    expect(checksums.split('\n')).toContain(`${objectSha256}  git cat-file commit ${made}`);
  });

  it.each([
    ['40 or 64 hexadecimal digits', { ...commit, sha: 'main' }, image],
    ['40 or 64 hexadecimal digits', { ...commit, sha: sha.toUpperCase() }, image],
    ['64 hexadecimal digits', { ...commit, objectSha256: sha }, image],
    ['64 hexadecimal digits', commit, { ...image, fingerprint: `sha256:${'c'.repeat(64)}` }],
    ['no URI', { ...commit, repository: 'acme/shop' }, image],
  ])('that are none make no statement: %s', (fault, about, artifact) => {
    const made = writeStatement(draftSummary(answer), subjectsOf(about, [artifact]));
    expect(made).toEqual({
      kind: 'none',
      code: 'wrong-shape',
      why: expect.stringMatching(`^it would not be as others read it: .*${fault}`),
    });
  });

  it.each([0, 1_025])('are too few or too many: %i', (count) => {
    const many = Array.from({ length: count }, (_, index) => ({ name: `${index}`, fingerprint: 'c'.repeat(64) }));
    const made = writeStatement(draftSummary(answer), subjectsOf(undefined, many));
    expect(made).toEqual({ kind: 'none', code: 'subjects', why: `it would be about ${count} things, and must be about 1 to 1024` });
  });
});

describe('the lines of checksums', () => {
  /** As `actions/attest` reads them (v4.2.2, src/subject.ts). */
  const readLines = (checksums: string): readonly object[] =>
    checksums
      .split(/\r?\n/)
      .filter(Boolean)
      .map((line) => {
        const space = line.indexOf(' ');
        const flagged = line.slice(space + 1);
        return { name: /^[ *]/.test(flagged) ? flagged.slice(1) : flagged, digest: { sha256: line.slice(0, space) } };
      });

  it('name what has a digest of SHA-2, and its name comes out as it went in', () => {
    const odd = ['*.tar', ' spaced  name', 'two\nlines', '\u001B[31mred', 'ü'].map((name, index) => ({
      name,
      fingerprint: `${index}`.repeat(64),
    }));
    const all = subjectsOf({ repository, sha }, odd);
    const { checksums } = written(draftSummary(answer), all);
    expect(readLines(checksums)).toEqual(all.slice(1));
    expect(all.slice(1).map(({ name }) => name)).toEqual(['*.tar', 'spaced  name', 'two ⏎ lines', 'red', 'ü']);
  });

  it('of as many artifacts as may be are within the 512 KiB that are read', () => {
    const many = Array.from({ length: 1_024 }, (_, index) => ({ name: 'ü'.repeat(300), fingerprint: `${index}`.padStart(64, '0') }));
    expect(Buffer.byteLength(written(draftSummary(answer), subjectsOf(undefined, many)).checksums)).toBeLessThan(512 * 1_024);
  });
});

describe('what a statement is about', () => {
  const statement = read(written(draftSummary(answer)).statement);

  it('is found by its digest, and by the algorithm that it is of', () => {
    expect(isAbout(statement, 'gitCommit', sha)).toBe(true);
    expect(isAbout(statement, 'sha256', image.fingerprint)).toBe(true);
    expect(isAbout(statement, 'sha256', 'b'.repeat(64))).toBe(true);
    for (const other of [sha.toUpperCase(), sha.slice(0, 39), 'd'.repeat(40), 'shop.tar', ''])
      expect(isAbout(statement, 'gitCommit', other)).toBe(false);
    expect(isAbout(statement, 'sha512', sha)).toBe(false);
    expect(isAbout(statement, 'sha256', sha)).toBe(false);
  });

  it('is in every repository that it names, so that one that names two is in neither alone', () => {
    expect(repositoriesIn(statement)).toEqual([`git+${repository}`]);
    const elsewhere = read(written(draftSummary({ ...answer, repository: 'https://github.com/mallory/shop' })).statement);
    expect(repositoriesIn(elsewhere)).toEqual(['git+https://github.com/mallory/shop', `git+${repository}`]);
  });

  it.each([
    [`https://github.com/mallory/shop/commit/${sha}`, 'git+https://github.com/mallory/shop'],
    [`https://gitlab.com/mallory/shop/-/commit/${sha}`, 'git+https://gitlab.com/mallory/shop'],
    [`https://github.com/mallory/shop/commit/${sha}/`, `https://github.com/mallory/shop/commit/${sha}/`],
    [`git+https://github.com/mallory/shop@${sha}`, `git+https://github.com/mallory/shop@${sha}`],
  ])('is in the repository of its commit, in whatever form: %s', (uri, other) => {
    expect(repositoriesIn({ ...statement, subject: [{ uri, digest: { gitCommit: sha } }] })).toEqual([`git+${repository}`, other]);
    const ofFile = [{ uri: 'https://example.com/shop.tar', digest: { sha256: image.fingerprint } }];
    expect(repositoriesIn({ ...statement, subject: ofFile })).toEqual([`git+${repository}`]);
  });

  it('is in one repository, in capitals or not, but in no letters that Unicode makes small ones of ASCII', () => {
    expect(isSameRepository('https://github.com/Acme/Kit', 'https://GitHub.com/acme/kit')).toBe(true);
    expect(isSameRepository('https://github.com/acme/\u212Ait', 'https://github.com/acme/kit')).toBe(false);
  });

  it.each([
    'https://github.com/acme/shop',
    'https://github.com/acme/shop/',
    'https://github.com/acme/shop.git',
    'https://user:secret@github.com/acme/shop?token=secret#a',
  ])('has one address of its repository, without what is secret: %s', (page) => {
    expect(resourceUriOf(page)).toBe('git+https://github.com/acme/shop');
  });
});
