import type { Terminal } from '../../src/cli/terminal.ts';

/** A terminal that keeps what it is told. */
export function listening(): {
  readonly out: readonly string[];
  readonly err: readonly string[];
  readonly json: readonly unknown[];
  readonly terminal: Terminal;
} {
  const [out, err]: [string[], string[]] = [[], []];
  const json: unknown[] = [];
  const terminal: Terminal = {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    jsonLine: () => Promise.resolve(),
    json: (value) => void json.push(value),
    progress: () => {},
    columns: undefined,
    style: (_, text) => text,
    hide: () => {},
  };
  return { out, err, json, terminal };
}
