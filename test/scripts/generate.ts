import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generated } from './generated.ts';

// Writes every generated file of the repository, and says which of them changed.
for (const { path, before, after } of generated()) {
  if (before === after) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, after);
  process.stdout.write(`wrote ${path}\n`);
}
