import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { loadJq } from 'jq-wasm';

/** Part of every JavaScript engine. Its types come with those of browsers, which we do not use here. */
declare const WebAssembly: { readonly Module: new (bytes: Uint8Array) => object };

/** Next to this file in the bundle, otherwise in its package. */
const bundled = fileURLToPath(import.meta.url).replace(/[^\\/]+$/, 'jq.wasm');
const wasmFile = existsSync(bundled) ? bundled : createRequire(import.meta.url).resolve('jq-wasm/jq.wasm');
const wasmModule = new WebAssembly.Module(readFileSync(wasmFile));

/** The result of a program in jq. */
export type Outcome = { readonly said: 'values'; readonly text: string } | { readonly said: 'error'; readonly message: string };

/**
 * Runs a program on JSON text; an empty text runs nothing, and shows whether the program is valid. Each run has an instance of
 * its own, whose memory ends at 256 MB: an instance that ran out of memory cannot be used again.
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
