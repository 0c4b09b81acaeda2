import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdown, markdownLink, neutralize, oneLine, plainUrl, redact } from '../../src/text/index.ts';
import { unseen } from './hostile.ts';

describe('redact', () => {
  it('leaves no secret in any text: raw, URL-encoded, or inside JSON', () => {
    // Characters that a token is made of. A star takes the place of a secret, so it is not one of them.
    const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => (code === 0x2a ? 'x' : String.fromCharCode(code)));
    const secret = fc.string({ unit: visible, minLength: 4, maxLength: 20 });
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (token, before, after) => {
        const text = `${before}${token}${after} ${encodeURIComponent(token)} ${JSON.stringify({ token })}`;
        const clean = redact(text, [token]);
        expect(clean).not.toContain(token);
        expect(clean).not.toContain(encodeURIComponent(token));
        expect(clean).not.toContain(JSON.stringify(token).slice(1, -1));
      }),
    );
  });

  it('leaves no secret in Markdown, whatever stands around it and wherever the text was cut', () => {
    for (const secret of ['ghs_16C7e42F292c6912E7710c838347Ae178B4a', '-a-1.b@c#2', '12.a_b|c*d', 'p@ss:GH-1w0rd!']) {
      for (const text of [secret, `x${secret}`, `1 ${secret}: is it`, `<a href="${secret}">`]) {
        const clean = redact(markdown(text), [secret]);
        expect(clean).toContain('***');
        expect(clean).not.toContain(markdown(secret.slice(1, -1)));
      }
      const cut = redact(markdown(`the token is ${secret}`, 13 + 10), [secret]);
      expect(cut).not.toContain(markdown(secret.slice(1, 8)));
    }
  });

  it('leaves no rest of a secret that begins with another one', () => {
    expect(redact('the token is abcd-efgh-ijkl', ['abcd', 'abcd-efgh-ijkl'])).toBe('the token is ***');
  });

  it('leaves what is too short to be a secret: masking it would blank ordinary text', () => {
    expect(redact('a yes is a yes', ['yes', ''])).toBe('a yes is a yes');
  });

  it.each(unseen.map(({ code, name }) => [name, String.fromCodePoint(code)]))('leaves no secret that %s parts', (_, part) => {
    const secret = 'k_9-aB.secret';
    for (let at = 1; at < secret.length; at += 1) {
      const text = `the token is ${secret.slice(0, at)}${part}${secret.slice(at)}, is it not`;
      expect(redact(text, [secret])).toBe('the token is ***, is it not');
      expect(redact(`x ${part}${text}`, [secret])).toBe(`x ${part}the token is ***, is it not`);
    }
    expect(redact(Array.from(secret).join(`${part}${part}`), [secret])).toBe('***');
  });

  it('leaves no secret in what is shown of any text, whatever parts its characters', () => {
    const secret = 'tok-Secret_99';
    const parts = fc.oneof(
      fc.constantFrom(...unseen.map(({ code }) => String.fromCodePoint(code))),
      fc.constantFrom(
        '\u001B[1;31m',
        '\u001B[0K',
        '\u001B]8;;https://x.example\u0007',
        '\u001B]0;title\u001B\\',
        '\u001BM',
        '\r\n',
        '\n\t',
      ),
    );
    const apart = fc.array(fc.tuple(fc.nat({ max: secret.length }), parts), { maxLength: 6 });
    fc.assert(
      fc.property(apart, fc.string({ maxLength: 8 }), (cuts, around) => {
        let text = secret;
        for (const [at, part] of cuts) text = text.slice(0, at) + part + text.slice(at);
        text = `${around} ${text} ${around}`;
        const clean = redact(text, [secret]);
        const shown = [clean, neutralize(clean), oneLine(clean), markdown(clean), markdownLink(clean, `https://x.example/?${clean}`)];
        for (const sink of shown) {
          const plain = sink.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
          for (const seen of [plain, ...withoutUnseen(plain)]) expect(seen).not.toContain(secret);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('leaves no long beginning of a secret that was cut off, and no text for it', () => {
    const secret = 'abcdefghijklmnop';
    expect(redact('said abcdefghijkl…', [secret])).toBe('said ***…');
    expect(redact('said abcdefgh… and abcd\u200Befghij…', [secret])).toBe('said ***… and ***…');
    expect(redact('said abcdefg…', [secret])).toBe('said abcdefg…');
    expect(redact('said abcdefghijkl and on…', [secret])).toBe('said abcdefghijkl and on…');
  });

  it.each(['\u0000', '\t', '\n', '\u001B', '\u001B[1;31m', '\u007F', '\u200B', '\u2028', '\uD800'])(
    'leaves no secret in a text that writes out what parts it: %j',
    (part) => {
      const written = JSON.stringify({ said: `tok-${part}Secret` }).replace(
        /[\u007F\u200B\u2028]/g,
        (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
      expect(redact(written, ['tok-Secret'])).toBe('{"said":"***"}');
      expect(redact(JSON.stringify(written), ['tok-Secret'])).toBe(JSON.stringify('{"said":"***"}'));
    },
  );

  it('leaves no rest of secrets that overlap', () => {
    expect(redact('x abcdefgh y', ['abcdef', 'efgh'])).toBe('x *** y');
    expect(redact('abcdabcd, abcd', ['abcd'])).toBe('******, ***');
    expect(redact('aaaaaa', ['aaaa'])).toBe('***');
  });

  it('finds a secret that holds invisible characters itself, together or apart', () => {
    expect(redact('line-one\nline-two line-oneline-two', ['line-one\nline-two'])).toBe('*** ***');
  });

  it('leaves a text without secrets as it is, invisible characters and all', () => {
    const text = 'a\u200Bb\u001B[31m c\r\n\tde\u0301f 👩‍💻…';
    expect(redact(text, ['some-secret'])).toBe(text);
  });
});

/** The text as a reader gets it who drops invisible characters, by two readings of an escape sequence. */
function withoutUnseen(text: string): readonly string[] {
  const kept = (rest: string): string =>
    Array.from(rest)
      .filter((character) => !unseen.some(({ code }) => code === character.codePointAt(0)))
      .join('');
  return [kept(text), kept(text.replace(/\u001B\[[\d;]*[A-Za-z]|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)/g, ''))];
}

describe('plainUrl', () => {
  it.each([
    ['https://user:secret@host.example/path?token=1#x', 'https://host.example/path'],
    ['https://host.example:8443', 'https://host.example:8443/'],
    ['ssh://git@host.example/repo.git', 'ssh://host.example/repo.git'],
    ['not a URL', ''],
  ])('%s becomes %s', (url, plain) => {
    expect(plainUrl(url)).toBe(plain);
  });
});
