/**
 * Reads `KEY=VALUE` and `KEY<<DELIMITER` pairs as EnvFileKeyValuePairs in the runner's FileCommandManager.cs does: one by one, so
 * that those before a mistake count.
 */
export function* envFilePairs(text: string): Generator<readonly [key: string, value: string]> {
  const reader = createReader(text.replace(/^\uFEFF/, ''));
  for (let line = reader.next(); line !== undefined; line = reader.next()) {
    if (line.text === '') continue;
    const equals = position(line.text, '=');
    const heredoc = position(line.text, '<<');
    if (equals < heredoc) {
      yield [line.text.slice(0, equals), line.text.slice(equals + 1)];
    } else if (heredoc < equals) {
      const key = line.text.slice(0, heredoc);
      const delimiter = line.text.slice(heredoc + 2);
      if (key === '' || delimiter === '')
        throw new Error(`Invalid format '${line.text}'. Name must not be empty and delimiter must not be empty`);
      yield [key, readUntil(reader, delimiter)];
    } else {
      throw new Error(`Invalid format '${line.text}'`);
    }
  }
}

function readUntil(reader: Reader, delimiter: string): string {
  const value: string[] = [];
  for (let line = reader.next(); line?.text !== delimiter; line = reader.next()) {
    if (line === undefined) throw new Error(`Invalid value. Matching delimiter not found '${delimiter}'`);
    if (!line.ended) throw new Error('Invalid value. EOF marker missing new line.');
    value.push(line.text);
  }
  return value.join('\n');
}

/** Lines end at LF alone: on Linux and macOS a CR is part of the value. */
interface Reader {
  next(): { readonly text: string; readonly ended: boolean } | undefined;
}

function createReader(text: string): Reader {
  let index = 0;
  return {
    next() {
      if (index >= text.length) return undefined;
      const end = text.indexOf('\n', index);
      const line = { text: text.slice(index, end < 0 ? undefined : end), ended: end >= 0 };
      index = end < 0 ? text.length : end + 1;
      return line;
    },
  };
}

function position(text: string, part: string): number {
  const index = text.indexOf(part);
  return index < 0 ? Number.POSITIVE_INFINITY : index;
}
