import { readFile, stat } from 'node:fs/promises';
import { wrongUse } from '../../errors/index.ts';

const ofKubernetes = 'For a secret of Kubernetes set `defaultMode: 0440` and `fsGroup`, as its group may read it.';

/** The rights that only the owner may have; its group may read it, because a secret of Kubernetes comes so. */
const forbidden = 0o037;

/**
 * The text of a file that only its owner may change; `undefined` if it is not there. A link counts as what it leads to. Throws a
 * UsageError that calls it `what`, with the correction where it is no file.
 */
export async function readSecretFile(file: string, what: string, named: string): Promise<string | undefined> {
  const refusal = (why: string, fix: string) => wrongUse(`The ${what} ${file} is not used: ${why}.`, fix);
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return undefined;
  if (!found.isFile()) throw refusal('it is no file', named);
  const mode = found.mode & 0o777;
  if (process.platform !== 'win32' && (mode & forbidden) !== 0) {
    const why = `its mode is 0${mode.toString(8).padStart(3, '0')}, which lets others read or change it`;
    throw refusal(why, `Run \`chmod 0600 ${file}\`. ${ofKubernetes}`);
  }
  return await readFile(file, 'utf8').catch((error: Error) => {
    throw refusal(error.message, `Let the user that the service runs as read it. ${ofKubernetes}`);
  });
}
