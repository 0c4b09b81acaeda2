import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The page that checks a package in a browser. It lies next to the code, in the bundles too. */
export function readVerifyPage(): string {
  const here = fileURLToPath(import.meta.url);
  return readFileSync(here.replace(/[^\\/]+$/, 'verify.html'), 'utf8');
}
