import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainUrl, redact } from '../../src/text/index.ts';

describe('redact', () => {
  it('leaves no secret in any text: raw, URL-encoded, or inside JSON', () => {
    // What a token is made of; a star is what takes its place.
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

  it('leaves no rest of a secret that begins with another one', () => {
    expect(redact('the token is abcd-efgh-ijkl', ['abcd', 'abcd-efgh-ijkl'])).toBe('the token is ***');
  });

  it('leaves what is too short to be a secret: masking it would blank ordinary text', () => {
    expect(redact('a yes is a yes', ['yes', ''])).toBe('a yes is a yes');
  });
});

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
