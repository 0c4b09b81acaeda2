import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors/index.ts';
import { parseBaseUrl } from '../../src/options/service.ts';

const parse = (text: string, allowInsecureHttp = false): string => parseBaseUrl(text, { allowInsecureHttp }).href;

describe('base-url', () => {
  it.each([
    'https://evidence.example',
    'https://evidence.example/',
    'https://evidence.example/api/v2',
    'https://evidence.example/api/v2/',
    'https://evidence.example//',
    'HTTPS://Evidence.Example/api/v2///',
  ])('%s is one service', (text) => {
    expect(parse(text)).toBe('https://evidence.example/api/v2');
  });

  it.each([
    ['127.0.0.1:40123', 'http://127.0.0.1:40123/api/v2'],
    ['localhost:8787/api/v2', 'http://localhost:8787/api/v2'],
  ])('without its scheme, on this machine, is told with it: %s', (text, address) => {
    expect(errorOf(text).fix).toBe(`Write ${address}, or \${{ steps.service.outputs.url }} for a service of this job`);
  });

  it.each(['evidence.acme.example', 'ada:secret@localhost'])('without its scheme, elsewhere or with a name, has an example: %s', (text) => {
    expect(errorOf(text).fix).toMatch(/https:\/\/evidence\.example\.com\/api\/v2$/);
  });

  it('may have a port and a path in front', () => {
    expect(parse('https://evidence.example:8443/tools/evidence/api/v2/')).toBe('https://evidence.example:8443/tools/evidence/api/v2');
    expect(parse('https://evidence.example/tools')).toBe('https://evidence.example/tools/api/v2');
    expect(parse('https://evidence.example/api/v2x/api/v2')).toBe('https://evidence.example/api/v2x/api/v2');
  });

  it.each(['http://127.0.0.1:8787', 'http://localhost', 'http://ci.localhost:1', 'http://[::1]:8787', 'http://127.9.9.9'])(
    'may be plain http to this machine: %s',
    (text) => {
      expect(parse(text)).toMatch(/^http:.*\/api\/v2$/);
    },
  );

  it.each([
    'http://evidence.example',
    'http://10.0.0.7:8787',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://1270.0.0.1',
    'http://[::2]',
    'http://evillocalhost',
    'http://evil-localhost:8787',
    'http://localhost.evil.example',
    'http://127.evil.example',
    'http://x127.0.0.1.nip.example',
    'http://0.0.0.0',
    'http://[::ffff:10.0.0.7]',
  ])('is not plain http to another machine, unless that is allowed: %s', (text) => {
    const error = errorOf(text);
    expect(error).toMatchObject({ fix: expect.stringContaining('https://') });
    expect(['insecure-url', 'invalid-input']).toContain(error.code);
  });

  it('is plain http to another machine where that is allowed', () => {
    expect(errorOf('http://10.0.0.7:8787')).toMatchObject({
      code: 'insecure-url',
      fix: expect.stringContaining('allow-insecure-http: true'),
    });
    expect(parse('http://10.0.0.7:8787', true)).toBe('http://10.0.0.7:8787/api/v2');
  });

  it.each([
    ['', /not a URL/],
    ['evidence.example/api/v2', /not a URL/],
    ['ftp://evidence.example', /https/],
    ['file:///etc', /https/],
    ['https://user:pass@evidence.example', /user name or password/],
    ['https://user@evidence.example', /user name or password/],
    ['https://:pass@evidence.example', /user name or password/],
    ['https://evidence.example/api/v2?x=1', /query/],
    ['https://evidence.example/#x', /fragment/],
    ['https://evidence.example/api/v1', /another version of the interface: \/api\/v1$/],
    ['https://evidence.example/api/v3/flows/acme', /another version/],
    ['https://evidence.example/api/v2/flows/acme', /goes on behind \/api\/v2/],
  ])('is refused with its fix: %j', (text, message) => {
    const error = errorOf(text);
    expect(error).toMatchObject({ code: 'invalid-input', message: expect.stringMatching(message), fix: expect.stringMatching(/\S/) });
  });
});

it('a base-url with another version or path behind it is told what to write', () => {
  for (const path of ['/api/v1', '/api/v1/', '/api/v2/flows/acme/', '/api/v20'])
    expect(errorOf(`https://evidence.example:8443/tools${path}`).fix).toBe('Write https://evidence.example:8443/tools/api/v2');
  expect(parse('https://evidence.example/api')).toBe('https://evidence.example/api/api/v2');
});

it('a base-url that is none is repeated, but not where it may hold a password', () => {
  expect(errorOf('evidence.example').message).toBe('base-url is not a URL: evidence.example');
  expect(errorOf('user:secret@').message).not.toContain('secret');
  expect(errorOf('https://user:secret@').message).toBe('base-url is not a URL');
});

function errorOf(text: string): UsageError {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof UsageError) return error;
  }
  return expect.fail(`${text} was taken`);
}
