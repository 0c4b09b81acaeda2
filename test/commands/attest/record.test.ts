import { describe, expect, it } from 'vitest';
import { resultsContent } from '../../../src/commands/attest/kinds.ts';
import { payloadOf } from '../../../src/commands/attest/record.ts';
import type { TestEvidence } from '../../../src/commands/attest/test-evidence.ts';
import { thisRun } from '../../../src/commands/run/commit.ts';
import type { JunitAttestation } from '../../../src/contract/index.ts';
import { readEventFacts, type EventFacts } from '../../../src/git/index.ts';
import type { AttestSettings } from '../../../src/options/index.ts';
import { attestSettings as settings } from './settings.ts';

const recordOf = (said: AttestSettings, { git, problems, results }: TestEvidence, event: EventFacts, nonce: string): JunitAttestation =>
  payloadOf(said, git, thisRun(event), resultsContent(results, problems, ['own-secret'], said.attach), nonce);

const sha = 'c0ffee0000000000000000000000000000000001';

const row = { name: 'suite', failures: 0, errors: 0, skipped: 0, total: 1, duration: 1 };

const collected = (
  facts: Partial<TestEvidence> = {},
  counts: { readonly flaky?: number; readonly retried?: number } = {},
): TestEvidence => ({
  git: undefined,
  results: {
    rows: [row],
    files: [],
    totals: { total: 1, passed: 1, failures: 0, errors: 0, skipped: 0, flaky: 0, retried: 0, duration: 1, ...counts },
    suites: [],
    failing: [],
    flaky: [],
    warnings: [],
    secrets: new Map(),
    problems: [],
  },
  problems: [],
  ...facts,
});

const away = readEventFacts({});
const onRunner: EventFacts = {
  ...readEventFacts({
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_WORKFLOW: 'ci',
    GITHUB_JOB: 'test',
    GITHUB_RUN_ID: '42',
    GITHUB_RUN_ATTEMPT: '3',
  }),
  payload: { pull_request: { number: 7, head: { sha, ref: 'change' }, base: { ref: 'main' } } },
};

const nothing = {
  tool: expect.stringMatching(/^compliance-evidence\/\d/),
  event: null,
  workflow: null,
  workflow_file: null,
  job: null,
  pull_request: null,
  base_ref: null,
  matrix: null,
  leg: null,
  run_id: null,
  run_attempt: null,
  nonce: 'a-nonce',
  built_sha: null,
};

describe('a record', () => {
  it('away from a runner and a checkout holds the results, and says of the run what is known', () => {
    expect(recordOf(settings(), collected(), away, 'a-nonce')).toEqual({
      attestation_name: 'unit',
      user_data: { compliance_evidence: nothing },
      junit_results: [row],
    });
  });

  it('on a runner says which run made it, of which pull request, and where that is', () => {
    expect(recordOf(settings({ matrix: { os: 'linux' }, leg: 'one' }), collected(), onRunner, 'a-nonce')).toMatchObject({
      origin_url: 'https://github.com/acme/shop/actions/runs/42',
      user_data: {
        compliance_evidence: {
          event: 'pull_request',
          workflow: 'ci',
          job: 'test',
          pull_request: 7,
          base_ref: 'main',
          matrix: { os: 'linux' },
          leg: 'one',
          run_id: '42',
          run_attempt: '3',
        },
      },
    });
  });

  it('names no branch where branches are held back', () => {
    const base = (redact: AttestSettings['redact']): unknown =>
      Object(recordOf(settings({ redact }), collected(), onRunner, 'a-nonce').user_data).compliance_evidence.base_ref;
    expect([base(['author', 'message']), base(['branch'])]).toEqual(['main', null]);
  });

  it.each([
    ['repository', { ...onRunner, repository: undefined }],
    ['run', { ...onRunner, runId: undefined }],
  ])('has no page where the %s is not known, unless one is given', (_, event) => {
    expect(recordOf(settings(), collected(), event, 'a-nonce')).not.toHaveProperty('origin_url');
    expect(recordOf(settings({ originUrl: 'https://ci.example' }), collected(), event, 'a-nonce')).toMatchObject({
      origin_url: 'https://ci.example',
    });
  });

  it('says how many tests were flaky or tried again, where any were', () => {
    const { user_data: data } = recordOf(settings(), collected({}, { flaky: 2, retried: 3 }), away, 'a-nonce');
    expect(data).toEqual({ compliance_evidence: { ...nothing, flaky: 2, retried: 3 } });
  });

  it('holds the commit that it is about, and the one that was built', () => {
    const commit = { sha1: sha, message: 'A change', author: 'Ada', branch: 'main', timestamp: 1, parents: [] };
    const repository = { id: '1', name: 'acme/shop', url: 'https://github.com/acme/shop', provider: 'github' } as const;
    const built = { builtSha: 'b'.repeat(40), checkout: 'merge', digests: undefined } as const;
    const git = { commit, repository: undefined, ...built, missing: [], notices: [] } as const;
    const bare = recordOf(settings(), collected({ git }), away, 'a-nonce');
    expect(bare).toMatchObject({ git_commit_info: commit, user_data: { compliance_evidence: { built_sha: 'b'.repeat(40) } } });
    expect(bare).not.toHaveProperty('repo_info');
    expect(recordOf(settings(), collected({ git: { ...git, repository } }), away, 'a-nonce')).toMatchObject({ repo_info: repository });
  });

  it('holds what the caller gives', () => {
    const given = settings({
      artifactFingerprint: 'ab'.repeat(32),
      targetArtifacts: ['image'],
      description: 'nightly',
      externalUrls: new Map([['log', 'https://ci.example']]),
      annotations: new Map([['team', 'x']]),
      userData: { ticket: 1, compliance_evidence: 'ours is kept' },
    });
    expect(recordOf(given, collected(), away, 'a-nonce')).toEqual({
      attestation_name: 'unit',
      artifact_fingerprint: 'ab'.repeat(32),
      target_artifacts: ['image'],
      description: 'nightly',
      external_urls: { log: { href: 'https://ci.example' } },
      annotations: { team: 'x' },
      user_data: { ticket: 1, compliance_evidence: nothing },
      junit_results: [row],
    });
  });

  it('of unusable evidence has a row in error for each cause, without the secrets in it, and none of the results', () => {
    const problems = [
      { code: 'empty-file', message: 'a.xml is empty', file: 'a.xml' },
      { code: 'empty-file', message: 'an empty file', file: 'own-secret.xml' },
      { code: 'no-tests', message: `no tests ${'x'.repeat(600)}` },
    ] as const;
    const { junit_results: rows } = recordOf(settings(), collected({ problems }), away, 'a-nonce');
    const red = { failures: 0, errors: 1, skipped: 0, total: 1, duration: 0 };
    expect(rows).toEqual([
      { ...red, name: 'unusable evidence: a.xml' },
      { ...red, name: 'unusable evidence: ***.xml' },
      { ...red, name: expect.stringMatching(/^unusable evidence: no tests x+…?$/) },
    ]);
    expect(rows[2]?.name.length).toBeLessThanOrEqual(500);
  });
});
