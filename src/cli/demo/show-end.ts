import type { Terminal } from '../terminal.ts';

/** A service that is still up. */
export interface Kept {
  readonly url: string;
  /** Path of the trail's page. */
  readonly path: string;
  /** Token of a reader. */
  readonly token: string;
  readonly folder: string;
}

/** Says what to do after the demo. `readme`: the file on this machine. */
export function showNext(readme: string, terminal: Terminal): void {
  const again = process.env['npm_lifecycle_event'] === 'start' ? 'npm start -- --keep' : 'npx compliance-evidence demo --keep';
  showRows(
    'Next',
    [
      ['Use it', 'put the first workflow of the README into your repository'],
      ['README', readme],
      ['Look', `${again} leaves the service up, and says where its pages are`],
    ],
    terminal,
  );
}

/** Says where the pages of the service are, and how to end it. */
export function showKept({ folder, path, token, url }: Kept, terminal: Terminal): void {
  const { host } = new URL(url);
  showRows(
    'The service is still up',
    [
      ['Page', `${url}${path}`],
      ['Sign in', 'any user name; the password is the token'],
      ['Token', token],
      ['At once', `http://demo:${token}@${host}${path}`],
      ['Files', folder],
      ['Stop it', 'Ctrl+C, which also removes all of it'],
    ],
    terminal,
  );
}

/** Prints a title, and rows with a name each. */
export function showRows(title: string, rows: readonly (readonly [string, string])[], terminal: Terminal): void {
  terminal.out('');
  terminal.out(terminal.style('bold', title));
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, value] of rows) terminal.out(`   ${terminal.style('dim', name.padEnd(width))}  ${value}`);
}
