import { expect, test } from 'vitest';
import { createToken } from '../../../src/service/index.ts';
import { attest, field, green, putFlow, red, sha, world, type World } from '../support.ts';
import { linksOf, open, textOf } from './reader.ts';

const template = 'version: 1\ntrail:\n  attestations:\n    - {name: unit, type: junit}\n';

/** A record of one leg of a matrix, in one run. */
function leg(
  it: World,
  trail: string,
  os: string,
  { failed = [], runId = 1 }: { readonly failed?: readonly string[]; readonly runId?: number } = {},
) {
  const told = {
    event: 'push',
    workflow: 'CI',
    job: 'unit',
    matrix: { os },
    run_id: runId,
    run_attempt: 1,
    ...(failed.length === 0 ? {} : { failed_tests: failed, failures: failed.map((name) => ({ test: name, message: `${name} on ${os}` })) }),
  };
  return attest(it, `f/${trail}`, {
    junit_results: [failed.length === 0 ? green : { ...red, failures: failed.length, total: 5 }],
    git_commit_info: { sha1: sha },
    user_data: { compliance_evidence: told },
  });
}

const page = async (it: World, trail = 't'): Promise<string> => (await open(it, `/acme/flows/f/trails/${trail}`)).text;
const details = (text: string): readonly string[] => [...text.matchAll(/<details>(.*?)<\/details>/gs)].map(([, each = '']) => textOf(each));

test('each leg that says no is one line, those that say yes are folded, and so are the records that later runs replaced', async () => {
  const it = await world();
  await putFlow(it, 'f', template);
  for (const os of ['linux', 'mac', 'windows']) await leg(it, 't', os, { failed: ['pays'] });
  for (const os of ['linux', 'mac', 'windows']) await leg(it, 't', os, { runId: 2, failed: os === 'mac' ? ['pays', 'rounds'] : [] });
  const text = await page(it);
  const folded = details(text);
  expect(folded.find((each) => each.startsWith('2 runs that say yes'))).toMatch(/✔ compliant os windows, .*✔ compliant os linux/);
  expect(folded.find((each) => each.startsWith('3 earlier records'))).toMatch(/(?:✘ not compliant os \w+, .*){3}/);
  const open = textOf(text.replaceAll(/<details>.*?<\/details>/gs, ''));
  expect(open.match(/os \w+, 5 tests/g)).toEqual(['os mac, 5 tests']);
  expect(open).toContain('pays in the run push › CI › unit › os mac pays on mac');
  expect(open).not.toContain('windows, ');
});

test('a test that failed in several legs is shown once, and more than two are folded', async () => {
  const it = await world();
  await putFlow(it, 'f', template);
  for (const os of ['linux', 'mac']) await leg(it, 't', os, { failed: ['a', 'b', 'c', 'd', 'e'] });
  const text = await page(it);
  expect(textOf(text).match(/ a in 2 runs/g)).toHaveLength(1);
  expect(details(text).find((each) => each.startsWith('3 more failed tests'))).toContain('c in 2 runs');
});

test('the history of a failed test is that of the trails before, with a link to each, and says where it is not known', async () => {
  const it = await world();
  await putFlow(it, 'f', template);
  await leg(it, 'first', 'linux', { failed: ['pays'] });
  await leg(it, 'second', 'linux');
  await leg(it, 'third', 'linux', { failed: ['rounds'] });
  await attest(it, 'f/fourth', { junit_results: [red] });
  await leg(it, 't', 'linux', { failed: ['pays'] });
  await leg(it, 'later', 'linux', { failed: ['pays'] });
  const text = await page(it);
  expect(textOf(text)).toContain('failed on 1 of the 4 trails before: ✘ ✔ ✔ ?');
  const before = linksOf(text).filter((link) => /trails\/(?:first|second|third|fourth|later)$/.test(link));
  expect(before.map((link) => link.split('/').at(-1))).toEqual(['first', 'second', 'third', 'fourth']);
  expect(text).toContain('aria-label="not known on fourth"');
});

test('evidence that is missing comes with the lines of YAML that record it', async () => {
  const it = await world();
  await putFlow(it, 'f', template);
  await it.form('PUT', '/trails/acme/f', { name: sha });
  const text = await page(it, sha);
  expect(textOf(text)).toContain('Why, and how to fix it unit is missing');
  expect(details(text).find((each) => each.startsWith('YAML to copy'))).toContain('command: attest');
});

test('a line of source is a link only where the address of the commit shows how', async () => {
  const it = await world();
  const failure = { test: 'pays', message: 'no', place: 'src/a b.ts:7' };
  const told = { event: 'push', failed_tests: ['pays'], failures: [failure] };
  const record = (trail: string, url: string) =>
    attest(it, `f/${trail}`, { junit_results: [red], git_commit_info: { sha1: sha, url }, user_data: { compliance_evidence: told } });
  await record('github', `https://git.example/acme/shop/commit/${sha}`);
  await record('other', `https://git.example/acme/shop?h=${sha}`);
  expect(linksOf(await page(it, 'github'))).toContain(`https://git.example/acme/shop/blob/${sha}/src/a%20b.ts#L7`);
  expect(linksOf(await page(it, 'other')).filter((link) => link.includes('a%20b'))).toEqual([]);
});

test('the end of the log is that of the log itself', async () => {
  const it = await world();
  await attest(it, 'f/t');
  const auditor = 'a-token-of-an-auditor';
  await createToken({ dataDir: it.dataDir, user: 'eve', orgs: ['acme'], role: 'auditor', token: auditor });
  const { body } = await it.as(auditor).get('/records/acme');
  const head = field(body, 'head');
  expect(textOf(await page(it))).toContain(`which ends now with number ${String(field(head, 'sequence'))}: ${String(field(head, 'link'))}`);
});
