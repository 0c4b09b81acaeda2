import { webAddress } from '../../text/index.ts';

/**
 * A foreign address as RFC 3986 has it, which SARIF and OSCAL demand; undefined where it is no address of the web. Characters
 * that browsers accept besides, a bar or a second `#`, are encoded, and user and password are left out.
 */
export function uri(address: string): string | undefined {
  const url = webAddress(address);
  if (url === undefined) return undefined;
  const { hash, origin, pathname, search } = url;
  const path = encoded(`${pathname}${search}`);
  return `${origin}${path}${hash === '' ? '' : `#${encoded(hash.slice(1)).replaceAll('#', '%23')}`}`;
}

function encoded(text: string): string {
  return text.replace(
    /[^\w\-.~:/?#@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
