import type { Address } from './address.ts';

/**
 * The URL with the password from the file that PGPASSFILE names (`~/.pgpass` by default), if it is there and neither the URL nor
 * PGPASSWORD has one. The driver reads such a file no longer in its next version.
 */
export async function withPassword({ database, host, port, url, user }: Address): Promise<string> {
  const parsed = new URL(url);
  if (parsed.password !== '' || parsed.searchParams.has('password') || (process.env['PGPASSWORD'] ?? '') !== '') return url;
  const { default: passwordOf } = await import('pgpass');
  const password = await new Promise<string | undefined>((resolve) => {
    passwordOf({ host, port, database, user }, resolve);
  });
  if (password === undefined) return url;
  parsed.password = encodeURIComponent(password);
  return parsed.href;
}
