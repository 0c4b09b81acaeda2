/** A SHA-256 that takes its bytes piece by piece: WebCrypto's does not, so Node and the browser page each bring their own. */
export interface Hasher {
  update(bytes: Uint8Array): void;
  /** 64 lower-case hexadecimal digits; the last call. */
  hex(): string;
}

export type Sha256 = () => Hasher;

export function hashOf(sha256: Sha256, content: Uint8Array | string): string {
  const hasher = sha256();
  hasher.update(typeof content === 'string' ? new TextEncoder().encode(content) : content);
  return hasher.hex();
}
