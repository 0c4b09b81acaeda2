import { readFile, stat } from 'node:fs/promises';
import { UsageError } from '../../../errors/index.ts';
import type { Address } from './address.ts';

/**
 * The URL with the password from the file that PGPASSFILE names (`~/.pgpass` by default), if it is there and neither the URL nor
 * PGPASSWORD has one. The driver reads such a file no longer in its next version. Throws a UsageError if others may use the file.
 */
export async function withPassword({ database, host, port, url, user }: Address): Promise<string> {
  const parsed = new URL(url);
  if (parsed.password !== '' || parsed.searchParams.has('password') || (process.env['PGPASSWORD'] ?? '') !== '') return url;
  const { default: passFile } = await import('pgpass/lib/helper.js');
  const file = passFile.getFileName();
  if (!(await mayBeRead(file))) return url;
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw refusal(file, error.message, `Let the user that the service runs as read it. ${ofKubernetes}`);
  });
  // The first line that fits counts.
  const entry = text
    .split(/\r?\n/)
    .map((line) => passFile.parseLine(line))
    .find((each) => each !== null && passFile.isValidEntry(each) && passFile.match({ host, port, database, user }, each));
  if (!entry) return url;
  parsed.password = encodeURIComponent(entry.password);
  return parsed.href;
}

const ofKubernetes = 'For a secret of Kubernetes set `defaultMode: 0440` and `fsGroup`, as its group may read it.';

function refusal(file: string, why: string, fix: string): UsageError {
  return new UsageError('invalid-input', `The password file ${file} is not used: ${why}.`, { fix });
}

/** The rights that nobody but the owner may have; its group may read it, because a secret of Kubernetes comes so. */
const forbidden = 0o037;

/** Whether the file is there. A link counts as what it leads to. */
async function mayBeRead(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return false;
  if (!found.isFile()) throw refusal(file, 'it is no file', 'Name a file with PGPASSFILE.');
  const mode = found.mode & 0o777;
  if (process.platform !== 'win32' && (mode & forbidden) !== 0) {
    const why = `its mode is 0${mode.toString(8).padStart(3, '0')}, which lets others read or change it`;
    throw refusal(file, why, `Run \`chmod 0600 ${file}\`. ${ofKubernetes}`);
  }
  return true;
}
