import { createHash } from 'node:crypto';
import type { Sha256 } from './hash.ts';

export const sha256: Sha256 = () => {
  const hash = createHash('sha256');
  return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
};
