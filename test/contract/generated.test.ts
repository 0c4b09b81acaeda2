import { expect, it } from 'vitest';
import { generatedFromCommands, generatedFromContract, generatedFromService } from '../../scripts/build/generated.ts';

const files = [...generatedFromContract(), ...(await generatedFromCommands()), ...(await generatedFromService())];

it.each(files)('$path is what its source says: `npm run generate` writes it again', ({ before, after }) => {
  expect(before).toBe(after);
});
