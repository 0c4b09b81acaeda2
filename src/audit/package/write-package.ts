import { hashOf, type Sha256 } from './hash.ts';
import { manifestText, members, packageVersion, sumsText, type Manifest, type PackedMember } from './manifest.ts';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';

export interface Packable extends PackedMember {
  readonly open: () => AsyncIterable<Uint8Array>;
}

export type AboutPackage = Required<Omit<Manifest, 'format' | 'version' | 'members'>>;

/** The archive before its gzip: the same members give the same bytes, in whatever order they come. */
export async function* writePackage(about: AboutPackage, contents: readonly Packable[], sha256: Sha256): AsyncGenerator<Uint8Array> {
  const packables = contents.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const manifest: Manifest = {
    format: 'compliance-evidence package',
    version: packageVersion,
    tool: about.tool,
    at: about.at,
    scope: about.scope,
    log: about.log,
    audit: about.audit,
    previous: about.previous,
    members: packables.map(({ bytes, path, sha256: digest }) => ({ path, bytes, sha256: digest })),
  };
  const text = manifestText(manifest);
  yield* textMember(members.manifest, text);
  yield* textMember(members.sums, sumsText(manifest, hashOf(sha256, text)));
  for (const { bytes, open, path } of packables) {
    yield tarHeader(path, bytes);
    let written = 0;
    for await (const piece of open()) {
      written += piece.length;
      yield piece;
    }
    if (written !== bytes) throw new Error(`${path} has ${written} bytes, and had ${bytes} when it was hashed`);
    yield tarPadding(bytes);
  }
  yield tarEnd;
}

function* textMember(path: string, text: string): Generator<Uint8Array> {
  const content = new TextEncoder().encode(text);
  yield tarHeader(path, content.length);
  yield content;
  yield tarPadding(content.length);
}
