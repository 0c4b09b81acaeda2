import { expect, test } from 'vitest';
import { attest, field, green, putFlow, red, sha, world } from '../support.ts';
import { linksOf, open, textOf } from './reader.ts';

const template = `version: 1
trail:
  attestations:
    - {name: unit, type: junit}
    - {name: scan, type: snyk}
`;

async function filled() {
  const it = await world();
  await putFlow(it, 'f', template);
  const commit = (branch: string, message: string, author: string) => ({ git_commit_info: { sha1: sha, branch, message, author } });
  await attest(it, 'f/one', { ...commit('main', 'Round up', 'Ada L <ada@example.org>'), junit_results: [red] });
  await attest(it, 'f/two', {
    ...commit('main', 'Sum up\n\nIn cents.', 'Ben M <ben@example.org>'),
    user_data: { compliance_evidence: { pull_request: 7, flaky: 3 } },
  });
  await attest(it, 'f/three', { ...commit('fix/till', 'Round down', 'Ada L <ada@example.org>'), junit_results: [red] });
  return it;
}

test('the page of a flow shows message and author first, then the short hash, and the first reason of the gate', async () => {
  const words = textOf((await open(await filled(), '/acme/flows/f')).text);
  expect(words).toMatch(/✘ not compliant Round down Ada L fix\/till three a{8} changed [\d :-]+ UTC scan is missing|unit is not compliant/);
  expect(words).not.toContain('ada@example.org');
  expect(words).not.toContain('In cents');
});

test.each([
  ['state=incomplete', ['two'], '1 match.'],
  ['branch=main&state=', ['two', 'one'], '2 match.'],
  ['author=Ada+L+%3Cada%40example.org%3E', ['three', 'one'], '2 match.'],
  ['pull_request=7', ['two'], '1 match.'],
  ['text=ROUND', ['three', 'one'], 'All that match'],
  ['since=2020-01-01&until=2020-01-02', [], '0 match.'],
  ['branch=main&author=Ada+L', ['one'], 'All that match'],
])('the page of a flow is filtered by %s', async (query, names, count) => {
  const { text } = await open(await filled(), `/acme/flows/f?${query}`);
  const found = linksOf(text).flatMap((link) => /\/trails\/(\w+)$/.exec(link)?.[1] ?? []);
  expect([...new Set(found)]).toEqual(names);
  expect(textOf(text)).toContain(count);
});

test('the form of the filter holds all that was asked for, escaped, and so do the links to other pages', async () => {
  const it = await filled();
  for (let index = 0; index < 26; index += 1) await attest(it, `f/t${index}`, { git_commit_info: { sha1: sha, branch: '"><b>x' } });
  const asked = {
    state: 'incomplete',
    branch: '"><b>x',
    author: '',
    pull_request: '',
    since: '2020-01-01',
    until: '2100-01-01',
    text: 't',
  };
  const { text } = await open(it, `/acme/flows/f?${new URLSearchParams(asked).toString()}`);
  expect(text).toMatch(/<option value="incomplete" selected>/);
  for (const [name, value] of Object.entries({
    branch: '&#34;&#62;&#60;b&#62;x',
    since: '2020-01-01',
    until: '2100-01-01',
    text: 't',
    author: '',
  }))
    expect(text).toMatch(new RegExp(`<input name="${name}" type="\\w+" value="${value}"`));
  expect(text).not.toContain('<b>x');
  const older = new URLSearchParams(linksOf(text).find((link) => link.includes('before=')));
  const { author, before, pull_request: pull, ...rest } = { ...asked, before: '', ...Object.fromEntries(older) };
  expect(rest).toMatchObject({ state: 'incomplete', branch: '"><b>x', text: 't', until: '2100-01-01' });
  expect([author, pull, older.get('author')]).toEqual(['', '', null]);
  expect((await open(it, `/acme/flows/f?${older.toString()}`)).text).toContain(`/trails/t0"`);
  expect(before).toMatch(/^\d+(?:\.\d+)?$/);
});

test('whoever comes back to the newest trails sees a whole page of them', async () => {
  const it = await filled();
  for (let index = 0; index < 26; index += 1) await attest(it, `f/t${index}`);
  const { text } = await open(it, '/acme/flows/f');
  const [, last = ''] = /before=([\d.]+)/.exec(linksOf(text).find((link) => link.includes('before=')) ?? '') ?? [];
  const back = await open(it, `/acme/flows/f?after=${last}`);
  expect(linksOf(back.text).filter((link) => link.endsWith('/trails/t1'))).not.toEqual([]);
});

