import { generatedFromCommands, generatedFromService, makeContract, write } from './generated.ts';

// Writes every generated file, and says which of those that are committed changed.
makeContract();
for (const path of [...write(await generatedFromCommands()), ...write(await generatedFromService())])
  process.stdout.write(`wrote ${path}\n`);
