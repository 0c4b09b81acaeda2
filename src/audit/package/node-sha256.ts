import { createHash } from 'node:crypto';
import type { Sha256 } from './hash.ts';

/** The hash of Node. The page that checks a package in a browser has another one. */
export const sha256: Sha256 = () => {
  const hash = createHash('sha256');
  return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
};
