/**
 * The text of a file that a person wrote: UTF-8, or the encoding that its first bytes name. Editors and shells of Windows mark
 * their files: UTF-8 with a mark would be no JSON, and UTF-16 is the output of `>` in its older shell. Bytes that are not UTF-8
 * come out marked as such (U+FFFD).
 */
export function decodeText(bytes: Buffer): string {
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
