/** Version of this package; a test compares it with `package.json`. */
export const version = '1.0.0';

/** How we name ourselves to services: RFC 9110, 10.1.5. */
export const userAgent = `compliance-evidence/${version}`;
