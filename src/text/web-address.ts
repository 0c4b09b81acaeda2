/** Longer ones lead nowhere that anybody knows, and one alone could fill a summary, a comment or an output. */
const longest = 2_048;

/** The address read, if a browser would follow it as one of the web (`http`, `https`): foreign links may be `javascript:`. */
export function webAddress(address: string | null | undefined): URL | undefined {
  const url = typeof address === 'string' && address.length <= longest ? URL.parse(address) : null;
  return (url?.protocol === 'https:' || url?.protocol === 'http:') && url.href.length <= longest ? url : undefined;
}
