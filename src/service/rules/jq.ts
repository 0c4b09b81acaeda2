import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { loadJq } from 'jq-wasm';

/** Part of every JavaScript engine; its types come with those of browsers, which have no place here. */
declare const WebAssembly: { readonly Module: new (bytes: Uint8Array) => object };

/** Next to this file where it is bundled, else in its package. */
const bundled = fileURLToPath(import.meta.url).replace(/[^\\/]+$/, 'jq.wasm');
const wasmFile = existsSync(bundled) ? bundled : createRequire(import.meta.url).resolve('jq-wasm/jq.wasm');
const wasmModule = new WebAssembly.Module(readFileSync(wasmFile));

/** What jq said of a program. */
export type Outcome = { readonly said: 'values'; readonly text: string } | { readonly said: 'error'; readonly message: string };

/**
 * Runs a program on JSON text; no text at all runs nothing, and shows whether the program is one. Each run has an
 * instance of its own, whose memory ends at 256 MB: one that ran out of it is of no more use.
 */
export async function runJq(program: string, input: string): Promise<Outcome> {
  const jq = await loadJq({ wasmModule });
  try {
    const { exitCode, stderr, stdout } = jq.raw(input, program, ['-c']);
    return exitCode === 0
      ? { said: 'values', text: stdout }
      : { said: 'error', message: stderr === '' ? `jq ended with ${exitCode}` : stderr };
  } catch {
    return { said: 'error', message: 'it needs more memory than there is for it' };
  }
}
