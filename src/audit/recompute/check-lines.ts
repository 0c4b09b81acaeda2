import { stringAt } from '../../text/index.ts';
import { textLines } from '../lines/read-lines.ts';
import { hashOf } from '../package/hash.ts';
import { sha256 } from '../package/node-sha256.ts';

/** As many lines as somebody looks at: the first one says already that another program wrote the file. */
const most = 5;

/** These are members of their own in a package. */
const elsewhere: ReadonlySet<string> = new Set(['record', 'attached', 'answer', 'witness']);

/**
 * Lines of a `collected.ndjson` that no audit writes. A reader that passes lines over by their beginning would take a line with a field
 * twice for another one than a reader that parses it: one could be shown to the records, and the other to the reports.
 */
export async function checkLines(file: string): Promise<readonly string[]> {
  const problems: string[] = [];
  let number = 0;
  for await (const { text, whole } of textLines(file)) {
    number += 1;
    const why = whole ? oddness(text) : 'its end is missing';
    if (why !== undefined) problems.push(`collected.ndjson, line ${number}: no audit writes it so: ${why}`);
    if (problems.length === most) break;
  }
  return problems;
}

function oddness(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is no JSON';
  }
  if (JSON.stringify(value) !== text) return 'it has a field twice, or is written in another way';
  const kind = stringAt(value, 'kind') ?? '';
  if (elsewhere.has(kind)) return 'it is of a kind that is a member of its own in a package';
  const isOther = kind === 'file' && hashOf(sha256, stringAt(value, 'text') ?? '') !== stringAt(value, 'digest');
  return isOther ? "its text of the audit's file has another SHA-256 than it says" : undefined;
}
