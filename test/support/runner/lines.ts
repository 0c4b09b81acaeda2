import { StringDecoder } from 'node:string_decoder';

/** Cuts a stream of bytes into lines as .NET's StreamReader does: at LF, CR LF and at a lone CR, too. */
export function createLines(onLine: (line: string) => void): { write(chunk: Buffer): void; end(): void } {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const drain = (last: boolean): void => {
    // A CR at the end may be the first half of CR LF, so it waits for the next chunk.
    const parts = rest.split(last ? /\r\n|\n|\r/ : /\r\n|\n|\r(?!$)/);
    rest = parts.pop() ?? '';
    for (const part of parts) onLine(part);
    if (last && rest !== '') onLine(rest);
  };
  return {
    write(chunk) {
      rest += decoder.write(chunk);
      drain(false);
    },
    end() {
      rest += decoder.end();
      drain(true);
    },
  };
}
