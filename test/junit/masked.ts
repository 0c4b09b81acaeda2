import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { mask, type MaskOptions } from '../../src/masking/mask.ts';
import type { Masked } from '../../src/results/index.ts';
import { classic } from '../text/secrets.ts';

const before = 'another document\n';

/** Masks a piece of a file. Answers the masked piece, and the finds. */
export async function masked(content: string | Uint8Array, options: Partial<MaskOptions> = {}): Promise<{ text: string; result: Masked }> {
  const folder = mkdtempSync(join(tmpdir(), 'mask-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'file');
  const bytes = Buffer.from(content);
  writeFileSync(path, Buffer.concat([Buffer.from(before), bytes, Buffer.from(classic)]));
  const descriptor = openSync(path, 'r+');
  const result = await mask(descriptor, before.length, bytes.length, { known: [], kind: 'markup', mode: 'mask', ...options });
  closeSync(descriptor);
  const written = readFileSync(path, bytes.equals(Buffer.from(bytes.toString())) ? 'utf8' : 'latin1');
  // The bytes around the piece stay.
  expect(written.startsWith(before)).toBe(true);
  expect(written.endsWith(classic)).toBe(true);
  expect(statSync(path).size).toBe(before.length + bytes.length + classic.length);
  return { text: written.slice(before.length, -classic.length), result };
}
