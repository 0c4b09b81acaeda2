import { gzipSync } from 'node:zlib';
import { about, alwaysPacked, answerText, archiveOf, body, hex, logOf, member } from '../../../test/audit/package/packing.ts';

export interface RandomPackage {
  readonly name: string;
  readonly file: Buffer;
  readonly head: string | undefined;
}

/** Most are changed in one way that an attacker or a bad disk might. */
export async function randomPackage(random: () => number): Promise<RandomPackage> {
  const below = (count: number): number => Math.floor(random() * count);
  const files = Array.from({ length: below(4) }, (_, index) => `file ${index} ${'x'.repeat(below(70_000))}`);
  const bodies = Array.from({ length: 1 + files.length + below(20) }, (_, index) => body(index + 1, files[index]));
  const hidden = bodies.map((_, index) => index + 1).filter((sequence) => sequence > files.length && random() < 0.3);
  const right = logOf(bodies).log.to.link;
  const noted = [undefined, right, logOf(bodies.slice(0, 1 + below(bodies.length))).log.to.link, 'b'.repeat(64)][below(4)];

  const answers = Array.from({ length: below(5) }, (_, index) => answerText(`/${index}`, JSON.stringify('é'.repeat(below(20_000))))).join(
    '',
  );

  const packed = async (kept: readonly string[], without = -1, answered = answers): Promise<Buffer> => {
    const { lines, log } = logOf(kept, hidden);
    const contents = [
      member('records.ndjson', lines),
      ...alwaysPacked.map((path) => member(path, 'report '.repeat(below(2000)))),
      ...files.map((file) => member(`attachments/${hex(file)}`, file)),
      ...(answered === '' ? [] : [member('github.ndjson', answered)]),
    ];
    return archiveOf(
      about(log),
      contents.filter((_, index) => index !== without),
    );
  };
  const cut = (bytes: Buffer): Buffer => bytes.subarray(0, below(bytes.length));
  const flipped = (bytes: Buffer): Buffer => {
    const changed = Buffer.from(bytes);
    const at = below(bytes.length);
    changed[at] = (changed[at] ?? 0) ^ (1 << below(8));
    return changed;
  };
  const swapped = (kept: readonly string[]): readonly string[] => {
    const at = below(kept.length);
    return kept.map((each, index) => (index === at ? each.replace('record-', 'changed-') : each));
  };
  const ways: Readonly<Record<string, () => Promise<Buffer>>> = {
    nothing: async () => gzipSync(await packed(bodies)),
    'no member': async () => gzipSync(await packed(bodies, 1 + below(alwaysPacked.length + files.length + 1))),
    'a byte of the archive': async () => gzipSync(flipped(await packed(bodies))),
    'a byte of the gzip file': async () => flipped(gzipSync(await packed(bodies))),
    'the end of the archive': async () => gzipSync(cut(await packed(bodies))),
    'the end of the gzip file': async () => cut(gzipSync(await packed(bodies))),
    'something behind it': async () => Buffer.concat([gzipSync(await packed(bodies)), Buffer.from('more')]),
    'the last records': async () => gzipSync(await packed(bodies.slice(0, Math.max(1, bodies.length - 1 - below(3))))),
    'an answer, and the manifest made anew': async () =>
      gzipSync(await packed(bodies, -1, answers.replace('é', 'e') + (random() < 0.5 ? 'x\n' : ''))),
    'a record, and the chain made anew': async () => gzipSync(await packed(swapped(bodies))),
    'a record left out, and the chain made anew': async () => gzipSync(await packed(bodies.toSpliced(below(bodies.length), 1))),
  };
  const names = Object.keys(ways);
  const name = names[below(names.length)] ?? 'nothing';
  return { name, file: (await ways[name]?.()) ?? Buffer.alloc(0), head: noted };
}
