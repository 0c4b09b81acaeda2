import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { contextOf, type RunContext } from '../../../src/commands/run/context.ts';
import { temporaryDirectory } from '../../support/git.ts';

const contextIn = (env: NodeJS.ProcessEnv, workspace = temporaryDirectory()): RunContext =>
  contextOf(env, workspace, new AbortController().signal, () => undefined);

describe('the context of a run', () => {
  it('asks the API of github.com, or that of another server without a slash at its end', () => {
    expect(contextIn({}).githubApiUrl).toBe('https://api.github.com');
    expect(contextIn({ GITHUB_API_URL: 'https://github.corp/api/v3//' }).githubApiUrl).toBe('https://github.corp/api/v3');
  });

  it.each([
    ['https://github.corp/', 'https://github.corp/api/v3'],
    ['https://acme.ghe.com', 'https://api.acme.ghe.com'],
    ['https://github.com/', 'https://api.github.com'],
  ])('asks the API of %s where only the server is known: no token of another server goes to github.com', (server, api) => {
    expect(contextIn({ GITHUB_SERVER_URL: server, GITHUB_API_URL: ' ' }).githubApiUrl).toBe(api);
  });

  it('keeps temporary files where the runner says, or where the system does', () => {
    expect(contextIn({ RUNNER_TEMP: '/runner/temp' }).temporary).toBe('/runner/temp');
    expect(contextIn({}).temporary).toBe(tmpdir());
  });

  it('leaves the machine by the ways that the environment names', () => {
    expect(contextIn({ HTTPS_PROXY: 'http://proxy.example' }).network).toMatchObject({ HTTPS_PROXY: 'http://proxy.example' });
  });

  it('has sent nothing', () => {
    expect(contextIn({}).sent.soFar()).toEqual({ kind: 'nothing' });
  });

  it('is of no workspace that is not there, and says what to set', () => {
    expect(() => contextIn({}, '/nonexistent/workspace')).toThrow(
      expect.objectContaining({
        name: 'UsageError',
        code: 'invalid-input',
        message: 'The workspace /nonexistent/workspace does not exist',
        fix: 'Set GITHUB_WORKSPACE to the folder that the job works in',
      }),
    );
  });
});
