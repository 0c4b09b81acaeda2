/**
 * The header `content-disposition` of a file to save (RFC 6266): first the name in ASCII for old readers, then the whole name. A
 * name from outside can end neither the quotes nor the header.
 */
export function attachmentNamed(filename: string): string {
  const ascii = filename.replace(/[^\u0020-\u007E]|["\\%]/gu, '_');
  const whole = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`;
}
