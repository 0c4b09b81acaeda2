import { generatedFromCommands, generatedFromService, generatedWorkflows, makeContract, write } from './generated.ts';
import { makeVerifyPage } from './verify-page.ts';

// Writes every generated file, and says which of those that are committed changed.
makeContract();
await makeVerifyPage();
for (const path of [...write(generatedWorkflows()), ...write(await generatedFromCommands()), ...write(await generatedFromService())])
  process.stdout.write(`wrote ${path}\n`);
