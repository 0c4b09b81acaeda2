import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formsOf } from '../../src/text/index.ts';
import { junitDocument } from '../junit/documents.ts';
import { masked } from '../junit/masked.ts';
import { readText } from '../junit/support.ts';
import { all, classic, honest, job, key, oauth } from '../text/secrets.ts';

const suite = (inside: string): string => `<testsuite name="s"><testcase name="a" classname="c">${inside}</testcase></testsuite>`;
const coded = (text: string): string =>
  Array.from(text, (one, at) => (at % 2 === 0 ? `&#${one.charCodeAt(0)};` : `&#x${one.charCodeAt(0).toString(16)};`)).join('');
/** The text as a reader of the document sees it: references are resolved; CDATA, comments and colours are gone. */
const read = (text: string): string =>
  text
    .replace(/<!--.*?-->/gs, '')
    .replace(/<!\[CDATA\[(.*?)\]\]>/gs, '$1')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/&#x([0-9a-f]+);/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\u001b\[[0-9;]*m|[\u200b\u0001]/g, '');

describe('a token that a character without any looks parts', () => {
  const cut = (part: string): string => `${classic.slice(0, 9)}${part}${classic.slice(9)}`;
  const none = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
  const found = async (content: string): Promise<number> => (await masked(content)).result.count;

  test('is overwritten, whichever of them it is', async () => {
    const parts = Array.from({ length: 0x11_0000 - 0x7f }, (_, index) => index + 0x7f)
      .map((code) => String.fromCodePoint(code))
      .filter((part) => none.test(part));
    const content = suite(parts.map((part) => `<failure>${cut(part)}</failure>`).join(''));
    expect(await found(content)).toBe(parts.length);
  });

  // A file that holds nothing else is searched first.
  test.each(
    '\u0080 \u00ad \u034f \u0605 \u061c \u06dd \u070f \u0890 \u08e2 \u115f \u17b5 \u180e \u200b \u202e \u2064 \u3164 \ufe0f \ufeff \uffa0 \ufff9 \u{110bd} \u{110cd} \u{1343f} \u{1bca0} \u{1d173} \u{e0001} \u{e0fff}'.split(
      ' ',
    ),
  )('is overwritten where it stands alone (%j)', async (part) => {
    expect(await found(suite(`<failure>${classic.slice(0, 2)}${part}${classic.slice(2)}</failure>`))).toBe(1);
  });
});

