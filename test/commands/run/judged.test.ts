import { expect, it } from 'vitest';
import type { Judged } from '../../../src/commands/index.ts';
import { judged, shownVerdict } from '../../../src/commands/run/question.ts';
import { verdictNames, type VerdictName } from '../../../src/errors/index.ts';
import type { TrailAnswer, Verdict } from '../../../src/gate/index.ts';
import { readEventFacts } from '../../../src/git/index.ts';

const facts = {
  command: 'gate',
  dryRun: false,
  question: { subject: 'trail', org: 'acme', flow: 'shop', trail: 'c0ffee', commit: undefined },
  sent: { kind: 'nothing' },
  evidence: undefined,
} as const;
const row = { attestation: 'unit', type: 'junit', state: 'compliant', requiredBy: ['template'], groups: 1, since: undefined } as const;
const reason = { code: 'failing', verdict: 'non-compliant', message: 'no', fix: 'fix it' } as const;

const trailAt = (url: string | null): TrailAnswer => ({
  kind: 'trail',
  trail: { name: 'c0ffee', html_url: url, compliance_status: { status: 'COMPLIANT', attestations_statuses: [] } },
});

/** Judges with a verdict of this name. It fails on these verdicts, and all links lead to one place. */
function judge(name: VerdictName, failOn: readonly VerdictName[], url: string, answer = trailAt(url)): Judged {
  const verdict: Verdict = { name, reasons: [{ ...reason, url }], notices: ['told'], rows: [{ ...row, url }] };
  const gating = {
    failOn: new Set(failOn),
    enforceFrom: undefined,
    policy: { required: [], allowEmptyTemplate: false, template: 'current' as const, allowOwnTemplate: false, minTests: 0 },
    jobs: undefined,
    waitTimeout: 0,
    evaluationTimeout: 0,
  };
  return judged({ ...facts, answer, verdict }, gating, { event: readEventFacts({}) });
}

const page = 'https://evidence.example/a';

it.each(verdictNames)('a run whose verdict is %s fails where it is to fail on it, and else says what it let through', (name) => {
  expect(judge(name, [name], page)).toMatchObject({ fails: true, letThrough: undefined });
  const letThrough = name === 'compliant' ? undefined : { verdict: name, by: 'fail-on' };
  expect(
    judge(
      name,
      verdictNames.filter((other) => other !== name),
      page,
    ),
  ).toMatchObject({ fails: false, letThrough });
});

it('a result holds what is known of the run, and the pages of the service', () => {
  expect(judge('non-compliant', [], page)).toEqual({
    kind: 'judged',
    ...facts,
    verdict: { name: 'non-compliant', reasons: [{ ...reason, url: page }], notices: ['told'], rows: [{ ...row, url: page }] },
    fails: false,
    letThrough: { verdict: 'non-compliant', by: 'fail-on' },
    trailUrl: page,
    basis: expect.objectContaining({ templates: { ofFlow: null, ofTrail: null } }),
  });
});

it.each(['javascript:alert(1)', 'no address', ''])('a link to %j is none', (url) => {
  const { verdict, trailUrl } = judge('non-compliant', [], url);
  expect([trailUrl, verdict.rows[0]?.url, Object.keys(verdict.reasons[0] ?? {})]).toEqual([undefined, undefined, Object.keys(reason)]);
});

it.each([trailAt(null), { kind: 'no-trail' }] as const)('%j leads nowhere', (answer) => {
  expect(judge('incomplete', [], page, answer).trailUrl).toBeUndefined();
});

it.each([
  ['12', ['failing']],
  ['13', ['failing', 'job-ended']],
])('a job that failed in run %s is told next to its red record of run 12 as %j', (id, codes) => {
  const env = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'acme/shop', GITHUB_RUN_ID: id };
  const run = { label: 'push › ci.yml › e2e', job: 'e2e', url: 'https://github.com/acme/shop/actions/runs/12' };
  const verdict: Verdict = { name: 'non-compliant', reasons: [{ ...reason, run }], notices: [], rows: [] };
  const jobs = { ends: [{ name: 'e2e', result: 'failure' }], allowedSkips: [] };
  expect(shownVerdict(verdict, { jobs }, { event: readEventFacts(env) }).reasons.map(({ code }) => code)).toEqual(codes);
});
