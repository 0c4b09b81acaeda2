import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { adviceOfJob, advisedInJob } from '../../src/action/advice-of-job.ts';
import { outputsOf } from '../../src/action/outputs.ts';
import { present } from '../../src/action/present.ts';
import type { ActionResult, Audited, Judged, Reported, Stopped, Viewed } from '../../src/commands/index.ts';
import { auditTones } from '../../src/presentation/index.ts';
import { finding } from '../commands/audit/stage.ts';
import { root } from '../support/sources.ts';
import { logOf, printed } from '../github/printed.ts';

/*
 * Results that a run of an action rarely has: their log, their outputs and whether there is a summary are compared with
 * test/fixtures/steps/results.txt. `npx vitest run test/action/shown.test.ts -u` writes it, look at what changed.
 */

const failing = { kind: 'failing', word: '2 open findings', text: '2 open findings', ...auditTones.failing, fails: true } as const;
const open = { kind: 'open', word: '1 open finding', text: '1 open finding', ...auditTones.open, fails: false } as const;
const hole = { what: 'acme/app', why: 'nobody sees it', fix: 'Install the App on it' };
const accepted = { reason: 'known', owner: 'ada', until: '2027-01-01T00:00:00.000Z' };
const counts = { open: 0, accepted: 0, fresh: 0, fixed: 0 };
const audited: Audited = {
  kind: 'audited',
  command: 'audit',
  ending: 'audited',
  fails: false,
  outcome: failing,
  page: { heading: 'Audit', facts: [], verdict: { ...failing, counts, missing: [], why: [] }, parts: [] },
  repository: 'acme/app',
  complete: true,
  period: { since: '2026-11-01T00:00:00.000Z', until: '2026-11-08T00:00:00.000Z' },
  totals: { changes: 3, landings: 2, commits: 5, states: {}, weeks: [], overrides: [], emergencies: [] },
  changes: [],
  findings: [],
  counts,
  rules: [],
  holes: [],
  reports: [],
  summary: '## Audit\n',
  log: { findings: [], untested: [], unasked: [], end: 'The end' },
};
const findings = [finding('high'), finding('low', { accepted }), ...['b', 'c', 'd', 'e', 'f'].map((key) => finding('medium', { key }))];
const full: Audited = {
  ...audited,
  ending: 'non-compliant',
  fails: true,
  findings,
  counts: { open: 7, accepted: 1, fresh: 2, fixed: 4 },
  holes: Array.from({ length: 7 }, (_, at) => ({ ...hole, what: `repository ${at}` })),
  reports: [
    { option: 'html', path: '/tmp/audit.html' },
    { option: 'csv', path: '/tmp/audit.csv' },
  ],
  log: { findings: ['one', 'two'], untested: ['three'], unasked: ['four', 'five'], end: 'The end' },
};
const published = { flow: 'audits', trail: '2026', name: 'audit-1', data: { a: 1 } };
const failed = { kind: 'failed', code: 'service-failed', message: 'It said no', fix: 'Ask again', mayBeThere: false } as const;
const viewed: Viewed = {
  kind: 'viewed',
  command: 'audit-merge',
  ending: 'audited',
  fails: false,
  view: { lines: ['a line'], summary: '## View\n' },
};
const judged: Judged = {
  kind: 'judged',
  command: 'gate',
  question: { subject: 'trail', org: 'acme', flow: 'shop', trail: 'c0ffee', commit: 'c0ffee' },
  verdict: { name: 'compliant', reasons: [], notices: ['A notice'], rows: [] },
  fails: false,
  letThrough: undefined,
  evidence: undefined,
  trailUrl: 'https://evidence.example/t',
  dryRun: false,
  sent: { kind: 'nothing' },
};
const reason = {
  code: 'failing',
  verdict: 'non-compliant',
  message: 'unit fails',
  fix: 'Fix it',
  attestation: 'unit',
  file: 'a.xml',
} as const;
const stopped: Stopped = {
  kind: 'stopped',
  ending: 'unknown',
  code: 'internal',
  message: 'It broke',
  fix: 'Look at the trail in the service; a newer version may answer',
  stack: 'Error: It broke',
  complaints: [],
  sent: { kind: 'nothing' },
};

