/** The beginning of the secret that `login --with-browser` makes. The service keeps its SHA-256, once a person lets it in by a browser. */
export const terminalPrefix = 'ce_terminal_';

/** The part of that SHA-256 which terminal and browser show, so that a person sees that they belong together. */
export function terminalCode(hash: string): string {
  return `${hash.slice(0, 4)}-${hash.slice(4, 8)}`.toUpperCase();
}
