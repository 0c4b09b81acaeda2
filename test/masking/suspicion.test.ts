import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mayHoldSecrets } from '../../src/masking/mask.ts';
import { workspaceOf } from '../junit/support.ts';

const size = 256 * 1024;

/** Whether a document may hold secrets, which lies between other bytes of a file. */
async function mayHold(content: string | Uint8Array, known: readonly string[] = [], claimed?: number): Promise<boolean> {
  const path = join(workspaceOf({}), 'file');
  const [before, bytes, after] = [Buffer.from('ghp_ before \0'), Buffer.from(content), Buffer.from('\0 ghp_')];
  writeFileSync(path, Buffer.concat([before, bytes, ...(claimed === undefined ? [after] : [])]));
  const descriptor = openSync(path, 'r');
  try {
    return await mayHoldSecrets(descriptor, before.length, claimed ?? bytes.length, known);
  } finally {
    closeSync(descriptor);
  }
}

describe('a document may hold a secret where it holds', () => {
  test.each([
    'a gho_', 'ghp_ b', 'a ghr_ b', 'ghs_', 'ghu_', 'github_pat_', '-----BEGIN ',
    // References, except those to white space.
    '&#103;', '&#x67;', '&#0;', '&#9', '&#90;', '&#010;', '&#xa0;', '&#x0a;', '&#130;', '&#x9;&#8;', '&#',
    // Markup that a text goes on before or behind.
    'a<!--x-->', 'a<?x?>', 'a<![CDATA[x]]>', '<b><![CDATA[x]]>a</b>', '<b><!--x-->a</b>', '<b><?x?>a</b>', '<b><!--x--><?y?></b>', ']]><!',
    // Characters that nobody sees.
    '\0', '\u0008', '\u000b', '\u000c', '\u000e', '\u001b', '\u001f', '\u007f', '\u0080', '\u009f', '\u00ad', '\u200b', '\u200f', '\u202a', '\u202e', '\u2060', '\u206f',
  ])('%j', async (text) => {
    expect(await mayHold(text)).toBe(true);
    expect(await mayHold(`<testsuite>${text}</testsuite>`)).toBe(true);
  }); // prettier-ignore
});

describe('a document holds no secret where it holds', () => {
  test.each([
    '', 'words', 'ghx_ gh_p github_pat -----BEGIN', '-----END x',
    '&amp; &lt; & #', '&#9;&#10;&#13;&#x9;&#xa;&#xA;&#xd;&#xD;',
    '<b>\n<!-- x -->\n<c/>', '<b><!--x--></b>', '<b><![CDATA[x]]></b>', '<?xml version="1.0"?>\n<a/>', 'a <!--x--> b', 'a\n<?x?>\nb', '-- > ] ]> ? >',
    '\t\n\r', '\u00a0', '\u00ac', '\u00ae', '\u200a', '\u2010', '\u2029', '\u202f', '\u205f', '\u2070', 'é 🚀', '\ufefe',
  ])('%j', async (text) => {
    expect(await mayHold(text)).toBe(false);
  }); // prettier-ignore
});

test('a byte order mark is suspect anywhere but at the head', async () => {
  expect(await mayHold('\ufeff<testsuite/>')).toBe(false);
  expect(await mayHold('\ufeff')).toBe(false);
  expect(await mayHold('\ufeff\ufeff<testsuite/>')).toBe(true);
  expect(await mayHold(' \ufeff<testsuite/>')).toBe(true);
  expect(await mayHold(`${'x'.repeat(size)}\ufeff<testsuite/>`)).toBe(true);
  for (const start of [[0xef], [0xef, 0xbb], [0xbb, 0xbf]]) expect(await mayHold(Uint8Array.from(start))).toBe(false);
});

describe('a secret that is known', () => {
  test('is looked for as it is', async () => {
    expect(await mayHold('a hunter2 b', ['hunter2'])).toBe(true);
    expect(await mayHold('a hunter2 b', ['other', 'hunter2'])).toBe(true);
    expect(await mayHold('a hunter b', ['hunter2'])).toBe(false);
  });

  test.each(['<', '>', '&', '"', "'", ' ', '\n'])('is always suspected where XML writes it in several ways: with %j', async (sign) => {
    expect(await mayHold('nothing', [`a${sign}b`])).toBe(true);
    expect(await mayHold('nothing', ['harmless', `a${sign}b`])).toBe(true);
  });

  test('is always suspected where it is longer than a quarter of what is read at once', async () => {
    expect(await mayHold('nothing', ['x'.repeat(size / 4)])).toBe(false);
    expect(await mayHold('nothing', ['x'.repeat(size / 4 + 1)])).toBe(true);
    expect(await mayHold('nothing', ['x'.repeat(size / 4 + 1), 'y'])).toBe(true);
  });

  test.each(['\n', '\r\n', '\n      ', '\n\t', '&#10;', '&#xA;', '&#13;&#10;', String.raw`\n`])(
    'is looked for where base64 of it goes on in the next line (%j)',
    async (end) => {
      const form = 'k'.repeat(100);
      for (const place of [0, size - 120, size - 60, 2 * size + 7]) {
        const text = `${'x\n'.repeat(place / 2)}${'u'.repeat(16)}${form.slice(0, 48)}${end}${form.slice(48)}`;
        expect(await mayHold(text, [form])).toBe(true);
        expect(await mayHold(text, [`${form}k`])).toBe(false);
      }
    },
  );
});

test('what is suspect is found where two pieces of the file meet in it, and in the last of many', async () => {
  const long = 'k'.repeat(100);
  for (const [sign, known] of [
    ['github_pat_', []],
    ['\u200b', []],
    [long, [long, 'z']],
  ] as const) {
    const length = Buffer.byteLength(sign);
    for (const place of [size - length + 1, size - 1, size, 2 * size + 7]) {
      expect(await mayHold(`${'x'.repeat(place)}${sign}`, known)).toBe(true);
      expect(await mayHold(`${'x'.repeat(place)}${sign}${'x'.repeat(size)}`, known)).toBe(true);
    }
  }
  expect(await mayHold('x'.repeat(3 * size))).toBe(false);
});

test('a file that ends before it should holds no more', async () => {
  expect(await mayHold('x', [], 1000)).toBe(false);
  expect(await mayHold('x ghp_', [], 1000)).toBe(true);
  expect(await mayHold('', [], 0)).toBe(false);
});