const reported: Reported = {
  kind: 'reported',
  command: 'attest',
  resource: 'attestation',
  name: 'review',
  change: 'recorded',
  question: { subject: 'trail', org: 'acme', flow: 'shop', trail: 'c0ffee', commit: 'c0ffee' },
  data: {},
  dryRun: false,
  sent: { kind: 'nothing' },
};

const results: Readonly<Record<string, ActionResult>> = {
  'an audit without findings': audited,
  'an audit that is unknown': { ...audited, ending: 'unknown' },
  'an audit with all': full,
  'an audit whose findings are open': { ...full, ending: 'audited', outcome: open, findings: findings.slice(0, 2) },
  'an audit that was published': { ...audited, published: { ...published, outcome: { kind: 'recorded', id: 'made' } } },
  'an audit that was published, without an id': { ...audited, published: { ...published, outcome: { kind: 'recorded', id: undefined } } },
  'an audit that would be published': { ...audited, published: { ...published, objection: 'it says no', outcome: { kind: 'dry-run' } } },
  'an audit that would be published and says yes': { ...audited, published: { ...published, outcome: { kind: 'dry-run' } } },
  'an audit that was not published': { ...full, published: { ...published, outcome: failed } },
  'an audit that was perhaps published': { ...audited, published: { ...published, outcome: { ...failed, mayBeThere: true } } },
  'a view of a line': viewed,
  'a view that fails': { ...viewed, fails: true },
  'a view that is unknown': { ...viewed, ending: 'unknown' },
  'a view that says no': { ...viewed, ending: 'non-compliant' },
  'a view that misses one thing': { ...viewed, view: { ...viewed.view, holes: [hole] } },
  'a view with all': {
    ...viewed,
    outputs: { findings: '6', shards: '[0]' },
    view: {
      lines: ['not in the log'],
      log: ['a line of the log'],
      summary: '',
      holes: full.holes,
      findings,
      groups: [{ title: 'A group', lines: ['of lines'] }],
      reports: full.reports,
      end: { outcome: open, words: 'All was seen' },
    },
  },
  'a record': { ...reported, id: 'made' },
  'a record without an id': reported,
  'an artifact without a fingerprint': { ...reported, resource: 'artifact' },
  'a yes': judged,
  'a no': { ...judged, verdict: { ...judged.verdict, name: 'non-compliant', reasons: [reason, { ...reason, message: 'lint fails' }] } },
  'a yes without a page': { ...judged, trailUrl: undefined },
  'an artifact': {
    ...judged,
    question: { subject: 'artifact', org: 'acme', flow: 'shop', fingerprint: 'ab'.repeat(32), approvedFor: undefined },
  },
  'a trail without a commit': {
    ...judged,
    kind: 'explained',
    command: 'explain',
    question: { subject: 'trail', org: 'acme', flow: 'shop', trail: 'c0ffee', commit: undefined },
  },
  'an explanation of a no': {
    ...judged,
    kind: 'explained',
    command: 'explain',
    verdict: { ...judged.verdict, name: 'incomplete', reasons: [{ ...reason, fix: 'Do this:\n\nkey: value' }] },
  },
  stopped,
  'stopped after it sent': { ...stopped, sent: { kind: 'recorded', name: 'unit', id: 'made' } },
  'stopped after it sent something without an id': { ...stopped, sent: { kind: 'recorded', name: 'unit', id: undefined } },
};

