import type { ObjectStore } from './object-store.ts';

/** A file that was read; `missing` where the clone does not have it, `too-large` where it is over the limit. */
export type Blob = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'missing' } | { readonly kind: 'too-large' };

/** The texts of files by their SHAs, each at most `limit` bytes, by two calls of git. */
export async function readBlobs(store: ObjectStore, objects: readonly string[], limit: number): Promise<ReadonlyMap<string, Blob>> {
  const asked = [...new Set(objects)];
  if (asked.length === 0) return new Map();
  const lines = (names: readonly string[]): string => names.map((name) => `${name}\n`).join('');
  const sizes = new Map(
    (await store.read(['cat-file', '--batch-check=%(objectname) %(objecttype) %(objectsize)'], 'files', { input: lines(asked) }))
      .split('\n')
      .flatMap((line): [string, number][] => {
        const [, name, size] = /^([0-9a-f]{40}) blob (\d+)$/.exec(line) ?? [];
        return name === undefined ? [] : [[name, Number(size)]];
      }),
  );
  const wanted = asked.filter((name) => (sizes.get(name) ?? Infinity) <= limit);
  const texts = wanted.length === 0 ? new Map<string, string>() : await contents(store, wanted);
  return new Map(
    asked.map((name): [string, Blob] => {
      const text = texts.get(name);
      if (text !== undefined) return [name, { kind: 'text', text }];
      return [name, sizes.has(name) && !wanted.includes(name) ? { kind: 'too-large' } : { kind: 'missing' }];
    }),
  );
}

async function contents(store: ObjectStore, names: readonly string[]): Promise<Map<string, string>> {
  const ending = await store.run(['cat-file', '--batch'], { input: names.map((name) => `${name}\n`).join('') });
  const found = new Map<string, string>();
  if (ending.kind !== 'done') return found;
  const { stdout } = ending;
  for (let position = 0; position < stdout.length;) {
    const lineEnd = stdout.indexOf('\n', position);
    if (lineEnd < 0) break;
    const [, name, size] = /^([0-9a-f]{40}) blob (\d+)$/.exec(stdout.toString('latin1', position, lineEnd)) ?? [];
    position = lineEnd + 1;
    if (name === undefined) continue;
    found.set(name, stdout.toString('utf8', position, position + Number(size)));
    position += Number(size) + 1;
  }
  return found;
}
