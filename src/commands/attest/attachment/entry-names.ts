/**
 * Names for the files in an archive, all different: relative to the workspace with `/`, and `outside/…` for files that an absolute pattern
 * found elsewhere. Whatever a file is called, unpacking never leaves the target folder, and never writes one file over another where case
 * makes no difference.
 */
export function entryNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const wanted = entryName(name);
    const dot = wanted.lastIndexOf('.');
    const end = dot > wanted.lastIndexOf('/') + 1 ? dot : wanted.length;
    let free = wanted;
    for (let number = 2; taken.has(folded(free)); number += 1) free = `${wanted.slice(0, end)}-${number}${wanted.slice(end)}`;
    taken.add(folded(free));
    return free;
  });
}

/** Two names that Windows or macOS take for the same become one. */
function folded(name: string): string {
  return name.normalize('NFC').toUpperCase();
}

function entryName(name: string): string {
  const isOutside = /^(?:\/|[A-Za-z]:\/)/.test(name);
  // On Windows a backslash separates directories and a colon ends a drive, wherever the archive was made.
  const parts = name.replace(/[\\:\u0000-\u001F]/g, '_').split('/');
  const kept = parts.filter((part) => part !== '' && part !== '.' && part !== '..');
  return isOutside || kept.length < parts.length ? `outside/${kept.at(-1) ?? 'file'}` : kept.join('/');
}

export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
