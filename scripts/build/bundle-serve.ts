import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { bundleEntry } from './bundle-entry.ts';
import { licensesOf } from './licenses.ts';

/** The entries of the action `serve`: its two steps, the process of the service, and its threads. */
const entries = [
  'job-service/main.js',
  'job-service/post.js',
  'job-service/child.js',
  'service/rules/rules-thread.js',
  'service/sqlite/reading-thread.js',
];

/** The bundler adds these files for the log of fastify. The service does not use that log, and they would not run by themselves. */
const unused = new Set(['file.js', 'worker.js', 'worker1.js']);

export function bundleServe(folder: string): void {
  const scratch = mkdtempSync(join(tmpdir(), 'bundle-serve-'));
  try {
    mkdirSync(folder, { recursive: true });
    const stats = entries.map((entry) => {
      const made = join(scratch, basename(entry));
      const told = bundleEntry(entry, made);
      for (const name of readdirSync(made)) {
        const target = targetOf(name, basename(entry));
        if (target !== undefined) place(join(made, name), join(folder, target));
      }
      return told;
    });
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
    writeFileSync(join(folder, 'licenses.txt'), licensesOf(stats));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The name for a file of the bundler; `undefined` for one that is not needed. @throws on an unknown one. */
function targetOf(name: string, entry: string): string | undefined {
  if (name === 'index.js') return entry;
  if (name === 'package.json' || (entry === 'child.js' && unused.has(name))) return undefined;
  if (/^\d+\.index\.js$/.test(name) || name === 'jq.wasm') return name;
  throw new Error(`The bundler made ${name} for ${entry}: say in scripts/build/bundle-serve.ts what it is for`);
}

function place(from: string, to: string): void {
  if (existsSync(to)) throw new Error(`Two entries have a file ${basename(to)}`);
  // Leaves out the mode of the file, which a package has set.
  writeFileSync(to, readFileSync(from));
}
