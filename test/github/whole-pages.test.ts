import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Reason, VerdictRow } from '../../src/gate/index.ts';
import {
  renderCollected,
  renderEnding,
  renderPending,
  renderReported,
  renderSummary,
  type ClaimedFacts,
  type EvidenceFacts,
  type JudgedFacts,
} from '../../src/github/index.ts';
import type { FailingCase } from '../../src/results/index.ts';
import { root } from '../support/sources.ts';
import { asked, evidence, evidenceOf, facts, suite, totals } from './facts.ts';

/*
 * Whole pages, each that a run may leave on GitHub, compared with test/fixtures/summaries.txt.
 * `npx vitest run test/github/whole-pages.test.ts -u` writes it, look at what changed.
 */

const url = 'https://evidence.example/1';
const sha = 'ab'.repeat(20);
const row: VerdictRow = {
  attestation: 'unit',
  type: 'junit',
  state: 'compliant',
  requiredBy: ['template'],
  groups: 1,
  since: 1_700_000_000,
  url,
};
const reason: Reason = { code: 'failing', verdict: 'non-compliant', message: 'unit is not compliant', fix: 'Fix it', attestation: 'unit' };
const fix = 'In the workflow:\n      gate:\n        needs: [unit]\n\nOr in a shell:\n    evidence gate --help\n\nThen run it again.';
const failing: FailingCase = {
  kind: 'failure',
  source: 'a.xml',
  suite: 'cart',
  name: 'adds',
  headline: 'no',
  message: 'no\r\n    at a.ts\rmore',
};
const usual = evidenceOf(evidence);
const of = (results: Partial<EvidenceFacts['results']>, more: Partial<EvidenceFacts> = {}): EvidenceFacts => ({
  ...usual,
  ...more,
  results: { ...usual.results, ...results },
});
const judged = (verdict: Partial<JudgedFacts['verdict']>, more: Partial<JudgedFacts> = {}): JudgedFacts => ({
  ...facts({ evidence: undefined }),
  ...more,
  verdict: { name: 'compliant', reasons: [], notices: [], rows: [], ...verdict },
});
const rows: readonly VerdictRow[] = (['compliant', 'non-compliant', 'missing', 'overridden', 'unknown'] as const).flatMap((state, at) => [
  { ...row, state, attestation: state, groups: at, run: { label: `run ${at}`, ...(at % 2 === 0 ? { url } : {}) } },
  { ...row, state, attestation: `${state} <b>`, type: undefined, since: undefined, url: undefined, run: { label: '' } },
]);
const many = (number: number) =>
  Array.from({ length: number }, (_, at) => suite(`s${at}`, { failures: at % 3, skipped: at % 2, errors: at === 4 ? 1 : 0 }));
const claim = (more: Partial<ClaimedFacts['evidence'][number]>): ClaimedFacts['evidence'][number] => ({
  artifact: 'results',
  job: 'tests',
  leg: null,
  matrix: null,
  testOutcome: 'success',
  evidence: usual,
  ...more,
});

