declare module 'pgpass/lib/helper.js' {
  interface Place {
    readonly host: string;
    readonly port: number;
    readonly database: string;
    readonly user: string;
  }

  interface Entry {
    readonly password: string;
  }

  const helper: {
    /** The file that PGPASSFILE names, or the usual one. */
    getFileName(this: void, env: Readonly<Record<string, string | undefined>>): string;
    /** The entry in a line of a password file; `null` where there is none. */
    parseLine(this: void, line: string): Entry | null;
    isValidEntry(this: void, entry: Entry): boolean;
    match(this: void, connection: Place, entry: Entry): boolean;
  };
  export default helper;
}
