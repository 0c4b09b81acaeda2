import { UsageError } from '../errors/index.ts';
import { isLoopback } from '../text/index.ts';
import { parseWebAddress, type WebAddress } from './web-address.ts';

/**
 * The address of the service that every request is joined to: it ends in `/api/v2`, without a slash after it. The input may end in
 * `/api/v2`, in `/`, or be the bare host (a path prefix stays). Plain `http` is only for loopback, because the token would cross the
 * network in the clear.
 */
export function parseBaseUrl(text: string, options: { readonly allowInsecureHttp: boolean }): URL {
  const { url } = webAddressIn(text);
  if (url.search !== '' || url.hash !== '') {
    throw new UsageError('invalid-input', 'base-url holds a query or a fragment', { fix: 'End it in /api/v2' });
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !options.allowInsecureHttp) {
    throw new UsageError('insecure-url', `base-url is plain http to ${url.host}: the token would cross the network unencrypted`, {
      fix: 'Use https://, or set allow-insecure-http: true if that network is yours alone',
    });
  }
  refuseOtherPath(url);
  url.pathname = `${url.pathname.replace(/\/+$/, '').replace(/\/api\/v2$/, '')}/api/v2`;
  return url;
}

/** Throws where it is not a web address, or holds a password. */
function webAddressIn(text: string): Extract<WebAddress, { kind: 'web' }> {
  const address = parseWebAddress(text);
  switch (address.kind) {
    case 'web':
      return address;
    case 'user':
      throw new UsageError('invalid-input', 'base-url holds a user name or password', {
        fix: 'Take them out; the token goes into api-token',
      });
    case 'other':
      if (address.url === null)
        throw new UsageError('invalid-input', `base-url is not a URL${text.includes('@') ? '' : `: ${text}`}`, {
          fix: withScheme(text) ?? 'Write it with its scheme, for example https://evidence.example.com/api/v2',
        });
      throw new UsageError('invalid-input', `base-url must begin with https://, not ${address.url.protocol}//`, {
        fix: withScheme(text) ?? 'Write it as https://evidence.example.com/api/v2',
      });
  }
}

/** Throws where the path names another version of the interface, or a path inside it: nothing would answer below it. */
function refuseOtherPath(url: URL): void {
  const [, before = '', version = '', rest = ''] = /^(.*)\/api\/(v\d+)(\/.*)?$/.exec(url.pathname.replace(/\/+$/, '')) ?? [];
  if (version === '' || (version === 'v2' && rest === '')) return;
  const fix = `Write ${url.origin}${before}/api/v2`;
  if (version !== 'v2') throw new UsageError('invalid-input', `base-url is of another version of the interface: ${url.pathname}`, { fix });
  throw new UsageError('invalid-input', `base-url goes on behind /api/v2: ${url.pathname}`, { fix });
}

/** How to write an address of this machine that has no scheme. */
function withScheme(text: string): string | undefined {
  const url = URL.parse(`http://${text}`);
  if (url?.username !== '' || !isLoopback(url.hostname)) return undefined;
  return `Write http://${url.host}/api/v2, or \${{ steps.service.outputs.url }} for a service of this job`;
}