/** They are written within a test: it shall see what they run. */
const pages = (): Readonly<Record<string, string>> => ({
  usual: renderSummary(facts()),
  'a yes': renderSummary(judged({ rows: [row] })),
  'a yes without a table or an address': renderSummary(judged({}, { trailUrl: undefined })),
  'a yes that is doubtful': renderSummary(judged({ notices: ['Doubt', 'Another'], foremost: 'Doubt' })),
  'all rows': renderSummary(judged({ rows })),
  'rows of several trails': renderSummary(
    judged({ rows: rows.map((one, at) => (at === 1 ? one : { ...one, flow: 'shop', trail: `t${at}` })) }),
  ),
  'all reasons': renderSummary(
    judged({
      name: 'non-compliant',
      notices: ['A notice'],
      reasons: [
        { ...reason, fix },
        { ...reason, message: 'again', fix },
        { ...reason, message: 'since', since: 1_700_000_000, url, run: { label: 'push › ci.yml', url } },
        { ...reason, message: 'never', since: Infinity, run: { label: 'push' } },
        { ...reason, message: 'suites', failed: { count: 2, by: 'suite', names: ['cart (2)'], of: 'api' } },
        {
          ...reason,
          message: 'tests',
          url,
          failed: {
            count: 3,
            by: 'test',
            names: ['cart › adds', 'cart › pays'],
            said: [{ name: 'cart › adds', message: 'no\n at a.ts', place: 'a.ts:7' }],
          },
        },
        { ...reason, code: 'flow-without-template', verdict: 'incomplete', message: 'mistyped' },
      ],
    }),
  ),
  'the first reason is about failed tests': renderSummary(judged({ name: 'non-compliant', reasons: [reason] })),
  'the first reason is not': renderSummary(
    judged({ name: 'incomplete', reasons: [{ ...reason, code: 'service-failed', verdict: 'unknown' }] }),
  ),
  'no test failed': renderSummary(
    judged(
      { name: 'non-compliant', reasons: [reason] },
      { evidence: of({ failing: [], totals: { ...usual.results.totals, failures: 0 } }) },
    ),
  ),
  'a gate alone': renderSummary(judged({}, { evidence: undefined, kind: 'explained' })),
  'failed tests of all kinds': renderSummary(
    judged(
      {},
      {
        evidence: of(
          {
            failing: [
              failing,
              { ...failing, name: ' ', headline: '', message: '', file: 'a.ts' },
              { ...failing, folder: 'f', file: 'a.ts', line: 7, url },
              { ...failing, message: ' no ' },
            ],
            flaky: [{ source: 'a.xml', suite: 'cart', name: 'pays', folder: 'f' }],
            totals: { ...totals, retried: 0, total: 12, failures: 5, errors: 2, flaky: 2 },
          },
          { of: 'node 24', attachment: { name: 'e.tgz' } },
        ),
      },
    ),
  ),
  'no tests': renderSummary(
    judged(
      {},
      {
        evidence: of(
          { suites: [], totals: { ...usual.results.totals, total: 0 }, failing: [] },
          { attachment: undefined, sending: { kind: 'accepted', id: 'a', evaluated: true, head: 'ff' } },
        ),
      },
    ),
  ),
  '20 suites': renderSummary(judged({}, { evidence: of({ suites: many(20) }) })),
  '22 suites': renderSummary(judged({}, { evidence: of({ suites: many(22) }) })),
  '21 green suites': renderSummary(
    judged({}, { evidence: of({ suites: Array.from({ length: 21 }, (_, at) => suite(`g${at}`, { skipped: at === 3 ? 2 : 0 })) }) }),
  ),
  'set aside': renderSummary(judged({}, { evidence: { name: 'unit', of: '', results: usual.results, problems: ['a'] } })),
  'let through': renderSummary(judged({ name: 'incomplete' }, { letThrough: { verdict: 'incomplete', by: 'fail-on' }, dryRun: true })),
  artifact: renderSummary(
    judged({}, { question: { subject: 'artifact', org: 'a', flow: 'f', fingerprint: sha, approvedFor: 'production' } }),
  ),
  'artifact, approved for nothing': renderSummary(
    judged({}, { question: { subject: 'artifact', org: 'a', flow: 'f', fingerprint: sha, approvedFor: null } }),
  ),
  commit: renderSummary(judged({}, { question: { subject: 'commit', org: 'a', flow: undefined, commit: sha } })),
  'trail of a commit': renderSummary(
    judged({}, { trailUrl: undefined, question: { ...asked, trail: sha, commit: sha }, evidence: of({}, { git: { commit: { url } } }) }),
  ),
  'trail of no commit': renderSummary(
    judged({}, { trailUrl: undefined, question: { ...asked, commit: undefined }, evidence: of({}, { git: { commit: { url } } }) }),
  ),
  claimed: renderSummary(
    judged(
      {},
      {
        evidence: undefined,
        claimed: {
          by: 'fork',
          evidence: [
            claim({}),
            claim({ leg: 'node 24', matrix: { os: 'linux', node: 24 }, testOutcome: null, artifact: 'r|2' }),
            claim({
              job: null,
              evidence: of({ failing: [] }, { name: 'e2e', sending: { kind: 'accepted', id: 'a', evaluated: true, head: 'ff' } }),
            }),
          ],
        },
      },
    ),
  ),
  recorded: renderSummary({ kind: 'recorded', dryRun: false, question: asked, evidence: usual, objection: 'a test failed' }),
  'not recorded': renderSummary({ kind: 'recorded', dryRun: true, question: asked, evidence: usual, objection: 'a test failed' }),
  collected: renderCollected(usual, []),
  'collected, and unusable': renderCollected(of({ problems: [{ code: 'committed-file', message: 'git tracks it' }] }), [
    reason,
    { ...reason, message: 'again' },
  ]),
  'an ending': renderEnding('It is *over*', 'Do this\nand that', 'unusable'),
  'an ending with a title': renderEnding('Over', 'Do this', 'interrupted', 'Interrupted'),
  pending: renderPending('The run 7 goes on'),
  reported: renderReported({
    resource: 'attestation',
    name: 'review',
    change: 'recorded',
    question: asked,
    dryRun: false,
    fingerprint: sha,
    objection: 'too late',
  }),
  'reported in a dry run': renderReported({ resource: 'artifact', name: 'shop', change: 'recorded', question: asked, dryRun: true }),
});

test('each page is written as a whole', async () => {
  const texts = Object.entries(pages()).map(([name, text]) => `${name}\n${'='.repeat(name.length)}\n${text}`);
  await expect(texts.join('\n')).toMatchFileSnapshot(join(root, 'test/fixtures/summaries.txt'));
});

test('each budget of bytes is kept, to the last part that has room', async () => {
  const large = judged(
    {
      name: 'non-compliant',
      rows,
      notices: ['A notice'],
      reasons: Array.from({ length: 4 }, (_, at) => ({ ...reason, message: `reason ${at}` })),
    },
    { evidence: of({ failing: Array.from({ length: 4 }, (_, at) => ({ ...failing, name: `test ${at}`, url })), suites: many(30) }) },
  );
  const sizes = Array.from({ length: 120 }, (_, at) => {
    const text = renderSummary(large, 60 * (at + 1));
    const cut = text.match(/_[^_]* cut: [^_]*_/g) ?? [];
    return `${60 * (at + 1)}: ${Buffer.byteLength(text)}, ${text.match(/^#+ /gm)?.length} headings. ${cut.join(' ')}`;
  });
  await expect(sizes.join('\n')).toMatchFileSnapshot(join(root, 'test/fixtures/summary-sizes.txt'));
});
