export interface Encoding {
  /** A label for TextDecoder; `utf-8` needs none. */
  readonly label: string;
  /** A warning: the declaration names an encoding that the bytes cannot be in, or that we do not know. */
  readonly oddity?: string;
}

/**
 * The encoding of a document by its first bytes: byte order mark, then the pattern of the first character, then the
 * declaration. `undefined` for UTF-32, which no test framework writes.
 */
export function sniffEncoding(head: Buffer): Encoding | undefined {
  const [first, second, third, fourth] = head;
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? undefined : { label: 'utf-16le' };
  if (first === 0xfe && second === 0xff) return { label: 'utf-16be' };
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return undefined;
  if (isMarkup(first) && second === 0) return third === 0 && fourth === 0 ? undefined : { label: 'utf-16le' };
  if (first === 0 && isMarkup(second)) return { label: 'utf-16be' };

  // Behind a byte order mark of UTF-8 it is not found, and not needed.
  const declared = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']\s*([^"'\s]+)\s*["']/.exec(head.toString('latin1', 0, 1024))?.[1];
  if (declared === undefined) return { label: 'utf-8' };
  let label: string;
  try {
    label = new TextDecoder(declared).encoding;
  } catch {
    return { label: 'utf-8', oddity: `it declares the encoding "${declared.slice(0, 60)}", which is not known; it was read as UTF-8` };
  }
  if (label.startsWith('utf-16')) {
    return { label: 'utf-8', oddity: `it declares ${label.toUpperCase()} but its characters are one byte long; it was read as UTF-8` };
  }
  // Tools that declare ASCII write UTF-8 where they meet more than ASCII.
  return { label: /ascii/i.test(declared) ? 'utf-8' : label };
}

function isMarkup(byte: number | undefined): boolean {
  return byte === 0x3c || byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
