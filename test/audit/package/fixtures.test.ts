import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { checkPackage } from '../../../src/audit/package/check-package.ts';
import { gunzip } from '../../../src/audit/package/tar.ts';
import { sha256 } from './packing.ts';

/** Packages of each version of the format, as the program of then wrote them, with the head that its service answered. */
const kept = [
  ['version-1.tgz', '7bfe1475be03144e78105833e6e5a4e89e902ddee115bcb3c23eadea301a18cc', 6, 2, undefined],
  // With the answers of GitHub, which came later: a reader checks the members that it knows.
  ['version-1-github.tgz', '6b8122505ffc5b61d8fb7876a710289c1fb0ce8e2b595332aebe7535e2ba7a40', 3, 1, 6],
  ['version-2.tgz', '3389b950711997d9cd94344ac12ce9ab85ebf903a1902bea9c41c18c47a317fd', 28, 1, 9],
] as const;

test.each(kept)('the package %s, which was written once and is kept, is read and proved', async (name, head, shown, hidden, asked) => {
  const file = Readable.toWeb(createReadStream(new URL(`fixtures/${name}`, import.meta.url)));
  const { answers, problems, records } = await checkPackage(gunzip(file), { sha256, head });
  const found = [problems, records?.witness, records?.shown, records?.hidden, answers?.count];
  expect(found).toEqual([[], { kind: 'end' }, shown, hidden, asked]);
});
