/** The longest text that an event repeats from its record. The record keeps it whole. */
const longest = 4096;

/** Every field that an event shows of a commit and of a repository: `null` if it is not known. */
export const commitFields = ['sha1', 'message', 'author', 'author_username', 'branch', 'url', 'timestamp', 'parents'];
export const repoFields = ['id', 'name', 'url', 'provider', 'description'];

export function pick(info: unknown, fields: readonly string[]): Readonly<Record<string, unknown>> | null {
  if (typeof info !== 'object' || info === null) return null;
  const known = new Map<string, unknown>(Object.entries(info));
  return Object.fromEntries(fields.map((field) => [field, short(known.get(field))]));
}

export function short(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 64);
  if (typeof value !== 'string' || value.length <= longest) return value ?? null;
  return `${value.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