test('a filter that cannot be read is a page that says why', async () => {
  const { status, text } = await open(await filled(), '/acme/flows/f?since=soon&state=red');
  expect([status, textOf(text)]).toEqual([400, expect.stringContaining('must be a day such as 2026-01-31, or Unix seconds.')]);
});

test('the matrix has a column for each demanded name, and each cell is a mark with its word, and leads to the record', async () => {
  const it = await filled();
  const { text } = await open(it, '/acme/flows/f');
  const box = /<div class="scroll" tabindex="0" role="region" aria-labelledby="matrix">.*?<\/div>/s.exec(text)?.[0] ?? '';
  expect([...box.matchAll(/<th scope="col">(\w+)<\/th>/g)].map(([, name]) => name)).toEqual(['Commit', 'unit', 'scan']);
  expect(textOf(box)).toMatch(/Round down a{8} ✘ not compliant … missing/);
  const record = linksOf(box).find((link) => link.includes('three?attestation_id=')) ?? '';
  expect(textOf((await open(it, record)).text)).toContain('not compliant');
});

test('the weeks count flaky tests, overrides and the time from red to green of a name on a branch, also as tables', async () => {
  const it = await filled();
  await it.json('POST', '/attestations/acme/f/trail/three/override', {
    attestation_name: 'unit',
    reason: 'known',
    new_compliance_status: true,
    original_attestation_type: 'junit',
  });
  const { text } = await open(it, '/acme/flows/f');
  expect(text.match(/<svg [^>]*role="img">/g)).toHaveLength(3);
  expect(text).not.toMatch(/style="/);
  const words = textOf(text);
  // On `main` unit was red and then green; on the other branch it was overridden, which is no green record.
  expect(words).toMatch(/From red to green, median as a table (?:\d{4}-\d\d-\d\d none ){11}\d{4}-\d\d-\d\d 0\.?\d* s /);
  expect(words).toMatch(/Flaky tests as a table (?:\d{4}-\d\d-\d\d 0 ){11}\d{4}-\d\d-\d\d 3 /);
  expect(words).toMatch(/Overrides as a table (?:\d{4}-\d\d-\d\d 0 ){11}\d{4}-\d\d-\d\d 1 /);
});

test('the first evidence is sent to the address that those who run the service named, whatever a request says', async () => {
  const it = await world(undefined, { publicUrl: 'https://evidence.example' });
  await putFlow(it, 'new', template);
  const { text } = await open(it, '/acme/flows/new');
  expect(textOf(text)).toContain('compliance-evidence attest --base-url https://evidence.example --org acme');
});

test('a flow without a trail shows how to record the first evidence', async () => {
  const it = await world();
  await putFlow(it, 'new', template);
  const { text } = await open(it, '/acme/flows/new');
  expect(textOf(text)).toContain(`compliance-evidence attest --base-url ${it.service.url} --org acme --flow new`);
  expect(text).not.toContain('<form class="filter"');
});

test('a page stays below 100 KB, whatever the number of trails and names, and their length', async () => {
  const it = await world();
  const names = Array.from({ length: 30 }, (_, index) => `a-name-of-some-length-${index}`);
  await putFlow(it, 'f', `version: 1\ntrail:\n  attestations:\n${names.map((name) => `    - {name: ${name}, type: junit}\n`).join('')}`);
  const git = { sha1: sha, branch: 'b'.repeat(500), message: 'm'.repeat(3000), author: 'a'.repeat(500) };
  for (let index = 0; index < 26; index += 1)
    for (const name of names.slice(0, index < 3 ? 30 : 3))
      expect(
        field(
          (await attest(it, `f/${'t'.repeat(40)}${index}`, { attestation_name: name, git_commit_info: git, junit_results: [green] })).body,
          'message',
        ),
      ).toBe('OK');
  const { text } = await open(it, '/acme/flows/f');
  expect(Buffer.byteLength(text)).toBeLessThan(100_000);
  expect(textOf(text)).toContain('Only 12 names are shown.');
});
