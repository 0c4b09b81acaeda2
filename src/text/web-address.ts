/** The address read, if a browser would follow it as one of the web (`http`, `https`): foreign links may be `javascript:`. */
export function webAddress(address: string | null | undefined): URL | undefined {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined;
}
