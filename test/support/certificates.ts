import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export interface MadeCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** Makes a certificate for `localhost` and `127.0.0.1`, which vouches for itself, in two files of a folder. */
export function makeCertificate(folder: string, name = 'server'): MadeCertificate {
  const [certificate, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  openssl(['genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', key]);
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  openssl(['req', '-x509', '-key', key, '-out', certificate, '-subj', `/CN=${name}`, '-addext', names, '-days', '90']);
  return { certificate, key };
}

export function openssl(words: readonly string[]): void {
  execFileSync('openssl', words, { stdio: ['ignore', 'ignore', 'pipe'] });
}
