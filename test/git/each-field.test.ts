import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventTable, followedRun, subjectOf } from '../../src/git/index.ts';
import { completeFromApi, type GitFacts } from '../../src/git/facts.ts';
import { root } from '../support/sources.ts';
import { onGitHub } from './events.ts';
import { payloadOf } from './payloads.ts';

/*
 * The payload of each event, and GitHub's answer about a commit, with each field gone or another: what is read then is compared with
 * test/fixtures/event-fields.txt. `npx vitest run test/git/each-field.test.ts -u` writes it, look at what changed. A commit that the
 * payload does not name must be no commit, or that of the run where the event is about it.
 */

/** Each way to change one part of a value, with the name of the part. */
function* changesOf(part: unknown, path = '', depth = 0): Generator<readonly [path: string, changed: unknown]> {
  if (typeof part !== 'object' || part === null || depth > 3) return;
  for (const [key, one] of Object.entries(part)) {
    const name = path === '' ? key : `${path}.${key}`;
    const { [key]: _gone, ...rest } = Object(part);
    yield [`${name} gone`, rest];
    yield [`${name} another`, { ...rest, [key]: typeof one === 'string' ? (/^[0-9a-f]{40}$/.test(one) ? 'c'.repeat(40) : `${one}x`) : 7 }];
    yield [`${name} empty`, { ...rest, [key]: typeof one === 'string' ? '' : null }];
    for (const [changed, other] of changesOf(one, name, depth + 1)) yield [changed, { ...rest, [key]: other }];
  }
}

/** The lines of what is read, then those that differ for each change. */
function told(value: unknown, read: (value: unknown) => unknown): readonly string[] {
  const linesOf = (of: unknown): readonly string[] => JSON.stringify(read(of) ?? null, undefined, 1).split('\n');
  const whole = linesOf(value);
  const noted = new Map<string, string[]>();
  for (const [name, changed] of changesOf(value)) {
    const lines = linesOf(changed);
    const other = lines.filter((line) => !whole.includes(line));
    const isNew = (line: string): boolean => other.some((one) => one.startsWith(line.slice(0, line.indexOf(':') + 1)));
    const gone = whole.filter((line) => !lines.includes(line) && !isNew(line)).map((line) => `gone: ${line.trim()}`);
    const text = [...other, ...gone].map((line) => line.trim()).join('\n  ');
    if (text !== '') noted.set(text, [...(noted.get(text) ?? []), name]);
  }
  return [...whole, ...Array.from(noted, ([text, names]) => `${names.join(', ')}:\n  ${text}`), ''];
}

const runSha = 'b'.repeat(40);
const payloads: readonly (readonly [event: string, payload: string])[] = [
  ...[
    'push',
    'pull_request',
    'pull_request_review',
    'merge_group',
    'release',
    'deployment',
    'workflow_dispatch',
    'check_run',
    'check_suite',
    'status',
    'issue_comment',
  ].map((name) => [name, name] as const),
  ['push', 'push of a tag'],
  ['push', 'push that deletes'],
  ['workflow_run', 'workflow_run completed'],
  ['workflow_run', 'workflow_run waiting'],
  ['pull_request_thread', 'pull_request'],
];
const facts: GitFacts = {
  commit: { sha1: runSha, branch: 'main' },
  repository: undefined,
  builtSha: undefined,
  checkout: 'merge',
  digests: undefined,
  missing: ['message', 'author', 'timestamp', 'parents', 'url', 'repository'],
  notices: ['Another.'],
};
const answer = {
  sha: runSha,
  html_url: `https://github.com/acme/app/commit/${runSha}`,
  commit: { message: 'Fix the tax\n', author: { name: 'Ada Lovelace', email: 'ada@example.com', date: '2026-01-02T03:04:05Z' } },
  author: { login: 'ada-l' },
  parents: [{ sha: 'c'.repeat(40) }, { sha: 'd'.repeat(40) }],
};

test('what is read of an event and of an answer, with each field of it gone or another', async () => {
  const texts: string[] = [];
  for (const [event, name] of payloads)
    for (const more of [{}, { sha: undefined, ref: undefined, repository: undefined, repositoryId: undefined }]) {
      const read = (payload: unknown) => {
        const facts = onGitHub(event, { sha: runSha, payload, ...more });
        return { ...subjectOf(facts), follows: followedRun(facts) };
      };
      texts.push(`# ${event}: ${name}${'ref' in more ? ', where the run tells nothing' : ''}`, ...told(payloadOf(name), read));
    }
  texts.push('# the answer about a commit', ...told(answer, (value) => completeFromApi(facts, value)));
  await expect(texts.join('\n')).toMatchFileSnapshot(join(root, 'test/fixtures/event-fields.txt'));
});

test('the page about events has a row for each, as it is read', () => {
  const page = readFileSync(join(root, 'docs/events.md'), 'utf8');
  const quoted = (text: string): string =>
    text
      .split(', ')
      .map((part) => `\`${part}\``)
      .join(', ');
  for (const { about, commit, events, note } of eventTable)
    expect(page).toContain(`| ${events.length === 0 ? 'any other' : quoted(events.join(', '))} | ${about} | ${quoted(commit)} | ${note} |`);
});
