/** Longest text that an event repeats from its record, which keeps it whole. */
const longest = 4096;

const commitFields = ['sha1', 'message', 'author', 'author_username', 'branch', 'url', 'timestamp', 'parents'];
const repoFields = ['id', 'name', 'url', 'provider', 'description'];

/** What a trail's list of events repeats of a commit: every field of it, `null` where it is not known. */
export function commitOf(info: unknown): Readonly<Record<string, unknown>> | null {
  return pick(info, commitFields);
}

export function repoOf(info: unknown): Readonly<Record<string, unknown>> | null {
  return pick(info, repoFields);
}

function pick(info: unknown, fields: readonly string[]): Readonly<Record<string, unknown>> | null {
  if (typeof info !== 'object' || info === null) return null;
  const known = new Map<string, unknown>(Object.entries(info));
  return Object.fromEntries(fields.map((field) => [field, short(known.get(field))]));
}

function short(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 64);
  if (typeof value !== 'string' || value.length <= longest) return value ?? null;
  return `${value.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
