/** Longer ones lead nowhere that anybody knows, and one alone could fill a summary, a comment or an output. */
const longest = 2_048;

/** The address read, if a browser would follow it as one of the web (`http`, `https`): foreign links may be `javascript:`. */
export function webAddress(address: string | null | undefined): URL | undefined {
  const url = typeof address === 'string' && address.length <= longest ? URL.parse(address) : null;
  return (url?.protocol === 'https:' || url?.protocol === 'http:') && url.href.length <= longest ? url : undefined;
}

/** Whether a host, as `URL` writes it, is this very machine: names of `localhost` (RFC 6761, 6.3) and its addresses. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127(?:\.\d{1,3}){3}$/.test(hostname) || hostname === '[::1]';
}

/** A URL without user, password, query and fragment; `''` for what is not a URL. */
export function plainUrl(url: string | URL): string {
  const parsed = URL.parse(String(url));
  if (parsed === null) return '';
  return `${parsed.origin === 'null' ? `${parsed.protocol}//${parsed.host}` : parsed.origin}${parsed.pathname}`;
}
