/** Letters of names that every file system, pattern and archive takes as they are; nothing hidden, and no `..`. */
const plain = /^[A-Za-z0-9_](?:[A-Za-z0-9_.+@=() -]*[A-Za-z0-9_+@=()-])?$/;

/** Whether a name of a file or folder is one that `fork-collect` would write. */
export function isPlainName(name: string): boolean {
  return name.length <= 255 && plain.test(name);
}

/** Where a file is kept, by its path in the workspace: as it is where it can be, else under a number and its name made plain. */
export function keptName(path: string, number: number): string {
  const parts = path.split('/');
  if (parts.length <= 16 && parts.every(isPlainName)) return path;
  const base = (parts.at(-1) ?? '').replace(/[^A-Za-z0-9_.-]/g, '_').slice(-100);
  return `renamed/${number}_${base.replace(/\.+$/, '')}`;
}
