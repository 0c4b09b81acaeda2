import { expect, it } from 'vitest';
import { generatedFromCommands, generatedFromContract } from '../scripts/generated.ts';

const files = [...generatedFromContract(), ...(await generatedFromCommands())];

it.each(files)('$path is what its source says: `npm run generate` writes it again', ({ before, after }) => {
  expect(before).toBe(after);
});
