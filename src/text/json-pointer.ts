/** The names in a JSON pointer (RFC 6901): `a`, `0` and `b` in `/a/0/b`. */
export function pointerParts(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The path that a JSON pointer means, for example `a[0].b`; it begins with `prefix`. */
export function pointerPath(pointer: string, prefix: string): string {
  return pointerParts(pointer).reduce((path, part) => {
    if (path === '') return part;
    return /^\d+$/.test(part) ? `${path}[${part}]` : `${path}.${part}`;
  }, prefix);
}