describe.each(Object.entries(all))('overwrites a secret (%s)', (_, secret) => {
  const [one, two, three] = [secret.slice(0, 2), secret.slice(2, 25), secret.slice(25)];
  test.each([
    ['in text', suite(`<failure>at ${secret}.</failure>`)],
    ['in an attribute', suite(`<failure message="at ${secret}."/>`)],
    ['in a name', `<testsuite name="${secret}"><testcase name='${secret}'/></testsuite>`],
    ['in a log', suite(`<system-out>${secret}</system-out>`)],
    ['in CDATA', suite(`<failure><![CDATA[at ${secret}]]></failure>`)],
    ['in a comment', suite(`<!--${secret}-->`)],
    ['in an instruction', suite(`<?say ${secret}?>`)],
    ['in a DOCTYPE', `<!DOCTYPE testsuite [<!ENTITY a "${secret}">]>${suite('')}`],
    ['where it is written in references', suite(`<failure message="${coded(secret)}">${coded(secret)}</failure>`)],
    ['where references have zeros before', suite(`<failure>&#x000${one.charCodeAt(0).toString(16)};${secret.slice(1)}</failure>`)],
    ['where CDATA parts it', suite(`<failure>${one}<![CDATA[${two}]]>${three}</failure>`)],
    ['where CDATA parts it from CDATA', suite(`<failure><![CDATA[${one}]]><![CDATA[${two}]]><![CDATA[]]>${three}</failure>`)],
    ['where a comment parts it', suite(`<failure>${one}<!-- no -->${two}<!---->${three}</failure>`)],
    ['where a colour parts it', suite(`<failure>${one}\u001b[7m${two}&#27;[27m${three}</failure>`)],
    ['where what nobody sees parts it', suite(`<failure>${one}\u200b${two}&#8203;\u0001${three}</failure>`)],
    ['in a document that goes on', `${suite('')}\n${suite(secret)}`],
  ])('%s', async (_place, content) => {
    const { text, result } = await masked(content);
    expect(result.count).toBeGreaterThan(0);
    for (const line of secret.split('\n')) {
      expect(read(text)).not.toContain(line);
      expect(read(text)).not.toContain(line.slice(-24));
    }
    expect(text).toContain('***');
    const [then, now] = [await readText(content), await readText(text)];
    expect(now.problems).toEqual([]);
    expect(now.totals).toEqual(then.totals);
  });

  test('also where two pieces of the file meet in it', async () => {
    for (const shift of [1, 5, 39, secret.length - 1]) {
      for (const wrap of [(text: string) => text, coded, (text: string) => `<![CDATA[${text}]]>`]) {
        const content = suite(`<failure>${'x '.repeat((256 * 1024 - shift - 60) / 2)}\n${wrap(secret)}</failure>`);
        const { text, result } = await masked(content);
        expect(result.count).toBe(1);
        expect(text).not.toContain(wrap(secret).slice(10, 40));
      }
    }
  });

  test('and all else stays, to the byte', async () => {
    const content = suite(`<failure message="é 🚀 &lt;&amp; ${secret} &quot;">\u200b${'y'.repeat(1000)}</failure>`);
    const { text } = await masked(content);
    const at = content.indexOf(secret);
    expect(text.slice(0, at)).toBe(content.slice(0, at));
    expect(text.slice(at + secret.length)).toBe(content.slice(at + secret.length));
  });
});

