import { expect, test } from 'vitest';
import { closedOrigin, withoutPages } from '../../src/action/redaction.ts';
import type { Judged } from '../../src/commands/index.ts';

test.each([
  ['http://127.0.0.1:40123/api/v2', 'http://127.0.0.1:40123'],
  [' http://localhost:8080\n', 'http://localhost:8080'],
  ['\u00A0http://localhost:8080', 'http://localhost:8080'],
  ['https://[::1]:8443/api/v2', 'https://[::1]:8443'],
  ['http://0.0.0.0:40123', undefined],
  ['https://evidence.example/api/v2', undefined],
  ['https://localhost.example', undefined],
  ['no address', undefined],
  ['', undefined],
  [undefined, undefined],
])('the pages of %j are closed by their origin: %j', (baseUrl, origin) => {
  expect(closedOrigin(baseUrl)).toBe(origin);
});

const gitHub = 'https://github.corp';
const run = { label: 'push › CI', url: `${gitHub}/acme/shop/actions/runs/1` };
const row = { attestation: 'unit', type: 'junit', state: 'missing', requiredBy: [], groups: 1, since: 1, run } as const;
const reason = { code: 'job-ended', verdict: 'incomplete', message: 'It ended', fix: 'Run it again', run } as const;

function judged(urls: readonly [trail: string | undefined, ...others: string[]]): Judged {
  const [trailUrl, ...others] = urls;
  return {
    kind: 'judged',
    command: 'gate',
    question: { subject: 'trail', org: 'acme', flow: 'shop', trail: 'c0ffee', commit: undefined },
    verdict: {
      name: 'incomplete',
      reasons: others.map((url) => ({ ...reason, url })),
      notices: [],
      rows: others.map((url) => ({ ...row, url })),
    },
    fails: true,
    letThrough: undefined,
    evidence: undefined,
    trailUrl,
    dryRun: false,
    sent: { kind: 'nothing' },
  };
}

test('of a verdict, links to GitHub stay, and those to any page of the service do not, wherever it says that they are', () => {
  const result = judged([`${gitHub}/acme`, run.url, 'http://127.0.0.1:1/t', 'https://evidence.example/t', 'https://github.corp.example']);
  const open = withoutPages(result, gitHub);
  expect(open).toEqual({
    ...result,
    trailUrl: undefined,
    verdict: {
      ...result.verdict,
      reasons: [{ ...reason, url: run.url }, reason, reason, reason],
      rows: [run.url, undefined, undefined, undefined].map((url) => ({ ...row, url })),
    },
  });
});

test('a result without a verdict is as it was', () => {
  const answered = {
    kind: 'viewed',
    command: 'query',
    ending: 'answered',
    fails: false,
    view: { summary: '' },
    answer: { html_url: 'http://127.0.0.1:1/t' },
  } as const;
  expect(withoutPages(answered, gitHub)).toBe(answered);
});
