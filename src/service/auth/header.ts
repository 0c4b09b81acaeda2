/** Where in an Authorization header the secret is that says who asks. */
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
 * The token of somebody who reads a page: a bearer's, or the password that they gave their browser. Never the user name: a
 * browser sends again by itself what it was given, also with a form of another site, and operations take the user name.
 */
export function readerSecretOf(header: string | undefined): string | undefined {
  const { scheme, value } = partsOf(header);
  if (scheme !== 'basic') return scheme === 'bearer' ? value : undefined;
  return Buffer.from(value, 'base64').toString().split(':')[1] || undefined;
}

/** The scheme of an Authorization header, in small letters; empty where there is none. */
export function schemeOf(header: string | undefined): string {
  return partsOf(header).scheme;
}

function partsOf(header: string | undefined): { readonly scheme: string; readonly value: string } {
  const [, scheme = '', value = ''] = /^(\S+) +(\S+) *$/.exec(header ?? '') ?? [];
  return { scheme: scheme.toLowerCase(), value };
}
