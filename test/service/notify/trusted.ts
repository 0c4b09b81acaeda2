import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const fixture = (name: string): string => readFileSync(fileURLToPath(new URL(`../../fixtures/tls/${name}`, import.meta.url)), 'utf8');

/** The certificate of `evidence.test`, and of `localhost` with `127.0.0.1`. */
export const certificates = {
  'evidence.test': { key: fixture('evidence.key'), cert: fixture('evidence.pem') },
  localhost: { key: fixture('server.key'), cert: fixture('server.pem') },
};

/** Lets this process trust the authorities of both, until the test ends. */
export function trustOurs(): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, fixture('ca.pem'), fixture('evidence-ca.pem')]);
  onTestFinished(() => setDefaultCACertificates(before));
}
