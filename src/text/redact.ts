/**
 * Takes secrets out of text: every occurrence of each secret, raw, URL-encoded or as JSON writes it, becomes `***`; the
 * longest goes first, so that no rest of it stays. Secrets shorter than 4 characters are left: masking them would blank
 * ordinary text.
 */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= 4)
    .flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)])
    .toSorted((a, b) => b.length - a.length)
    .reduce((clean, form) => clean.replaceAll(form, () => '***'), text);
}

/** A URL without user, password, query and fragment; `''` for what is not a URL. */
export function plainUrl(url: string | URL): string {
  try {
    const parsed = new URL(url);
    return `${parsed.origin === 'null' ? `${parsed.protocol}//${parsed.host}` : parsed.origin}${parsed.pathname}`;
  } catch {
    return '';
  }
}
