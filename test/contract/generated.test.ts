import { describe, expect, it } from 'vitest';
import { generated } from '../scripts/generated.ts';

describe('generated files', () => {
  it.each(generated())('$path is what its source says: `npm run generate` writes it anew', ({ before, after }) => {
    expect(before).toBe(after);
  });
});
