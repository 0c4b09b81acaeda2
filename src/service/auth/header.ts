/** Finds the secret of the caller in an Authorization header. */
export type SecretIn = (header: string | undefined) => string | undefined;

/** The token of an Authorization header: a bearer's, or the user name of basic authentication, whose password is ignored. */
export function secretOf(header: string | undefined): string | undefined {
  const { scheme, value } = partsOf(header);
  switch (scheme) {
    case 'bearer':
      return value;
    case 'basic':
      return Buffer.from(value, 'base64').toString().split(':')[0] || undefined;
    default:
      return undefined;
  }
}

/**
 * The token of a person who reads a page: a bearer token, or the password that they gave their browser. It is never the user
 * name: a browser repeats by itself what it was given, also with a form of another site, and operations read the user name.
 */
export function readerSecretOf(header: string | undefined): string | undefined {
  const { scheme, value } = partsOf(header);
  if (scheme !== 'basic') return scheme === 'bearer' ? value : undefined;
  return Buffer.from(value, 'base64').toString().split(':')[1] || undefined;
}

/** The scheme of an Authorization header, in lower case; empty if there is none. */
export function schemeOf(header: string | undefined): string {
  return partsOf(header).scheme;
}

function partsOf(header: string | undefined): { readonly scheme: string; readonly value: string } {
  const [, scheme = '', value = ''] = /^(\S+) +(\S+) *$/.exec(header ?? '') ?? [];
  return { scheme: scheme.toLowerCase(), value };
}
