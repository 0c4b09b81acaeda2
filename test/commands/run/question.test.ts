import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { contextOf, type RunContext } from '../../../src/commands/run/context.ts';
import { questionAbout, questionOfGate } from '../../../src/commands/run/question.ts';
import type { GateSubject, ServiceSettings } from '../../../src/options/index.ts';
import { commit, makeRepository, removeRepositories, temporaryDirectory } from '../../support/git.ts';

afterAll(removeRepositories);

const ofEvent = 'a'.repeat(40);
const ofCaller = 'b'.repeat(40);

function contextIn(workspace: string, env: Readonly<Record<string, string>> = {}): RunContext {
  return contextOf(env, workspace, new AbortController().signal, () => undefined);
}

const settings = (facts: Partial<ServiceSettings> = {}): ServiceSettings => ({
  baseUrl: new URL('https://evidence.example.com/api/v2'),
  token: 'a-token',
  org: 'acme',
  flow: 'shop',
  trail: undefined,
  commit: undefined,
  timeout: 1_000,
  dryRun: false,
  ...facts,
});

const asked = (facts: { readonly trail?: string; readonly commit?: string } = {}): GateSubject => ({
  subject: 'trail',
  flow: 'shop',
  trail: undefined,
  commit: undefined,
  ...facts,
});

const push = { GITHUB_EVENT_NAME: 'push', GITHUB_SHA: ofEvent };

describe('the question about a trail', () => {
  const { event } = contextIn('/');

  it('is about the trail of the commit, unless the trail has a name of its own', () => {
    expect(questionAbout(settings(), ofEvent, event)).toEqual({
      subject: 'trail',
      org: 'acme',
      flow: 'shop',
      trail: ofEvent,
      commit: ofEvent,
    });
    expect(questionAbout(settings({ trail: 'release-1' }), ofEvent, event)).toMatchObject({ trail: 'release-1', commit: ofEvent });
    expect(questionAbout(settings({ trail: 'release-1' }), undefined, event)).toMatchObject({ trail: 'release-1', commit: undefined });
    expect(questionAbout(settings(), undefined, event)).toBeUndefined();
  });
});

it('a question of a pull request names it, so that only its own runs count', () => {
  const path = join(temporaryDirectory(), 'event.json');
  writeFileSync(path, JSON.stringify({ number: 7, pull_request: { number: 7, head: { sha: ofEvent } } }));
  const { event } = contextIn('/', { GITHUB_EVENT_NAME: 'pull_request', GITHUB_EVENT_PATH: path });
  expect(questionAbout(settings(), ofEvent, event)).toMatchObject({ pullRequest: '7' });
  expect(questionAbout(settings(), ofEvent, contextIn('/', push).event)).toMatchObject({ pullRequest: undefined });
});

describe('what a gate alone asks about', () => {
  it('is the commit of the event', async () => {
    expect(await questionOfGate('acme', asked(), contextIn('/', push))).toMatchObject({ trail: ofEvent, commit: ofEvent });
  });

  it('is the commit that the caller names, before that of the event', async () => {
    expect(await questionOfGate('acme', asked({ commit: ofCaller }), contextIn('/', push))).toMatchObject({
      trail: ofCaller,
      commit: ofCaller,
    });
  });

  it('is not HEAD where another trail is named: a trail that is named after a commit is about that one', async () => {
    const checkout = makeRepository();
    const head = commit(checkout);
    const about = async (facts: { readonly trail: string; readonly commit?: string }) =>
      questionOfGate('acme', asked(facts), contextIn(checkout));
    expect(await about({ trail: ofCaller })).toMatchObject({ trail: ofCaller, commit: ofCaller });
    expect(await about({ trail: head })).toMatchObject({ trail: head, commit: head });
    expect(await about({ trail: 'release-1' })).toMatchObject({ trail: 'release-1', commit: undefined });
    expect(await about({ trail: 'release-1', commit: ofCaller })).toMatchObject({ trail: 'release-1', commit: ofCaller });
    expect(await questionOfGate('acme', asked({ trail: 'release-1' }), contextIn(checkout, push))).toMatchObject({ commit: ofEvent });
  });

  it('is HEAD away from GitHub, and only there', async () => {
    const checkout = makeRepository();
    const head = commit(checkout);
    expect(await questionOfGate('acme', asked(), contextIn(checkout))).toMatchObject({ trail: head, commit: head });
    // An event that says nothing of its commit is not about the commit that happens to be checked out.
    const unknown = contextIn(checkout, { GITHUB_EVENT_NAME: 'deployment_status' });
    await expect(questionOfGate('acme', asked(), unknown)).rejects.toMatchObject({ name: 'UsageError', code: 'missing-input' });
    expect(await questionOfGate('acme', asked({ trail: 'release-1' }), unknown)).toMatchObject({ trail: 'release-1', commit: undefined });
  });

  it('is the artifact or the commit that the caller names, of whatever the event is', async () => {
    const artifact = { subject: 'artifact', flow: 'shop', approvedFor: null } as const;
    const named = { ...artifact, artifact: { kind: 'fingerprint', fingerprint: 'ab' } } as const;
    expect(await questionOfGate('acme', named, contextIn('/', push))).toEqual({ org: 'acme', ...artifact, fingerprint: 'ab' });
    const commitAlone = { subject: 'commit', flow: undefined, commit: ofCaller } as const;
    expect(await questionOfGate('acme', commitAlone, contextIn('/', push))).toEqual({ org: 'acme', ...commitAlone });
  });

  it('is nothing without a checkout, and says what to give', async () => {
    await expect(questionOfGate('acme', asked(), contextIn(temporaryDirectory()))).rejects.toMatchObject({
      name: 'UsageError',
      code: 'missing-input',
      fix: 'Give trail or commit, or run inside a git checkout',
    });
  });
});
