declare module 'pgpass' {
  /** Looks for the password of a connection in the user's password file. */
  export default function pgpass(
    connection: { readonly host: string; readonly port: number; readonly database: string; readonly user: string },
    found: (password: string | undefined) => void,
  ): void;
}
