import { given } from '../text/index.ts';
import type { CommitFacts } from './head.ts';
import { oneLineOf, personOf, plain } from './payload.ts';

/** One commit as the object itself says it: `parents` are all parents, at the edge of a shallow clone too. */
export interface CommitObject extends Omit<CommitFacts, 'authorUsername'> {
  readonly sha: string;
  readonly parents: readonly string[];
  /** Trimmed; any encoding comes out as proper Unicode. */
  readonly message: string;
}

interface GitObject {
  readonly sha: string;
  /** `commit`, `tree`, `blob` or `tag` */
  readonly type: string;
  readonly content: Buffer;
}

/** The objects of a `git cat-file --batch` (git-scm.com/docs/git-cat-file#_batch_output); `undefined` for what is missing. */
export function* batchObjects(output: Buffer): Generator<GitObject | undefined> {
  let position = 0;
  while (position < output.length) {
    const lineEnd = output.indexOf('\n', position);
    if (lineEnd < 0) return;
    const [, sha, type = '', size] = /^([a-f0-9]+) (\w+) (\d+)$/.exec(output.toString('latin1', position, lineEnd)) ?? [];
    position = lineEnd + 1;
    if (sha === undefined) {
      yield undefined;
      continue;
    }
    yield { sha, type, content: output.subarray(position, position + Number(size)) };
    position += Number(size) + 1;
  }
}

/** The commits in such an answer. */
export function commitsIn(output: Buffer): readonly (CommitObject | undefined)[] {
  return [...batchObjects(output)].map((found) => (found?.type === 'commit' ? parseCommit(found) : undefined));
}

/** The raw bytes of a commit object: headers, an empty line, the message. */
function parseCommit({ content: raw, sha }: GitObject): CommitObject {
  const headersEnd = raw.indexOf('\n\n');
  // As bytes: only the names and the message are in the commit's encoding.
  const headers = raw.toString('latin1', 0, headersEnd < 0 ? raw.length : headersEnd).split('\n');
  const message = headersEnd < 0 ? raw.subarray(raw.length) : raw.subarray(headersEnd + 2);
  // Lines of signatures and of merged tags are indented, so they are never taken for headers.
  const header = (name: string): string | undefined => headers.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
  const encoding = header('encoding')?.trim();
  const [, name, mail, timestamp] = /^(.*)<([^<>]*)>(?: (\d{1,15}))?/.exec(header('author') ?? '') ?? [];
  const text = (bytes: string | undefined): string | undefined =>
    oneLineOf(decode(Buffer.from(bytes ?? '', 'latin1'), encoding)) || undefined;
  return {
    sha,
    parents: headers.flatMap((line) => /^parent ([a-f0-9]{40}|[a-f0-9]{64})$/.exec(line)?.[1] ?? []),
    message: plain(decode(message, encoding)),
    ...given({
      author: personOf(text(name), mail === undefined ? undefined : (text(mail) ?? '')),
      timestamp: timestamp === undefined ? undefined : Number(timestamp),
    }),
  };
}

/** By the named encoding; else as UTF-8 where the bytes are that; else as Latin-1, which every byte sequence is. */
function decode(bytes: Buffer, encoding: string | undefined): string {
  for (const label of [encoding, 'utf-8']) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(whatwgLabel(label), { fatal: true, ignoreBOM: false }).decode(bytes);
    } catch {
      // An unknown label, or bytes that are not what the label says: the next one is tried.
    }
  }
  return bytes.toString('latin1');
}

/** git takes iconv's names (`ISO8859-15`, `CP1252`), the decoder the web's (`iso-8859-15`, `windows-1252`). */
function whatwgLabel(name: string): string {
  return name
    .toLowerCase()
    .replace(/^iso_?(?=8859)/, 'iso-')
    .replace(/^cp_?(?=125\d$)/, 'windows-')
    .replace(/^latin-(?=\d)/, 'latin');
}