test('a document without secrets stays as it is, whatever looks like one', async () => {
  const escaped = honest.map((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
  const content = `<testsuite>${escaped.map((text) => `<testcase name="${text}"><failure>${text}</failure></testcase>`).join('')}</testsuite>`;
  expect(await masked(content)).toEqual({ text: content, result: { count: 0, leaks: [] } });
});

test('tags end a word, so that no two texts make a secret together', async () => {
  const content = `<testsuite><testcase name="${classic.slice(0, 9)}" classname="${classic.slice(9)}"/></testsuite>`;
  expect((await masked(content)).result.count).toBe(0);
  const [one, two] = [classic.slice(0, 9), classic.slice(9)];
  expect((await masked(suite(`<b>${one}</b><b>&#${two.charCodeAt(0)};${two.slice(1)}</b>${one}<b/>${two}`))).result.count).toBe(0);
});

test('markup behind an ampersand that begins no reference stays', async () => {
  const content = suite(`<failure>a & ${classic}</failure><x a="&lt;"/>`);
  const { text, result } = await masked(content);
  expect(result.count).toBe(1);
  expect(text).toMatch(/<failure>a & \*{3}[0-9a-f]{8}\*{29}<\/failure><x a="&lt;"\/>/);
});

test('cases and suites are named, their own secrets left out', async () => {
  const content = `<testsuites><testsuite name="outer"><properties><property name="p" value="${oauth}"/></properties>
    <testcase classname="${job}" name="adds &amp; removes"/><testcase name="plain"/><testcase name="with ${classic}"/>
    <testcase name="log"><system-out>${key}</system-out></testcase><system-err>${oauth}</system-err></testsuite></testsuites>`;
  expect((await masked(content)).result).toEqual({
    count: 5,
    leaks: [
      { kind: 'suite', name: 'outer' },
      { kind: 'case', name: 'adds & removes' },
      { kind: 'case', name: 'with ***' },
      { kind: 'case', name: 'log' },
    ],
  });
});

test('names that differ by a secret still differ, so that no two tests become attempts of one', async () => {
  const content = `<testsuite name="s"><testcase name="uses ${classic}"><failure/></testcase><testcase name="uses ${oauth}"/>
    <testcase name="again ${job}"><failure/></testcase><testcase name="again ${job}"/></testsuite>`;
  const { text } = await masked(content);
  const [then, now] = [await readText(content, { mergeRetries: 'last' }), await readText(text, { mergeRetries: 'last' })];
  expect(then.totals).toMatchObject({ total: 3, failures: 1, retried: 1 });
  expect(now.totals).toEqual(then.totals);
});

describe('secrets that are known', () => {
  test('are masked wherever they stand, but never in what decides counts', async () => {
    const content = `<testsuite name="failed" tests="1"><testcase name="failed" status="failed" time="1"><!-- failed -->failed</testcase></testsuite>`;
    const { text } = await masked(content, { known: ['failed'] });
    expect(text.match(/failed/g)).toHaveLength(1);
    expect(text).toContain(' status="failed" ');
    expect((await readText(text)).totals).toEqual((await readText(content)).totals);
    const long = 'a-token-of-the-service-itself';
    expect((await masked(suite(`<failure type="${long}" message="&lt;${long}"/>`), { known: [long] })).text).not.toContain(long);
  });

  test.each([
    ['in one line', ''],
    ['over several lines', '\n'],
    ['over lines that are indented', '\r\n    '],
  ])('are masked in base64 as well, %s', async (_, end) => {
    for (const user of ['x-access-token', 'ci', 'bot']) {
      const text = Buffer.from(`${user}:${job} and more`).toString('base64');
      const lines = `${text.slice(0, 30)}${end}${text.slice(30)}`;
      const inAttribute = lines.replaceAll('\r', '&#13;').replaceAll('\n', '&#10;');
      const inside = [
        `<failure message="${inAttribute}">${lines}</failure>`,
        `<system-out><![CDATA[${lines}]]></system-out>`,
        `<!--${lines}-->`,
      ];
      const known = formsOf([job]);
      for (const [content, kind] of [...inside.map((one) => [suite(one), 'markup'] as const), [`log\n${lines}\n`, 'plain'] as const]) {
        const { result, text: rest } = await masked(content, { known, kind });
        expect(result.count).toBeGreaterThan(0);
        expect(rest).not.toContain(text.slice(26, 30));
        expect(rest).not.toContain(text.slice(30, 60));
        expect(rest.length).toBe(content.length);
      }
    }
  });

  test('may hold what XML writes as a reference, and characters past ASCII', async () => {
    const { text } = await masked(suite('<failure message="&lt;Größe&quot;1">&#60;Gr&#xf6;ße"1</failure>'), { known: ['<Größe"1'] });
    expect(text).not.toMatch(/Gr|ße/);
  });
});

test('text that is no markup is searched as it lies there; nothing is written where it is only looked at', async () => {
  const log = `<b>"${classic}</b\n&#103;hp_no ${key}\n`;
  const { text, result } = await masked(log, { kind: 'plain' });
  expect(result.count).toBe(2);
  expect(text).not.toContain(classic);
  expect(text.split('\n')).toHaveLength(log.split('\n').length);
  expect(await masked(log, { kind: 'plain', mode: 'look' })).toEqual({ text: log, result });
});

test('what is masked is well formed and counts as before, whatever stands in it', async () => {
  const secrets = Object.values(all);
  const names = /(?<=(?:name|classname|message)=")[^"]*(?=")/g;
  await fc.assert(
    fc.asyncProperty(
      junitDocument,
      fc.constantFrom(...secrets),
      fc.constantFrom('none', 'last'),
      async (document, secret, mergeRetries) => {
        let number = 0;
        const content = document
          .replace(names, (name) => (number++ % 2 === 0 ? `${name} ${secret}` : name))
          .replaceAll('text &amp; more', `text ${secret}`)
          .replaceAll('<![CDATA[<error/>', `<![CDATA[<error/>${secret}`);
        const then = await readText(content, { mergeRetries });
        const { text } = await masked(content);
        const now = await readText(text, { mergeRetries });
        expect(text).not.toContain(secret.slice(-20));
        expect(now.totals).toEqual(then.totals);
        expect(now.problems.map(({ code }) => code)).toEqual(then.problems.map(({ code }) => code));
      },
    ),
    { numRuns: 60 },
  );
});
