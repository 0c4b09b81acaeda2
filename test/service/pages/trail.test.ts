import { describe, expect, test } from 'vitest';
import { attest, green, putFlow, red, sha, world, type World } from '../support.ts';
import { linksOf, open, openRecord, textOf } from './reader.ts';

const template = 'version: 1\ntrail:\n  attestations:\n    - {name: unit, type: junit}\n    - {name: scan, type: snyk}\n';
const commit = {
  sha1: sha,
  message: 'Round once\n\nmore',
  author: 'Ada <ada@x.example>',
  branch: 'main',
  url: `https://git.example/commit/${sha}`,
};
const run = {
  event: 'push',
  workflow: 'CI',
  job: 'unit',
  flaky: 2,
  failed_tests: ['refund › is rounded once', 'refund › is paid'],
  failures: [{ test: 'refund › is paid', message: 'expected <1>\nbut got 2', place: 'src/refund.ts:7' }],
};

/** A trail with one red record of ours on it. */
async function withRed(): Promise<World> {
  const it = await world();
  await putFlow(it, 'f', template);
  await attest(
    it,
    'f/t',
    {
      junit_results: [{ ...red, name: 'refund', total: 9, failures: 3, skipped: 1 }, green],
      git_commit_info: commit,
      description: 'first line\nsecond line',
      annotations: { os: 'linux' },
      external_urls: { Coverage: { href: 'https://x.example/cov' } },
      origin_url: 'https://ci.example/1',
      user_data: { compliance_evidence: run },
    },
    { name: 'r.xml', content: '<a/>' },
  );
  return it;
}

