/** A message about a place in a file. */
interface Remark {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/** `file:line:column: message`; the file only once where the message already begins with it. */
export function placed({ file, line, column, message }: Remark): string {
  if (file === undefined) return message;
  const at = `${file}${line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`}`;
  if (message.startsWith(at)) return message;
  return message.startsWith(`${file}: `) ? `${at}${message.slice(file.length)}` : `${at}: ${message}`;
}
