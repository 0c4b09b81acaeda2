import { runKey } from '../../src/gate/index.ts';
import { expect } from 'vitest';
import { attached, ownFingerprint } from './sent.ts';

/** Results with a test of each outcome. */
const results = `<testsuites><testsuite name="basket" tests="5" failures="1" errors="1" skipped="1" time="0.75" timestamp="2026-11-21T10:00:00Z">
  <testcase classname="basket" name="adds" time="0.25"/>
  <testcase classname="basket" name="counts" time="0.25"/>
  <testcase classname="basket" name="removes" time="0.25"><failure message="2 is not 1"/></testcase>
  <testcase classname="basket" name="empties"><error message="gone"/></testcase>
  <testcase classname="basket" name="gives away"><skipped/></testcase>
</testsuite></testsuites>
`;

/** The files in the workspace. */
export const files = { 'build/unit.xml': results, 'note.txt': attached } as const;

/** The settings of a run that sends them, with every option that becomes a field of operation 6. */
export const settings = {
  flow: 'sent',
  'attestation-name': 'unit',
  'junit-paths': 'build/*.xml',
  attach: 'never',
  attachments: 'note.txt',
  'artifact-fingerprint': ownFingerprint,
  'target-artifacts': 'cli',
  description: 'What it shows',
  'origin-url': 'https://ci.example/runs/3',
  'external-urls': 'ticket=https://tickets.example/2',
  annotations: 'stage=beta',
  'user-data': '{"build.number":8}',
} as const;

/** The fields that must arrive of them, at the commit of the workspace. */
export const ownRecord = (sha: string, parent: string) => ({
  attestation_name: 'unit',
  junit_results: [{ name: 'basket', failures: 1, errors: 1, skipped: 1, total: 5, duration: 0.75, timestamp: 1_795_255_200 }],
  artifact_fingerprint: ownFingerprint,
  target_artifacts: ['cli'],
  description: 'What it shows',
  origin_url: 'https://ci.example/runs/3',
  external_urls: { ticket: { href: 'https://tickets.example/2' } },
  annotations: { stage: 'beta' },
  user_data: { 'build.number': 8, [runKey]: expect.objectContaining({}) as unknown },
  git_commit_info: {
    sha1: sha,
    message: 'Sell tea',
    author: expect.stringMatching(/^.+ <.+@.+>$/) as unknown,
    branch: 'main',
    url: `https://github.com/acme/shop/commit/${sha}`,
    timestamp: expect.any(Number) as unknown,
    parents: [parent],
  },
  repo_info: { name: 'acme/shop', url: 'https://github.com/acme/shop', provider: 'github' },
});
