declare module 'pgpass/lib/helper.js' {
  import type { Readable } from 'node:stream';

  const helper: {
    /** The file that PGPASSFILE names, or the usual one. */
    getFileName(this: void): string;
    /** Looks for the password of a connection in a password file. Whether others may read it, it does not ask. */
    getPassword(
      this: void,
      connection: { readonly host: string; readonly port: number; readonly database: string; readonly user: string },
      content: Readable,
      found: (password: string | undefined) => void,
    ): void;
  };
  export default helper;
}
