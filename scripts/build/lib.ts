import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import { commitOf } from './commit.ts';
import { makeContract } from './generated.ts';
import { licensesOf } from './licenses.ts';
import { makeVerifyPage } from './verify-page.ts';

const root = join(import.meta.dirname, '../../');

/**
 * Each file that Node is started with, or that another one names: the program, the command line, the thread of the rules that
 * users write, and that of reads that may take long.
 */
const entries = {
  bin: 'src/cli/bin.ts',
  main: 'src/cli/main.ts',
  'rules-thread': 'src/service/rules/rules-thread.ts',
  'reading-thread': 'src/service/sqlite/reading-thread.ts',
};

/**
 * Gives modules the HTTP of Node as a require does. An import reads every name of it, and one of them loads the whole of undici, which
 * is a tenth of the start of a service.
 */
const httpAsRequired: Plugin = {
  name: 'http-as-required',
  resolveId: (source, _, { kind }) => (source === 'node:http' && kind === 'import-statement' ? httpId : null),
  load(id) {
    if (id !== httpId) return null;
    const values = Object.entries(Object.getOwnPropertyDescriptors(http)).filter(([, of]) => 'value' in of);
    return `const http = process.getBuiltinModule('node:http');\nexport const { ${values.map(([name]) => name).join(', ')} } = http;\nexport default http;\n`;
  },
};
const httpId = '\0node:http';

/**
 * Makes the files that npm publishes: the command line and the service with all packages that they use, in `cli/` of a folder,
 * which is emptied first. Code that a single command needs is in chunks that are loaded with it. The files are not minified: that
 * saves no time, and a stack trace shows readable names.
 */
export async function bundleLib(target = join(root, 'lib')): Promise<void> {
  makeContract();
  rmSync(target, { recursive: true, force: true });
  const cli = join(target, 'cli');
  const input = Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(root, file)]));
  const bundle = await rolldown({ input, cwd: root, platform: 'node', tsconfig: false, plugins: [httpAsRequired] });
  const { output } = await bundle.write({
    dir: cli,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await bundle.close();
  const commit = commitOf(root);
  // Not a file of code: the digest of the program is over code, and the same code has the same digest.
  if (commit !== undefined) writeFileSync(join(target, 'commit.txt'), `${commit}\n`);
  const page = await makeVerifyPage(cli);
  // The thread looks for the file next to its own code.
  copyFileSync(createRequire(import.meta.url).resolve('jq-wasm/jq.wasm'), join(cli, 'jq.wasm'));
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  writeFileSync(
    join(cli, 'licenses.txt'),
    licensesOf([{ modules: modules.filter((id) => !id.startsWith('\0')).map((nameForCondition) => ({ nameForCondition })) }, page]),
  );
}

if (import.meta.main) await bundleLib(process.argv[2]);
