/** Whether a host, as `URL` writes it, is this very machine: names of `localhost` (RFC 6761, 6.3) and its addresses. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127(?:\.\d{1,3}){3}$/.test(hostname) || hostname === '[::1]';
}
