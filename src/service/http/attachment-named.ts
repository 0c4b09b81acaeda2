/**
 * The header `content-disposition` of a file that is to be saved (RFC 6266): the name in ASCII for old readers, and then
 * the whole of it. A name from outside ends neither the quotes nor the header.
 */
export function attachmentNamed(filename: string): string {
  const ascii = filename.replace(/[^\u0020-\u007E]|["\\%]/gu, '_');
  const whole = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`;
}
