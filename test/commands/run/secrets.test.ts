import { describe, expect, test } from 'vitest';
import { commit } from '../../support/git.ts';
import { rows } from '../../support/runs.ts';
import { all, classic, honest, key, oauth } from '../../text/secrets.ts';
import { readText } from '../../junit/support.ts';
import { unpack } from '../attach-files.ts';
import { checkoutOf, useAttest, type AttestRun } from '../attach-support.ts';

const attest = useAttest();
const own = 'a-token-for-tests-only';

const warnings = ({ events }: AttestRun): readonly string[] => events.flatMap((event) => (event.kind === 'warning' ? [event.message] : []));
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '&#10;');

/** A test that prints a secret wherever a test can. */
function leaking(secret: string): string {
  const text = escaped(secret);
  return `<testsuites><testsuite name="suite ${text}" tests="3">
  <properties><property name="env" value="${text}"/></properties>
  <testcase classname="class ${text}" name="prints ${text}"><failure message="saw ${text}">at <![CDATA[${secret}]]></failure></testcase>
  <testcase name="parts"><error>${secret.slice(0, 9)}<![CDATA[${secret.slice(9)}]]></error><system-out>${secret}</system-out></testcase>
  <testcase name="passes"/>
</testsuite></testsuites>\n`;
}

// Each form is found by the tests of masking as well: here each is sent in one way, and in both by the slow tests.
describe.each([...Object.entries(all), ['own', own]])('a secret that a test prints (%s)', (form, secret) => {
  const quick = ['classic', 'jwt', 'own'].includes(form) ? 'full' : 'results';
  test.each(rows(['results', 'full'], (attach) => attach === quick || form === 'key'))(
    'is in nothing that is sent, attach: %s',
    async (attach) => {
      const run = await attest(checkoutOf({ 'build/unit.xml': leaking(secret) }), { attach });
      const { result, stored, data } = run;
      const shown = JSON.stringify([data, result.evidence?.results, warnings(run), stored?.toString()]);
      // The text holds no line of it, and no half of it.
      for (const line of secret.split('\n')) expect(shown).not.toContain(line.slice(-20));
      expect(shown).not.toContain(escaped(secret).slice(0, 24));
      expect(result.evidence?.data?.junit_results).toEqual([
        { name: 'suite ***', failures: 1, errors: 1, skipped: 0, total: 3, duration: 0 },
      ]);
      // A name that is cut within a key ends with a mark that shows the cut.
      expect(result.evidence?.results.failing).toMatchObject([
        {
          suite: expect.stringMatching(/^suite \*{3}…?$/),
          name: expect.stringMatching(/^prints \*{3}…?$/),
          classname: expect.stringMatching(/^class \*{3}…?$/),
          message: expect.stringContaining('saw ***'),
        },
        { name: 'parts', message: '***' },
      ]);
      expect(warnings(run)).toContainEqual(expect.stringMatching(/build\/unit\.xml: a secret .*the test case "prints \*{3}…?"/));
      expect(warnings(run)).toContainEqual(expect.stringMatching(/the test case "parts"/));
      // A secret that was already told of for names and messages is not told of again.
      expect(warnings(run)).toHaveLength(1);
      const attached = await readText(stored ?? '');
      expect(attached.totals).toEqual(result.evidence?.results.totals);
      expect(attached.problems).toEqual([]);
    },
  );
});

