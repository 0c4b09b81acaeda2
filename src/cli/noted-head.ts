import { UsageError } from '../errors/index.ts';
import { decodeText, oneLine } from '../text/index.ts';

/** A file with one head is small, whatever people write around it. */
const largest = 1024 * 1024;

/** The head that `--head` means: the hash itself, or a file with one, such as `audit --head-file` writes. */
export async function notedHead(text: string): Promise<string> {
  if (/^[a-f0-9]{64}$/.test(text)) return text;
  const [{ readRegularFile }, { readHeads }] = await Promise.all([import('../files/index.ts'), import('../audit/witness/read-heads.ts')]);
  const file = await readRegularFile(text, largest);
  if (!Buffer.isBuffer(file)) throw wrong(`--head is neither a hash nor a file that can be read: ${oneLine(text, 200)}`);
  const [head, ...others] = readHeads(decodeText(file), `the file of --head, ${oneLine(text, 200)}`);
  if (head === undefined || others.length > 0) throw wrong(`The file of --head has ${others.length + 1} heads: ${oneLine(text, 200)}`);
  return head.link;
}

function wrong(what: string): UsageError {
  return new UsageError('invalid-input', what, {
    fix: 'Write the 64 lower-case hexadecimal digits of one head that somebody kept, or name a file with one head, as `audit --head-file` writes it',
  });
}
