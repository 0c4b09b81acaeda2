import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readEventFacts, workflowPathOf } from '../../src/git/index.ts';
import { removeRepositories, temporaryDirectory } from '../support/git.ts';

afterAll(removeRepositories);

const sha = 'a'.repeat(40);

function eventFile(content: string): string {
  const path = join(temporaryDirectory(), 'event.json');
  writeFileSync(path, content);
  return path;
}

test('the facts of a run come from the runner’s variables and the event file', () => {
  const facts = readEventFacts({
    GITHUB_EVENT_NAME: 'push',
    GITHUB_SHA: sha,
    GITHUB_REF: 'refs/heads/main',
    GITHUB_REF_NAME: 'main',
    GITHUB_HEAD_REF: '',
    GITHUB_SERVER_URL: 'https://ghes.example.com/',
    GITHUB_REPOSITORY: 'acme/app',
    GITHUB_REPOSITORY_ID: '42',
    GITHUB_RUN_ID: '1001',
    GITHUB_RUN_ATTEMPT: '2',
    GITHUB_WORKFLOW: 'CI',
    GITHUB_JOB: 'test',
    GITHUB_ACTOR: 'ada',
    GITHUB_EVENT_PATH: eventFile('\uFEFF{"after":"x"}'),
  });
  expect(facts).toEqual({
    eventName: 'push',
    sha,
    ref: 'refs/heads/main',
    headRef: undefined,
    serverUrl: 'https://ghes.example.com',
    repository: 'acme/app',
    repositoryId: '42',
    runId: '1001',
    runAttempt: '2',
    workflow: 'CI',
    job: 'test',
    actor: 'ada',
    payload: { after: 'x' },
  });
});

test('away from GitHub there is no event, and the server is github.com', () => {
  expect(readEventFacts({})).toMatchObject({ eventName: '', sha: undefined, serverUrl: 'https://github.com', payload: {} });
});

test.each([
  ['absent', '/nonexistent/event.json'],
  ['a directory', temporaryDirectory()],
  ['cut off', eventFile('{"after":')],
  ['empty', eventFile('')],
])('an event file that is %s is an empty payload', (_, GITHUB_EVENT_PATH) => {
  expect(readEventFacts({ GITHUB_EVENT_PATH }).payload).toEqual({});
});

test('an event file past GitHub’s limit of 25 MiB is not read', () => {
  const fits = eventFile(`{"a":1}${' '.repeat(25 * 1024 * 1024 - 7)}`);
  expect(readEventFacts({ GITHUB_EVENT_PATH: fits }).payload).toEqual({ a: 1 });
  writeFileSync(fits, `{"a":1}${' '.repeat(25 * 1024 * 1024 - 6)}`);
  expect(readEventFacts({ GITHUB_EVENT_PATH: fits }).payload).toEqual({});
  truncateSync(fits);
});

test.each([
  ['GITHUB_SHA', 'main', 'sha', undefined],
  ['GITHUB_SHA', '0'.repeat(40), 'sha', undefined],
  ['GITHUB_REPOSITORY', 'acme/app/../../evil', 'repository', undefined],
  ['GITHUB_SERVER_URL', 'javascript:alert(1)', 'serverUrl', 'https://github.com'],
  ['GITHUB_SERVER_URL', 'https://user:secret@ghes.example.com', 'serverUrl', 'https://ghes.example.com'],
] as const)('%s=%s is not taken at its word', (name, value, field, read) => {
  expect(readEventFacts({ [name]: value })[field]).toBe(read);
});

test.each([
  [
    'acme/app/.github/workflows/ci.yml@refs/heads/main',
    { repository: 'acme/app', path: '.github/workflows/ci.yml', ref: 'refs/heads/main' },
  ],
  ['acme/app/a@b.yml@refs/tags/v1', { repository: 'acme/app', path: 'a@b.yml', ref: 'refs/tags/v1' }],
  ['acme/app/ci.yml', undefined],
  ['acme/app/ci.yml@main', undefined],
  ['acme/app@refs/heads/main', undefined],
  ['/acme/app/ci.yml@refs/heads/main', undefined],
  ['acme/app/ci.yml@refs/heads/main\nmore', undefined],
  ['acme/app/ci.yml@refs/', undefined],
])('the file of the workflow %j is known by its repository, path and ref', (reference, file) => {
  expect(readEventFacts({ GITHUB_WORKFLOW_REF: reference }).workflowFile).toEqual(file);
});

test.each([
  ['https://ghes.example.com///', 'https://ghes.example.com'],
  ['http://ghes.example.com', 'http://ghes.example.com'],
  ['ftp://https://x', 'https://github.com'],
  ['ghes.example.com', 'https://github.com'],
  ['', 'https://github.com'],
])('the server %j is %s', (given, server) => {
  expect(readEventFacts({ GITHUB_SERVER_URL: given }).serverUrl).toBe(server);
});

test.each(['not JSON', '{"a":"b"', 'x\uFEFF{}'])('an event file that holds %j is no event', (content) => {
  expect(readEventFacts({ GITHUB_EVENT_PATH: eventFile(content) }).payload).toEqual({});
});

test('the step, the job and the file of the workflow come from the variables of the runner', () => {
  const facts = readEventFacts({
    GITHUB_ACTION: ' tests ',
    GITHUB_JOB: ' ',
    GITHUB_WORKFLOW_REF: 'acme/app/.github/workflows/a.yml@refs/heads/x',
  });
  expect([facts.step, facts.job, workflowPathOf(facts)]).toEqual(['tests', undefined, 'acme/app/.github/workflows/a.yml']);
  expect(workflowPathOf(readEventFacts({}))).toBeUndefined();
});
