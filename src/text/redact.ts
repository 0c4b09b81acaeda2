/** Takes secrets out of text: every occurrence of each secret, raw or URL-encoded, becomes `***`. Secrets shorter than 4 characters are left: masking them would blank ordinary text. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length < 4) continue;
    clean = clean.replaceAll(secret, '***');
    const encoded = encodeURIComponent(secret);
    if (encoded !== secret) clean = clean.replaceAll(encoded, '***');
  }
  return clean;
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
