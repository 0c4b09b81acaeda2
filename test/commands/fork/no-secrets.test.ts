import { describe, expect, it } from 'vitest';
import { noSecretsError } from '../../../src/commands/index.ts';
import { readEventFacts, type EventFacts } from '../../../src/git/index.ts';

function event(eventName: string, facts: { readonly actor?: string; readonly from?: string } = {}): EventFacts {
  const { actor = 'ada', from = 'acme/shop' } = facts;
  return {
    ...readEventFacts({ GITHUB_EVENT_NAME: eventName, GITHUB_REPOSITORY: 'acme/shop', GITHUB_ACTOR: actor }),
    payload: {
      pull_request: {
        number: 7,
        head: { sha: '1'.repeat(40), ref: 'x', repo: { full_name: from } },
        base: { repo: { full_name: 'acme/shop' } },
      },
    },
  };
}

describe('an empty token', () => {
  it('is not the author’s fault on the pull request of a fork', () => {
    for (const name of ['pull_request', 'pull_request_review']) {
      expect(noSecretsError(event(name, { from: 'eve/shop' }))).toMatchObject({
        name: 'UsageError',
        message: expect.stringContaining("a fork's pull request"),
        fix: expect.stringContaining('workflow_run'),
      });
    }
  });

  it('is not the author’s fault on a pull request of Dependabot, and names where its secrets are', () => {
    const error = noSecretsError(event('pull_request', { actor: 'dependabot[bot]' }));
    expect(error).toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining('a pull request of Dependabot'),
      fix: expect.stringContaining('Dependabot secret'),
    });
    expect(error?.message).not.toContain('fork');
    expect(error?.fix).not.toContain('workflow_run');
  });

  it('is an ordinary mistake elsewhere', () => {
    for (const one of [event('pull_request'), event('push', { actor: 'dependabot[bot]' }), event('push', { from: 'eve/shop' }), event('')])
      expect(noSecretsError(one)).toBeUndefined();
    expect(noSecretsError(event('pull_request', { actor: 'dependabot' }))).toBeUndefined();
  });
});
