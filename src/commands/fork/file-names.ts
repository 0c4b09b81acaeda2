/** Letters that every file system, pattern and archive accepts in a name. Hidden names and `..` are left out. */
const plain = /^[A-Za-z0-9_](?:[A-Za-z0-9_.+@=() -]*[A-Za-z0-9_+@=()-])?$/;

/** Whether a name of a file or folder is one that `fork-collect` would write. */
export function isPlainName(name: string): boolean {
  return name.length <= 255 && plain.test(name);
}

/** The name under which a file is kept: its path in the workspace if possible, else a number and a plain form of its name. */
export function keptName(path: string, number: number): string {
  const parts = path.split('/');
  if (parts.length <= 16 && parts.every(isPlainName)) return path;
  const base = (parts.at(-1) ?? '').replace(/[^A-Za-z0-9_.-]/g, '_').slice(-100);
  return `renamed/${number}_${base.replace(/\.+$/, '')}`;
}