const recordIds = (page: string): readonly string[] => [
  ...new Set([...page.matchAll(/\?attestation_id=([^"]+)"/g)].map(([, id = '']) => id)),
];

describe('the page of a trail', () => {
  test('says its state, what it requires and has, and of each record all that a reader asks', async () => {
    const it = await withRed();
    const { text } = await open(it, '/acme/flows/f/trails/t');
    const words = textOf(text);
    expect(text).toContain('<title>not compliant: t · f · acme</title>');
    for (const each of [
      'Trail t ✘ not compliant',
      `Commit ${sha} Round once on main, by Ada <ada@x.example>`,
      '✘ not compliant unit junit, required',
      '… missing scan snyk, required',
      'push › CI › unit, 12 tests, 8 passed, 3 failed, 1 skipped, 2 flaky, recorded',
      'refund › is rounded once refund › is paid src/refund.ts:7 Its message expected <1> but got 2',
      'UTC by ada',
      'Their records name 1 more failed test by number only.',
      'name: scan, type: snyk',
    ])
      expect(words).toContain(each);
    expect(linksOf(text)).toEqual(
      expect.arrayContaining([commit.url, 'https://ci.example/1', `https://git.example/blob/${sha}/src/refund.ts#L7`]),
    );
    const record = (await openRecord(it, '/acme/flows/f/trails/t')).text;
    for (const each of [
      'Tests 12 tests, 8 passed, 3 failed, 1 skipped, 2 flaky',
      'refund › is rounded once refund › is paid src/refund.ts:7 expected <1> but got 2 and 1 more',
      'Run push › CI › unit',
      'Description first line second line',
      'Links Coverage',
      'Annotations os: linux',
      'File r.xml',
    ])
      expect(textOf(record)).toContain(each);
    expect(linksOf(record)).toContain('https://x.example/cov');
  });

  test('names the suites where a record names no tests', async () => {
    const it = await world();
    await attest(it, 'f/t', { junit_results: [{ ...red, name: 'refund', failures: 2 }, green] });
    expect(textOf((await openRecord(it, '/acme/flows/f/trails/t')).text)).toContain('Failed refund (2) Recorded');
  });

  test('puts what says no first, then what is missing', async () => {
    const it = await withRed();
    for (const name of ['a', 'b'])
      await it.form('POST', '/attestations/acme/f/trail/t/generic', { attestation_name: name, is_compliant: name === 'a' });
    const { text } = await open(it, '/acme/flows/f/trails/t');
    const rows = [...textOf(text).matchAll(/(\S (?:not )?\w+ \w+) \w+, (?:not )?required/g)].map(([, row]) => row);
    expect(rows).toEqual(['✘ not compliant unit', '✘ not compliant b', '… missing scan', '✔ compliant a']);
  });

  test('says that a template which requires nothing requires nothing', async () => {
    const it = await world();
    await attest(it, 'f/t');
    expect(textOf((await open(it, '/acme/flows/f/trails/t')).text)).toContain('The template requires nothing');
  });

  test('has no more than a page of records and of names, and leads to the others', async () => {
    const it = await world();
    for (let at = 0; at < 120; at += 20)
      await Promise.all(Array.from({ length: 20 }, (_, index) => attest(it, 'f/t', { attestation_name: `n${at + index}` })));
    const seen: string[] = [];
    const records = (page: string): string | undefined => linksOf(page).find((link) => link.includes('before='));
    for (let next = records((await open(it, '/acme/flows/f/trails/t')).text); next !== undefined;) {
      const { text }: { readonly text: string } = await open(it, next);
      expect(recordIds(text).length).toBeLessThanOrEqual(25);
      seen.push(...recordIds(text));
      next = records(text);
    }
    expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
    // Ids begin with the time.
    const times = seen.map((id) => id.slice(0, 13));
    expect(times).toEqual(times.toSorted().toReversed());
    const names = async (page: number): Promise<number> =>
      textOf((await open(it, `/acme/flows/f/trails/t?page=${page}`)).text).split(', not required').length - 1;
    expect([await names(1), await names(2), await names(3)]).toEqual([100, 20, 0]);
  });
});

test('the page of a record has every suite, the red ones first', async () => {
  const it = await world();
  const { body } = await attest(it, 'f/t', {
    junit_results: [
      { ...green, name: '' },
      { ...red, name: 'refund', duration: 75 },
    ],
  });
  const { text } = await open(it, `/acme/flows/f/trails/t?attestation_id=${String(Object(body).attestation_id)}`);
  expect(textOf(text)).toContain('Suite Tests Failed Errors Skipped Time refund 3 1 0 0 1 min 15 s (no name) 3 0 0 0 0.5 s');
});

test('the page of a record has no more than 200 suites, and says how many more there are', async () => {
  const it = await world();
  const { body } = await attest(it, 'f/t', { junit_results: Array.from({ length: 1234 }, () => green) });
  const { text } = await open(it, `/acme/flows/f/trails/t?attestation_id=${String(Object(body).attestation_id)}`);
  expect([text.split('<th scope="row">').length - 1, textOf(text).includes('and 1,034 more suites')]).toEqual([200, true]);
});

describe('the record of other evidence', () => {
  const post = async (it: World, kind: string, data: object): Promise<string> => {
    const { body, status } = await it.form('POST', `/attestations/acme/f/trail/t/${kind}`, { attestation_name: 'a', ...data });
    expect([status, body]).toMatchObject([201, {}]);
    return textOf((await openRecord(it, '/acme/flows/f/trails/t')).text);
  };

  test('says what a pull request is, and what became of it', async () => {
    const words = await post(await world(), 'pull_request', {
      git_provider: 'github',
      pull_requests: [
        { url: 'https://git.example/pull/7', state: 'MERGED' },
        { url: 'javascript:alert(1)', state: 'OPEN' },
      ],
    });
    expect(words).toContain('Pull requests https://git.example/pull/7 MERGED javascript:alert(1) OPEN Recorded');
  });

  test('says which issues there are', async () => {
    const issue = (id: string, exists: boolean) => ({ issue_id: id, issue_url: `https://jira.example/${id}`, issue_exists: exists });
    const words = await post(await world(), 'jira', { jira_results: [issue('A-1', true), issue('A-2', false)] });
    expect(words).toContain('Issues A-1 A-2 does not exist Recorded');
  });

  test('says what a scan found in all projects', async () => {
    const words = await post(await world(), 'snyk', {
      snyk_results: {
        tool: { name: 'snyk', version: '1' },
        results: [
          { low_count: 1, medium_count: 2, high_count: 3 },
          { low_count: 10, medium_count: 0, high_count: 0 },
        ],
      },
    });
    expect(words).toContain('Findings 3 high, 2 medium, 11 low Recorded');
  });

  test('says how a code analysis ended', async () => {
    const words = await post(await world(), 'sonar', {
      sonar_results: {
        analysedAt: '2026-01-01T00:00:00Z',
        revision: sha,
        project: { key: 'shop', url: 'https://sonar.example/shop' },
        qualityGate: { status: 'ERROR' },
      },
    });
    expect(words).toContain('Quality gate ERROR, https://sonar.example/shop Recorded');
  });

  test('says which control a decision is about', async () => {
    const words = await post(await world(), 'system', {
      type_name: 'decision',
      control: 'four eyes',
      attestation_data: { is_compliant: true },
    });
    expect(words).toContain('Control four eyes Recorded');
  });
});
