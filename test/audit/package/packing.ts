import { createHash } from 'node:crypto';
import { checkPackage, type CheckedPackage } from '../../../src/audit/package/check-package.ts';
import type { Sha256 } from '../../../src/audit/package/hash.ts';
import { members, reportFiles, type PackedLog, type PackedMember } from '../../../src/audit/package/manifest.ts';
import { answerLine } from '../../../src/audit/package/records.ts';
import { tarEnd, tarHeader, tarPadding } from '../../../src/audit/package/tar.ts';
import { writePackage, type AboutPackage, type Packable } from '../../../src/audit/package/write-package.ts';
import { link } from '../../service/store/stranger.ts';

export const sha256: Sha256 = () => {
  const hash = createHash('sha256');
  return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
};

export const hex = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** A record with nothing but what ties it to its log, and the file that it has attached. */
export const body = (sequence: number, file?: string): string =>
  JSON.stringify({
    ...(file === undefined ? {} : { attachment: { bytes: file.length, filename: 'x', id: 'x', sha256: hex(file) } }),
    created_at: 1000 + sequence,
    id: `record-${sequence}`,
    kind: 'attestation',
    org: 'acme',
    org_id: '7',
    version: 2,
  });

/** A log of these bodies, by the arithmetic of somebody else. A hidden record is there as the hash of its body. */
export function logOf(bodies: readonly string[], hidden: readonly number[] = []): { readonly log: PackedLog; readonly lines: string } {
  let head = '0'.repeat(64);
  const lines = bodies.map((text, index) => {
    const sequence = index + 1;
    head = link(head, sequence, JSON.parse(text).version, text);
    return `${JSON.stringify(hidden.includes(sequence) ? { sequence, body_sha256: hex(text) } : { sequence, body: text })}\n`;
  });
  const from = { sequence: 0, link: '0'.repeat(64) };
  return { log: { org: 'acme', org_id: '7', from, to: { sequence: bodies.length, link: head } }, lines: lines.join('') };
}

/** A line of GitHub's answers. */
export const answerText = (path: string, content: string): string =>
  `${JSON.stringify(
    answerLine({
      kind: 'answer',
      at: '2026-11-02T12:00:00.000Z',
      request: { method: 'GET', path },
      status: 200,
      headers: {},
      form: 'json',
      masked: false,
      sha256: hex(content),
      body: content,
    }),
  )}\n`;

export const member = (path: string, content: string | Uint8Array): Packable => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    path,
    bytes: bytes.length,
    sha256: hex(bytes),
    open: async function* () {
      yield bytes;
    },
  };
};

export const about = (log: PackedLog | null): AboutPackage => ({
  tool: 'compliance-evidence/1.0.0',
  at: '2026-11-23T00:00:00Z',
  scope: { kind: 'period', since: '2026-11-16T00:00:00Z', until: '2026-11-23T00:00:00Z' },
  log,
  audit: { repository: 'acme/shop', branches: ['main'], basis: 'github', since_sha: null, verdict: 'clear', findings: 0 },
  previous: null,
});

/** A package of three records, one with a file and one hidden, and a report. */
export function sample(): { readonly log: PackedLog; readonly contents: readonly Packable[] } {
  const { lines, log } = logOf([body(1), body(2, 'evidence'), body(3)], [3]);
  const contents = [
    member('records.ndjson', lines),
    member(`attachments/${hex('evidence')}`, 'evidence'),
    member('index.html', '<p>Report'),
  ];
  return { log, contents };
}

/** An archive of these members, and of those that every package has: they are empty. */
export function archive(about_: AboutPackage, contents: readonly Packable[]): Promise<Buffer> {
  const own = new Set(contents.map(({ path }) => path));
  return archiveOf(about_, [...contents, ...alwaysPacked.filter((path) => !own.has(path)).map((path) => member(path, ''))]);
}

export const alwaysPacked = [members.facts, ...reportFiles.map(([path]) => path)];

/** An archive of these members, and of no other. */
export async function archiveOf(about_: AboutPackage, contents: readonly Packable[]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writePackage(about_, contents, sha256)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Checks an archive that comes in pieces of a size that fits nothing. */
export function check(bytes: Uint8Array, head?: string): Promise<CheckedPackage> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += 700) yield bytes.subarray(at, at + 700);
  }
  return checkPackage(pieces(), { sha256, ...(head === undefined ? {} : { head }) });
}

/** The members of an archive, each with its header and padding. */
export function split(bytes: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; bytes[at] !== 0;) {
    const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 135), 8);
    const end = at + 512 + size + tarPadding(size).length;
    parts.push(bytes.subarray(at, end));
    at = end;
  }
  return parts;
}

/** An archive of such members. */
export const joined = (parts: readonly Uint8Array[]): Buffer => Buffer.concat([...parts, tarEnd]);

/** An archive whose manifest was changed as a text, with sums that fit. */
export function manifestChanged(bytes: Buffer, change: (text: string) => string): Buffer {
  const [first, , ...rest] = split(bytes);
  const size = Number.parseInt(first?.toString('latin1', 124, 135) ?? '', 8);
  const text = first?.toString('utf8', 512, 512 + size) ?? '';
  const changed = change(text);
  const { members: all }: { readonly members: readonly PackedMember[] } = JSON.parse(text);
  const sums = [...all, { path: 'manifest.json', sha256: hex(changed) }].toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return joined([
    ...packedText('manifest.json', changed),
    ...packedText('SHA256SUMS', sums.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('')),
    ...rest,
  ]);
}

function packedText(path: string, text: string): readonly Uint8Array[] {
  const content = Buffer.from(text);
  return [tarHeader(path, content.length), content, tarPadding(content.length)];
}

/** The archive of the sample. */
export const whole = async (): Promise<Buffer> => archive(about(sample().log), sample().contents);

/** The places of those bytes, one in so many, whose change nobody notices. */
export async function quietBytes(step: number): Promise<readonly number[]> {
  const bytes = await whole();
  const quiet: number[] = [];
  for (let at = 0; at < bytes.length; at += step) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    if ((await check(changed)).problems.length === 0) quiet.push(at);
  }
  return quiet;
}
