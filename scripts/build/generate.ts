import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generatedFromCommands, generatedFromContract, generatedFromService, type GeneratedFile } from './generated.ts';

// Writes every generated file of the repository, and says which of them changed.
write(generatedFromContract());
write(await generatedFromCommands());
write(await generatedFromService());

function write(files: readonly GeneratedFile[]): void {
  for (const { path, before, after } of files) {
    if (before === after) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, after);
    process.stdout.write(`wrote ${path}\n`);
  }
}
