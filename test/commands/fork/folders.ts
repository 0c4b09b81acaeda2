import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { writeClaims, type Claims } from '../../../src/commands/fork/artifacts.ts';

/** Claims of the attestation `unit-tests`, except for the given facts. */
export function claiming(facts: Partial<Claims> = {}): Claims {
  return { attestationName: 'unit-tests', job: 'collect', leg: null, matrix: null, testOutcome: 'success', ...facts };
}

/** A new folder with these files, removed after the test. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'fork-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** The files of an artifact as `fork-collect` makes it, below its name. */
export function artifactOf(name: string, claims: Claims, results: string | undefined): Readonly<Record<string, string>> {
  return { [`${name}/claims.json`]: writeClaims(claims), ...(results === undefined ? {} : { [`${name}/results/unit.xml`]: results }) };
}
