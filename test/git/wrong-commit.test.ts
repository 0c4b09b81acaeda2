import { describe, expect, it } from 'vitest';
import { commitsIn, wrongCommit } from '../../src/git/commit-object.ts';
import type { Subject } from '../../src/git/index.ts';
import { onGitHub, onLaptop } from './events.ts';

const wanted = 'a'.repeat(40);
const head = { sha: 'b'.repeat(40), parents: [], message: 'm' };

function subjectOf(source: Subject['source'], more: Partial<Subject> = {}): Subject {
  return { sha: wanted, source, isFork: false, ...more };
}

describe('tests that ran on another commit', () => {
  it.each<[Subject['source'], string, string]>([
    ['pull_request.head', 'the head of the pull request', '${{ github.event.pull_request.head.sha }}'],
    ['merge_group.head', 'the head of the merge group', '${{ github.event.merge_group.head_sha }}'],
    ['workflow_run.head', 'the head of the workflow run', '${{ github.event.workflow_run.head_sha }}'],
    ['push.after', 'the commit', '${{ github.sha }}'],
    ['release', 'the commit', '${{ github.sha }}'],
    ['deployment', 'the commit of the deployment', '${{ github.event.deployment.sha }}'],
    ['check', 'the commit of the check', wanted],
    ['GITHUB_SHA', 'the commit', '${{ github.sha }}'],
    ['none', 'the commit', '${{ github.sha }}'],
  ])('are told with the commit that %s means, and how to check it out', (source, words, ref) => {
    const error = wrongCommit(wanted, head, subjectOf(source), onGitHub('push'));
    expect(error.code).toBe('wrong-commit');
    expect(error.message).toBe(
      `The checkout is of another commit: it is at ${head.sha}, and the record would be about ${wanted}, ${words} of this \`push\` event. ` +
        'HEAD is neither that commit nor a merge commit with it as a parent.',
    );
    expect(error.fix).toBe(
      'Check out that commit in this job, and make no commit before this step:\n' +
        `- uses: actions/checkout@v7\n  with:\n    ref: ${ref}\n` +
        'Where the workspace holds another repository on purpose, give that checkout a `path:` of its own.',
    );
  });

  it('are told with the tag, the folder, and a branch without a commit', () => {
    const tagged = wrongCommit(wanted, undefined, subjectOf('push.after', { tag: 'v1' }), onLaptop, 'libs/a');
    expect(tagged.message).toContain('The checkout in libs/a is of another commit: it is at a branch without any commit, and the record');
    expect(tagged.message).toContain(`${wanted}, the commit (tag v1). HEAD`);
    expect(tagged.fix).toBe(
      `Check out that commit: git checkout ${wanted}, in libs/a. Where that checkout is of another commit on purpose, leave its files out of junit-paths.`,
    );
    expect(wrongCommit(wanted, head, subjectOf('push.after'), onGitHub('push'), 'libs/a').fix).toBe(
      'Check out that commit in this job, and make no commit before this step:\n' +
        '- uses: actions/checkout@v7\n  with:\n    ref: ${{ github.sha }}\n    path: libs/a\n' +
        'Where that checkout is of another commit on purpose, leave its files out of junit-paths.',
    );
  });

  it('are told with the commit itself where the caller asked for another than the event means', () => {
    const asked = 'c'.repeat(40);
    const error = wrongCommit(asked, head, subjectOf('push.after'), onGitHub('push'));
    expect(error.message).toContain(`${asked}, the commit that was asked for. HEAD`);
    expect(error.fix).toContain(`    ref: ${asked}\n`);
  });

  it.each([
    ['pull_request_target', {}, true],
    ['workflow_run', { workflow_run: { event: 'pull_request' } }, true],
    ['workflow_run', { workflow_run: { event: 'pull_request_target' } }, true],
    ['workflow_run', { workflow_run: { event: 'push' } }, false],
    ['workflow_run', {}, false],
    ['pull_request', { workflow_run: { event: 'pull_request' } }, false],
  ])('in a run of %s with %j never get the advice to run the code of strangers: %s', (name, payload, isPrivileged) => {
    const { fix } = wrongCommit(wanted, head, subjectOf('workflow_run.head'), onGitHub(name, { payload }));
    expect([fix?.includes('actions/checkout'), fix?.includes('`fork-collect`')]).toEqual([!isPrivileged, isPrivileged]);
    expect(fix?.includes("if: ${{ github.event.workflow_run.event == 'push' }}")).toBe(!isPrivileged && name === 'workflow_run');
  });
});

describe('a commit object', () => {
  const of = (text: string, encoding: BufferEncoding = 'utf8') => {
    const bytes = Buffer.from(text, encoding);
    return commitsIn(Buffer.concat([Buffer.from(`${wanted} commit ${bytes.length}\n`), bytes, Buffer.from('\n')]))[0];
  };
  const by = 'author Ada <ada@example.com> 1700000000 +0100\n';

  it('has its parents, author, time and message', () => {
    expect(of(`tree ${wanted}\nparent ${'1'.repeat(40)}\nparent ${'2'.repeat(64)}\nparent x\n${by}\n\nWhy\n\nBecause\n`)).toEqual({
      sha: wanted,
      parents: ['1'.repeat(40), '2'.repeat(64)],
      author: 'Ada <ada@example.com>',
      timestamp: 1_700_000_000,
      message: 'Why\n\nBecause',
    });
  });

  it.each([
    ['no message', `tree ${wanted}\n${by}`, { message: '', author: 'Ada <ada@example.com>' }],
    ['a header of a signature that looks like an author', `gpgsig x\n author Eve <e@x> 1\n${by}\n\nm`, { author: 'Ada <ada@example.com>' }],
    ['no author', `tree ${wanted}\n\nm`, { message: 'm' }],
    ['an empty address', 'author Ada <> 1\n\nm', { author: 'Ada <>', timestamp: 1 }],
    ['an empty name', 'author <ada@example.com> 1\n\nm', { author: '<ada@example.com>' }],
    ['an author without a time', 'author Ada <ada@example.com>\n\nm', { author: 'Ada <ada@example.com>' }],
  ])('is read with %s', (_, text, facts) => {
    expect(of(text)).toMatchObject(facts);
  });

  it.each([
    ['ISO8859-15', 'Zo\xeb', 'Zoë'],
    ['iso_8859-1', 'Zo\xeb', 'Zoë'],
    ['CP1252', 'Zo\xeb \x80', 'Zoë €'],
    ['cp_1252', 'Zo\xeb \x80', 'Zoë €'],
    ['latin-1', 'Zo\xeb', 'Zoë'],
    ['no-such', 'Zo\xeb', 'Zoë'],
    ['utf-8', 'Zo\xeb', 'Zoë'],
  ])('in the encoding %s is proper Unicode', (encoding, bytes, text) => {
    expect(of(`encoding ${encoding}\nauthor ${bytes} <z@x> 1\n\n${bytes}`, 'latin1')).toMatchObject({
      author: `${text} <z@x>`,
      message: text,
    });
  });

  it('is none where git says that it is missing, or that it is something else', () => {
    expect(commitsIn(Buffer.from(`x missing\n${wanted} blob 1\nb\n${wanted} commit 5\n\n\nm\nm\n`)).map((each) => each?.message)).toEqual([
      undefined,
      undefined,
      'm\nm',
    ]);
    expect(commitsIn(Buffer.from('cut off'))).toEqual([]);
  });
});