test('each result has its log, its outputs, and a summary where one is asked for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shown-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const texts = Object.entries(results).map(([name, result], at) => {
    const file = join(folder, String(at));
    const has = (['full', 'failed', 'off'] as const).filter((mode) => {
      let isShown = false;
      printed((printer) => {
        isShown = present(result, printer, { mode, file });
      });
      return isShown;
    });
    const outputs = Object.entries(outputsOf(result, folder))
      .filter(([, value]) => value !== '')
      .map((pair) => pair.join(': '))
      .toSorted();
    const summary = has.length === 0 ? '' : readFileSync(file, 'utf8');
    return [`# ${name}`, ...logOf(result).split('\n'), ...outputs, `summary: ${has.join(', ')}`, summary].join('\n');
  });
  await expect(texts.join('\n')).toMatchFileSnapshot(join(root, 'test/fixtures/steps/results.txt'));
});

/** Advice of the gate and the client, as they give it. */
const fixes = [
  'Let each job record its own evidence, with command: attest, and one last job decide. Put names of jobs:\n\ngate:\n  needs: [a]\n\nWhere no job records it yet, add to the one that has the results:\n\n- uses: x',
  'Let the jobs that record them run before this one (needs: …), or set wait-timeout. Where no job records them yet, add to the one that has the results:\n\n- uses: x',
  'Let the job that records it run before this one (needs: …), or set wait-timeout. Nothing here',
  'Let the jobs that record evidence run before this one (needs: …), or set wait-timeout',
  'Let the jobs that attest run before (needs: …), or set wait-timeout',
  'Let the job that records unit and lint too, before this one (needs: …), or set wait-timeout',
  'Report it in the job that builds it, and let that job run before this one (needs: …):\n\n- uses: x',
  'Run its job again',
  'Fix the tests, or run its job again: the latest record of the name decides',
  'Run the job again: the latest record of a name decides',
  'Demand it, in a template (compliance-evidence flow apply FILE) or in the step:\n\nrequired-attestations: unit',
  'Check the spelling of flow and org, and base-url, the address. A flow is made by compliance-evidence flow apply FILE',
  'make it once, with the token of a member: compliance-evidence flow apply FILE',
  'look at the template of the flow',
  'report it: compliance-evidence approval report --flow x',
  'Look at its evidence in the service, fix what failed',
  'Look at its trail in the service, and record what is missing before the gate',
  'Look at the trail; a newer version may know it',
  'Look at the artifact in the service; a newer version may know it',
  'Look at the record in the service: it should carry junit_results. Run it again',
  'Look at the answer in the service; if the service is at fault, tell those who run it',
  'look at the service',
  'look at the trail in the service: https://x.example/t',
  'Check that the service is up, and that the network lets you through',
  'Check api-token: it may have ended',
  'Check base-url (https, the name and the port), and HTTPS_PROXY where a proxy is needed',
  'base-url: ${{ vars.EVIDENCE_BASE_URL }}\nbase-url: ${{ vars.EVIDENCE_BASE_URL }}\napi-token: ${{ secrets.EVIDENCE_API_TOKEN }}\napi-token: ${{ secrets.EVIDENCE_API_TOKEN }}',
];

test('advice for a service of this job names steps of this job', async () => {
  const none = { ...reason, code: 'trail-missing', verdict: 'incomplete' } as const;
  const missing: Judged = { ...judged, verdict: { ...judged.verdict, name: 'incomplete', reasons: [none] } };
  const refused = `GET https://x.example answered 403: Access denied to the token: the token is not for the organization 'globex'. Ask for one`;
  const advised: readonly ActionResult[] = [
    stopped,
    { ...stopped, fix: undefined },
    { ...stopped, message: refused },
    missing,
    { ...missing, dryRun: true },
    { ...missing, kind: 'explained', command: 'explain' },
    { ...missing, verdict: { ...missing.verdict, reasons: [{ ...reason, message: refused }] } },
    viewed,
  ];
  const texts = [
    ...fixes.map((fix) => `${fix}\n→ ${adviceOfJob(fix)}`),
    ...advised.map((result) => JSON.stringify(advisedInJob(result), undefined, 1)),
  ];
  await expect(`${texts.join('\n---\n')}\n`).toMatchFileSnapshot(join(root, 'test/fixtures/steps/advice.txt'));
});
