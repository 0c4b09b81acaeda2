import { describe, expect, it } from 'vitest';
import { wayTo, type Network } from '../../src/client/proxy.ts';

const proxied = { HTTPS_PROXY: 'http://proxy.corp:3128' } as const;
const isProxied = (url: string, network: Network): boolean => wayTo(new URL(url), network).kind === 'proxy';

describe('the way to a service', () => {
  it.each([
    [{ HTTPS_PROXY: 'http://proxy.corp:3128' }, 'http://proxy.corp:3128', 'HTTPS_PROXY'],
    [{ https_proxy: 'https://proxy.corp' }, 'https://proxy.corp', 'https_proxy'],
    [{ https_proxy: 'http://lower.corp', HTTPS_PROXY: 'http://upper.corp' }, 'http://lower.corp', 'https_proxy'],
    [{ https_proxy: ' ', HTTPS_PROXY: ' http://upper.corp ' }, 'http://upper.corp', 'HTTPS_PROXY'],
    // Without its scheme a name with a port reads as a URL of the scheme `proxy.corp:`.
    [{ HTTPS_PROXY: 'proxy.corp:3128' }, 'http://proxy.corp:3128', 'HTTPS_PROXY'],
    [{ HTTPS_PROXY: '10.0.0.7:3128' }, 'http://10.0.0.7:3128', 'HTTPS_PROXY'],
  ])('with %j leads through %s', (network, origin, variable) => {
    expect(wayTo(new URL('https://evidence.example/api/v2'), network)).toMatchObject({ kind: 'proxy', proxy: { origin }, variable });
  });

  it.each([
    {},
    { HTTP_PROXY: 'http://proxy.corp' },
    { http_proxy: 'http://proxy.corp' },
    { HTTPS_PROXY: '' },
    { HTTPS_PROXY: 'http://proxy.corp', NO_PROXY: '*' },
  ])('with %j leads direct', (network) => {
    expect(wayTo(new URL('https://evidence.example'), network)).toEqual({ kind: 'direct' });
  });

  it.each(['https://localhost', 'https://127.0.0.1:8443', 'https://127.9.9.9', 'https://[::1]:1', 'https://ci.localhost'])(
    'leads direct to this machine: %s',
    (url) => {
      expect(isProxied(url, proxied)).toBe(false);
    },
  );

  it.each([
    'https://evillocalhost',
    'https://localhost.evil.example',
    'https://127.evil.example',
    'https://127.0.0.1.evil.example',
    'https://[::2]',
    'https://128.0.0.1',
  ])('does not take another machine for this one: %s', (url) => {
    expect(isProxied(url, proxied)).toBe(true);
  });
});

describe('NO_PROXY', () => {
  const url = 'https://evidence.corp.example:8443';

  it.each([
    'evidence.corp.example',
    'corp.example',
    '.corp.example',
    '*.corp.example',
    'EVIDENCE.Corp.Example',
    'evidence.corp.example:8443',
    'other.example, evidence.corp.example',
    'other.example evidence.corp.example',
    ' , *',
    '*',
  ])('%j leaves the proxy out', (list) => {
    expect(isProxied(url, { ...proxied, NO_PROXY: list })).toBe(false);
    expect(isProxied(url, { ...proxied, no_proxy: list })).toBe(false);
  });

  it.each([
    '',
    ',',
    'evidence',
    'evidence.corp.example:443',
    'dence.corp.example',
    'corp.example.evil',
    'example:80',
    '.',
    '*.',
    ':8443',
    '*evidence',
  ])('%j does not', (list) => {
    expect(isProxied(url, { ...proxied, NO_PROXY: list })).toBe(true);
  });

  it('with an empty domain does not name hosts that end in a dot', () => {
    expect(isProxied('https://evidence.corp.example.', { ...proxied, NO_PROXY: '.' })).toBe(true);
    expect(isProxied('https://evidence.corp.example.', { ...proxied, NO_PROXY: 'corp.example.' })).toBe(false);
  });

  it('knows the port of the scheme, and addresses', () => {
    expect(isProxied('https://a.example', { ...proxied, NO_PROXY: 'a.example:443' })).toBe(false);
    expect(isProxied('https://a.example', { ...proxied, NO_PROXY: 'a.example:80' })).toBe(true);
    expect(isProxied('https://10.0.0.7', { ...proxied, NO_PROXY: '10.0.0.7' })).toBe(false);
    expect(isProxied('https://[fd00::7]:8443', { ...proxied, NO_PROXY: 'fd00::7' })).toBe(false);
    expect(isProxied('https://[fd00::7]:8443', { ...proxied, NO_PROXY: '[fd00::7]:8443' })).toBe(false);
    expect(isProxied('https://[fd00::7]:8443', { ...proxied, NO_PROXY: '[fd00::7]:443' })).toBe(true);
  });

  it('in lower case comes first, unless it is empty', () => {
    expect(isProxied(url, { ...proxied, no_proxy: 'x.example', NO_PROXY: '*' })).toBe(true);
    expect(isProxied(url, { ...proxied, no_proxy: ' ', NO_PROXY: '*' })).toBe(false);
  });

  it('leaves out what is said of plain http, which goes direct anyway', () => {
    const to = (network: Network): unknown => wayTo(new URL('http://evidence.corp.example'), network);
    expect(to({ HTTP_PROXY: 'http://p', NO_PROXY: 'corp.example' })).toEqual({ kind: 'direct' });
    expect(to({ HTTP_PROXY: 'http://p', NO_PROXY: 'corp.example:443' })).toEqual({ kind: 'direct', instead: 'HTTP_PROXY' });
    expect(to({ HTTP_PROXY: 'http://p', NO_PROXY: 'corp.example:80' })).toEqual({ kind: 'direct' });
  });
});
