import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import type { Line } from '../../../src/audit/facts/line.ts';
import { reports } from '../../../src/audit/formats.ts';
import { packedAudit, readme, readmeName } from '../../../src/audit/package/account.ts';
import { readManifest, reportFiles, type Manifest } from '../../../src/audit/package/manifest.ts';
import { packAudit } from '../../../src/audit/package/pack.ts';
import { openBytes, readTar } from '../../../src/audit/package/tar.ts';
import type { ExpectOptions } from '../../../src/cli/verify-package.ts';
import { verify } from '../../../src/cli/verify.ts';
import { userAgent, version } from '../../../src/commands/index.ts';
import { listening } from '../../cli/listening.ts';
import { archiveOf, member } from '../package/packing.ts';
import { judge, play, type Playing } from '../world/play.ts';
import type { Story } from '../world/story.ts';

/** The text of each member of a package by its path, but of those that are made from the others; and what it says of itself. */
export interface Opened {
  readonly manifest: Required<Manifest>;
  readonly contents: ReadonlyMap<string, Buffer>;
}

/** Audits a story with its log, as this very program. */
export async function audited(story: Story, playing: Playing = {}): Promise<readonly Line[]> {
  const { lines } = await play(story, { withLog: true, ...playing });
  return lines.map((line) => (line.kind === 'audit' ? { ...line, tool: { ...line.tool, version } } : line));
}

/** The package of an audit. */
export async function packed(lines: readonly Line[], previous?: string): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'pack-'));
  const audit = await judge(lines, previous);
  const all = async function* (): AsyncGenerator<Line> {
    yield* lines;
  };
  const pieces = packAudit({ lines: all(), audit, reports, page: '<p>page', folder, sample: undefined });
  const bytes = Buffer.concat(await Array.fromAsync(pieces));
  rmSync(folder, { recursive: true });
  return bytes;
}

export async function opened(bytes: Buffer): Promise<Opened> {
  const contents = new Map<string, Buffer>();
  const source = openBytes(
    (async function* () {
      yield bytes;
    })(),
  );
  for await (const { content, path } of readTar(source)) contents.set(path, Buffer.concat(await Array.fromAsync(content)));
  const manifest = readManifest(contents.get('manifest.json')?.toString() ?? '');
  if (typeof manifest === 'string') throw new Error(manifest);
  const { audit, previous } = manifest;
  if (audit === undefined || previous === undefined) throw new Error('The package is of version 1');
  for (const made of ['manifest.json', 'SHA256SUMS']) contents.delete(made);
  return { manifest: { ...manifest, audit, previous }, contents };
}

/** Makes a package anew, as somebody who lies does: with a manifest and an account of its members that fit. */
export function madeAnew({ contents, manifest }: Opened, about: Partial<Manifest> = {}): Promise<Buffer> {
  const account = readme(
    [...contents.keys()].filter((path) => path !== readmeName),
    manifest.audit.evidence,
  );
  return archiveOf(
    { ...manifest, ...about },
    [...contents].map(([path, content]) => member(path, path === readmeName ? account : content)),
  );
}

/** The package with other facts, and with the reports that follow from them. */
export async function withFacts(from: Opened, change: (lines: Line[]) => readonly Line[]): Promise<Buffer> {
  const texts = (from.contents.get('collected.ndjson')?.toString() ?? '').trim().split('\n');
  const changed = change(texts.map((line): Line => JSON.parse(line)));
  const counts: Record<string, number> = {};
  for (const { kind } of changed) if (kind !== 'end') counts[kind] = (counts[kind] ?? 0) + 1;
  const lines = changed.map((line) => (line.kind === 'end' ? { ...line, counts } : line));
  const contents = new Map(from.contents);
  contents.set('collected.ndjson', Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
  const audit = await judge(lines);
  for (const [path, form] of reportFiles) contents.set(path, Buffer.from((await Array.fromAsync(reports[form](audit))).join('')));
  return madeAnew({ ...from, contents }, { audit: packedAudit(audit) });
}

/** The answer of `verify --package --json`. */
export interface Verified {
  readonly code: number;
  readonly outcome: string;
  readonly in_itself: string;
  readonly about: Readonly<Record<string, unknown>> | null;
  readonly unexpected: readonly string[];
  readonly problems: readonly string[];
  readonly records: { readonly shown: number; readonly hidden: number } | null;
  readonly recomputed: {
    readonly agrees: boolean | null;
    readonly problems: readonly string[];
    readonly not_proved: readonly string[];
    readonly not_recomputed: readonly string[];
    readonly facts: number;
    readonly records: number;
    readonly github: number;
    readonly reports: readonly string[];
  } | null;
}

export async function verified(bytes: Buffer, head?: string, expect: ExpectOptions = { firstAudit: true }): Promise<Verified> {
  const folder = mkdtempSync(join(tmpdir(), 'verified-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'audit.tgz');
  writeFileSync(path, gzipSync(bytes));
  const { json, terminal } = listening();
  const options = { package: path, json: true, ...(head === undefined ? {} : { head }), ...expect };
  const code = await verify(options, new AbortController().signal, terminal);
  const [said] = json;
  if (!isAnswer(said)) throw new Error('verify printed no answer');
  return { ...said, code };
}

function isAnswer(value: unknown): value is Omit<Verified, 'code'> {
  return typeof value === 'object' && value !== null && 'in_itself' in value;
}

export const program = userAgent;
export const hex = (text: string): string => createHash('sha256').update(text).digest('hex');
