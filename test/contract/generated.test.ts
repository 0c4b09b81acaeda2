import { expect, it } from 'vitest';
import { generatedFromCommands, generatedFromContract, generatedFromService, generatedWorkflows } from '../../scripts/build/generated.ts';

const files = [...generatedFromContract(), ...generatedWorkflows(), ...(await generatedFromCommands()), ...(await generatedFromService())];

it.each(files)('$path is what its source says: `npm run generate` writes it again', ({ before, after }) => {
  expect(before).toBe(after);
});