describe.each<readonly [how: string, write: (text: string) => string]>([
  ['as the user and password of a header', (text: string) => text],
  ['in the alphabet of URLs', (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')],
  ['over several lines', (text: string) => text.replace(/^.{30}/, '$&\n')],
])('base64 of a token of this run that a test prints (%s)', (how, write) => {
  // The three places in a group of bytes where it may begin.
  test.each(rows(['x-access-token:', 'ci:', 'gate:'], (user) => how.startsWith('as the user') || user === 'ci:'))(
    'is in nothing that is sent (%s)',
    async (user) => {
      const basic = Buffer.from(`${user}${own} `).toString('base64');
      const content = `${leaking(write(basic))}<!-- ${write(basic)} -->`;
      const files = { 'build/unit.xml': content, 'git.config': `extraheader = AUTHORIZATION: basic ${write(basic)}\n` };
      const run = await attest(checkoutOf(files), { attach: 'full', attachments: 'git.config', description: write(basic) });
      const sent = [run.data, JSON.stringify(run.result), ...Object.values(unpack(run.stored))].join('\n');
      // The characters that the token decides, without those of the user before it, and without the end.
      const [from, to] = [Math.ceil(((user.length + 1) * 8) / 6), basic.length - 6];
      for (let at = from; at + 8 <= to; at += 4) expect(sent).not.toContain(basic.slice(at, at + 8));
      expect(sent).toContain('extraheader = AUTHORIZATION: basic ');
      expect(warnings(run).join('\n')).toMatch(/unit\.xml: a secret[^]*git\.config: a secret/);
    },
  );
});

test('what only looks like one stays in all of it, and nothing is warned about', async () => {
  const content = `<testsuite name="s">${honest.map((text) => `<testcase name="${escaped(text)}"><failure>${escaped(text)}</failure></testcase>`).join('')}</testsuite>`;
  const run = await attest(checkoutOf({ 'build/unit.xml': content }), { attach: 'full' });
  expect(run.stored?.toString()).toBe(content);
  expect(run.result.evidence?.results.failing.map(({ name }) => name)).toEqual(honest.map((text) => text));
  expect(warnings(run)).toEqual([]);
});

test('two test cases that differ by their secret are two, whatever replaces a failed attempt', async () => {
  const content = `<testsuite name="s"><testcase name="uses ${classic}"><failure/></testcase><testcase name="uses ${oauth}"/>
    <testcase name="again ${classic}"><failure/></testcase><testcase name="again ${classic}"/></testsuite>`;
  const { result, stored } = await attest(checkoutOf({ 'build/unit.xml': content }), { 'merge-retries': 'last' });
  expect(result.evidence?.results.totals).toMatchObject({ total: 3, failures: 1, retried: 1 });
  expect((await readText(stored ?? '', { mergeRetries: 'last' })).totals).toEqual(result.evidence?.results.totals);
});

test('a message that is cut keeps no half of a secret', async () => {
  for (const length of [3970, 3000]) {
    for (const secret of length === 3000 ? [classic, key, own] : [classic, own]) {
      const content = `<testsuite name="s"><testcase name="a"><failure>${'x'.repeat(length - 1)} ${secret} ${'y'.repeat(4000)}</failure></testcase></testsuite>`;
      const { result } = await attest(checkoutOf({ 'build/unit.xml': content }), { attach: 'never' });
      const message = result.evidence?.results.failing[0]?.message ?? '';
      expect(message.slice(length, length + 4)).toMatch(/^\*\*\*/);
      expect(message).not.toContain(secret.slice(0, 12));
    }
  }
});

test('nor is one in what did not come from a test; SHAs, names and the run stay as they are', async () => {
  const workspace = checkoutOf({ 'build/unit.xml': '<testsuite name="s"><testcase name="a"/></testsuite>' });
  const sha = commit(workspace, `Add ${classic}`);
  const run = await attest(workspace, {
    description: `with ${own}`,
    'user-data': JSON.stringify({ deep: [{ [oauth]: `is ${key}` }] }),
    annotations: `note=${classic}`,
    matrix: JSON.stringify({ token: classic }),
  });
  const { data } = run.result.evidence ?? {};
  expect(data).toMatchObject({
    attestation_name: 'unit',
    git_commit_info: { sha1: sha, message: 'Add ***' },
    description: 'with ***',
    annotations: { note: '***' },
    user_data: { deep: [{ '***': 'is ***' }], compliance_evidence: { matrix: { token: classic } } },
  });
  expect(warnings(run)).toContainEqual('A secret was found and hidden in git_commit_info.message of the record; revoke it');
});

test('text among the attachments of the caller is searched; archives and binaries go as they are', async () => {
  const binary = `\u0000${classic}`;
  const run = await attest(
    checkoutOf({
      'build/unit.xml': '<testsuite name="s"><testcase name="a"/></testsuite>',
      'app.log': `token ${classic}\n`,
      'page.html': `<p title='${classic}'>ghp_helper<script>if (a<b) "${oauth}"</script>`,
      'coverage.xml': `<coverage note="${classic.replace('ghp', '&#103;hp')}">no</coverage>`,
      'clean.txt': 'words',
      'image.bin': binary,
      'old.zip': `PK${classic}`,
    }),
    { attachments: '*.*' },
  );
  const files = unpack(run.stored);
  expect(files['app.log']).toMatch(/^token \*{3}[*0-9a-f]{37}\n$/);
  expect(files['page.html']).not.toContain(classic);
  expect(files['page.html']).not.toContain(oauth);
  expect(files['page.html']).toContain('ghp_helper');
  expect(files['coverage.xml']).toMatch(/^<coverage note="[*0-9a-f]+">no<\/coverage>$/);
  expect(files['clean.txt']).toBe('words');
  expect(files['image.bin']).toBe(binary);
  expect(files['old.zip']).toBe(`PK${classic}`);
  for (const name of ['app.log', 'page.html', 'coverage.xml'])
    expect(warnings(run)).toContainEqual(expect.stringContaining(`${name}: a secret`));
  expect(warnings(run)).toHaveLength(3);
});

test('a results file in another encoding goes as it is, or as UTF-8 if it held a secret', async () => {
  const content = '<?xml version="1.0" encoding="UTF-16"?>\n<testsuite name="Größe"><testcase name="a"/></testsuite>';
  const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
  const honestly = await attest(checkoutOf({ 'build/unit.xml': utf16(content) }), { attach: 'full' });
  expect(honestly.stored?.equals(utf16(content))).toBe(true);
  const leaky = await attest(checkoutOf({ 'build/unit.xml': utf16(content.replace('"a"', `"${classic}"`)) }), { attach: 'full' });
  expect(leaky.stored?.toString()).toMatch(/encoding="UTF-8".*name="Größe"><testcase name="\*{3}/s);
  expect(leaky.result.evidence?.problems).toEqual([]);
});
