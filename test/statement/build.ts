import type { GateAnswer, StatedCommit, TestRun, WrittenStatement } from '../../src/statement/index.ts';
import { subjectsOf, writeStatement, type Draft } from '../../src/statement/index.ts';
import { version } from '../../src/text/index.ts';

export const repository = 'https://github.com/acme/shop';
export const sha = 'c0ffee0000000000000000000000000000000001';
const at = Date.UTC(2026, 10, 2, 12) / 1000;

export const commit: StatedCommit = { repository, sha, objectSha256: 'b'.repeat(64), refs: ['refs/heads/main'] };
export const image = { name: 'shop.tar', fingerprint: 'c'.repeat(64) };
export const subjects = subjectsOf(commit, [image]);

export const answer: GateAnswer = {
  ending: 'compliant',
  rows: [{ state: 'compliant' }, { state: 'missing' }],
  repository,
  verifier: 'https://github.com/acme/compliance-evidence',
  policy: { uri: 'https://evidence.example.com/acme/flows/shop', sha256: 'd'.repeat(64) },
  records: [
    { uri: 'https://evidence.example.com/acme/attestations/2', sha256: 'f'.repeat(64) },
    { uri: 'https://evidence.example.com/acme/attestations/1', sha256: 'e'.repeat(64) },
  ],
  at,
};

const totals = { total: 4, passed: 3, failures: 0, errors: 0, skipped: 1, flaky: 0, retried: 0, duration: 1.25 };

export const run: TestRun = {
  attestation: 'unit',
  results: { totals, problems: [] },
  names: { failed: [], warned: [], passed: ['cart › adds', 'cart › counts', 'cart › empties'] },
  testNames: 'failed',
  secrets: [],
  repository,
  workflow: { uri: `${repository}/blob/${sha}/.github/workflows/ci.yml`, gitBlob: 'a'.repeat(40) },
  url: `${repository}/actions/runs/7/attempts/1`,
  at,
};

export function withTotals(more: Partial<TestRun['results']['totals']>): TestRun['results'] {
  return { ...run.results, totals: { ...totals, ...more } };
}

/** It must be there. */
export function written(draft: Draft, about = subjects): WrittenStatement {
  const made = writeStatement(draft, about);
  if (made.kind !== 'written') throw new Error(made.why);
  return made;
}

/** The version changes with every release. */
export function withoutVersion(text: string): string {
  return text.replaceAll(JSON.stringify(version), '"VERSION"');
}
