import { copyFile } from './copy-file.ts';
import { sniffEncoding } from '../../xml/index.ts';
import type { Masked, ResultsFormat, StripOptions, Taken } from '../../results/index.ts';
import { mask } from '../secrets/mask.ts';
import { strip, type Stripping } from './strip.ts';

const whole: StripOptions = { logs: 'keep', passed: 'keep' };

export const take: ResultsFormat['take'] = async (file, to, start, options, known) => {
  try {
    return await takeAs(file, to, start, options, known);
  } catch (error) {
    // Only a failure to read the file itself; a failure to write is another matter.
    if (!isOf(file.path, error)) throw error;
    return { kind: 'changed', why: `it could no longer be read after it was counted (${error.code ?? error.message})` };
  }
};

const takeAs: ResultsFormat['take'] = async ({ path, sha256 }, to, start, options, known) => {
  const maskAll = (bytes: number): Promise<Masked> => mask(to, start, bytes, { known, kind: 'markup', mode: 'mask' });
  if (options.logs === 'drop' || options.passed === 'drop') {
    const stripped = await strip(path, to, start, options);
    if (stripped.kind === 'broken') return brokenOrChanged(path, sha256, stripped);
    if (stripped.sha256 !== sha256) return changed;
    return { ...stripped, kind: 'taken', masked: await maskAll(stripped.bytes) };
  }
  const copied = await copyFile(path, to, start);
  if (copied.sha256 !== sha256) return changed;
  const all = { kind: 'taken', elements: 0, cases: 0 } as const;
  if (sniffEncoding(copied.head)?.label === 'utf-8') return { ...all, bytes: copied.bytes, masked: await maskAll(copied.bytes) };
  // Secrets are looked for in UTF-8; a file without any stays as it is.
  const decoded = await strip(path, to, start, whole);
  if (decoded.kind === 'broken') return brokenOrChanged(path, sha256, decoded);
  const masked = await maskAll(decoded.bytes);
  if (masked.count > 0) return decoded.sha256 === sha256 ? { ...all, bytes: decoded.bytes, masked } : changed;
  const again = await copyFile(path, to, start);
  return again.sha256 === sha256 ? { ...all, bytes: again.bytes, masked } : changed;
};

const changed: Taken = { kind: 'changed', why: 'it was written again after it was counted' };

async function brokenOrChanged(path: string, sha256: string, { why }: Extract<Stripping, { kind: 'broken' }>): Promise<Taken> {
  return (await copyFile(path, undefined)).sha256 === sha256 ? { kind: 'broken', why } : changed;
}

function isOf(path: string, error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'path' in error && error.path === path;
}
