import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { base64Forms } from '../../src/text/hide-secrets.ts';
import { formsOf, hideSecrets, redact } from '../../src/text/index.ts';
import { job, jwt } from './secrets.ts';

const encoded = (text: string): string => Buffer.from(text).toString('base64');
const ofUrl = (text: string): string => Buffer.from(text).toString('base64url');

/** Both ways to take a secret out of a text. */
const ways = [
  ['redact', (text: string, secret: string): string => redact(text, [secret])],
  ['hideSecrets', (text: string, secret: string): string => hideSecrets(text, formsOf([secret])).text],
] as const;

describe.each(ways)('base64 of a known secret, by %s', (_, hide) => {
  it('is hidden wherever in it the secret begins, in both alphabets, with padding and without', () => {
    // Texts that produce the two characters in which the alphabets differ.
    const letter = fc.constantFrom('a', 'B', '3', '_', '-', '.', '~', '?', '>', 'ü', '/', '+');
    const secret = fc.string({ unit: letter, minLength: 8, maxLength: 40 });
    const around = fc.string({ unit: letter, maxLength: 5 });
    fc.assert(
      fc.property(around, secret, around, (before, token, after) => {
        for (const text of [encoded, ofUrl].map((encode) => encode(`${before}${token}${after}`))) {
          for (const written of [text, text.replace(/=+$/, ''), encodeURIComponent(text), text.replaceAll('/', String.raw`\/`)]) {
            const rest = hide(`<${written}>`, token);
            expect(rest).toContain('***');
            // One character may stay at either end: the one that the secret shares with the text around it.
            const most = Math.ceil((Buffer.byteLength(before) * 8) / 6) + Math.ceil((Buffer.byteLength(after) * 8) / 6) + 4;
            expect(decodeURIComponent(rest.replaceAll('\\/', '/')).length).toBeLessThanOrEqual(most + '<***>'.length);
          }
        }
      }),
    );
  });

  it('is hidden in the header that actions/checkout leaves in the configuration of git', () => {
    const header = `AUTHORIZATION: basic ${encoded(`x-access-token:${job}`)}`;
    expect(hide(header, job)).toMatch(/^AUTHORIZATION: basic eC1hY2Nlc3MtdG9rZW46\*\*\*.?=*$/);
    expect(hide(`[http "https://github.com/"]\n\textraheader = ${header}\n`, job)).toContain('***');
  });

  test.each([
    ['lines of 76', 76, '\n'],
    ['lines of 64, as Windows ends them', 64, '\r\n'],
    ['lines that are indented', 60, '\n\t    '],
    ['lines in JSON', 76, String.raw`\n`],
    ['lines in JSON, as Windows ends them', 76, String.raw`\r\n`],
  ])('is hidden in %s', (_name, width, end) => {
    for (const secret of [job, jwt]) {
      for (let before = 0; before < width; before += 1) {
        const text = encoded(`${'u'.repeat(before)}:${secret}:and more`);
        const lines = text.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
        const rest = hide(`data:${end}${lines.join(end)}`, secret);
        const known = encoded(`${'u'.repeat(before)}:`).replace(/=+$/, '').length + encoded(':and more').length + 3;
        expect(rest.replaceAll(end, '').length - 'data:***'.length).toBeLessThanOrEqual(known);
      }
    }
  });

  it('is hidden as far as it is there where the end was cut off', () => {
    const text = encoded(`x-access-token:${job}`);
    expect(hide(`basic ${text.slice(0, 44)}…`, job)).toBe('basic eC1hY2Nlc3MtdG9rZW46***…');
  });

  it('leaves other base64 as it is', () => {
    for (const text of [encoded(`x-access-token:${job.slice(0, -4)}`), encoded('a token that nobody knows'), 'QUJD'.repeat(40)])
      expect(hide(text, job)).toBe(text);
  });

  it('leaves words alone that could be base64 of a secret of fewer than eight bytes', () => {
    for (const secret of ['pass', 'hunter2', 'abcdefg']) expect(hide(encoded(secret), secret)).toBe(encoded(secret));
    expect(hide(encoded('hunter22'), 'hunter22')).toMatch(/^\*\*\*.?=*$/);
  });
});

test('a form has ten characters or more: no ordinary word is taken for one', () => {
  const lengths = ['hunter22', 'ünïcöd', '9'.repeat(9)].flatMap((secret) => base64Forms(secret).map(({ length }) => length));
  expect(Math.min(...lengths)).toBe(10);
  expect(base64Forms('hunter2')).toEqual([]);
});
