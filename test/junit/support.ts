import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readJunit } from '../../src/junit/index.ts';
import type { JunitEvidence, JunitOptions } from '../../src/junit/index.ts';

/** A directory with the given files, gone when the test is over. */
export function workspaceOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const workspace = mkdtempSync(join(tmpdir(), 'junit-'));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const path = join(workspace, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return workspace;
}

/** Reads one document as the file `results.xml`. */
export function readText(content: string | Uint8Array, options: JunitOptions = {}): Promise<JunitEvidence> {
  return readJunit(['results.xml'], { workspace: workspaceOf({ 'results.xml': content }), ...options });
}

export function codesOf(notices: readonly { code: string }[]): readonly string[] {
  return notices.map((notice) => notice.code);
}
