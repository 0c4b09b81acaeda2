import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { readTestResults } from '../../src/commands/results/read-results.ts';
import type { TestResults, ReadingOptions } from '../../src/results/index.ts';

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
export function readText(content: string | Uint8Array, options: ReadingOptions = {}): Promise<TestResults> {
  return readTestResults(['results.xml'], { workspace: workspaceOf({ 'results.xml': content }), ...options });
}

export function codesOf(notices: readonly { code: string }[]): readonly string[] {
  return notices.map((notice) => notice.code);
}

export const ruleFixtures = fileURLToPath(new URL('../fixtures/junit/rules/', import.meta.url));

/** Reads fixtures of the rules, by name. These are as old as the clone, and a clone may be checked out again: their age says nothing. */
export async function readRule(names: string | readonly string[], options: ReadingOptions = {}): Promise<TestResults> {
  const results = await readTestResults(typeof names === 'string' ? [names] : names, { workspace: ruleFixtures, ...options });
  return { ...results, warnings: results.warnings.filter(({ code }) => code !== 'old-file') };
}

/** Rows as `name: total, failures f, errors e, skipped s`, without the zeros. */
export function wordsOf(evidence: TestResults): readonly string[] {
  return evidence.rows.map(({ name, total, failures, errors, skipped }) => {
    const parts = [failures && `${failures} f`, errors && `${errors} e`, skipped && `${skipped} s`].filter((part) => part !== 0);
    return [`${name}: ${total}`, ...parts].join(', ');
  });
}

/** The codes of warnings, without those about the files' age and content: fixtures are as old as the clone. */
export function warningsOf(evidence: TestResults): readonly string[] {
  return codesOf(evidence.warnings).filter((code) => code !== 'old-file' && code !== 'same-bytes');
}
