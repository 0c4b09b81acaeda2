import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { webAddress } from '../text/index.ts';
import type { Terminal } from './terminal.ts';

/** A program that opens a page in place, such as a browser of the terminal, goes on for longer. */
const patienceMs = 2000;

/** Where no browser is there, the address is printed. It comes from the service, so only one of the web is opened. */
export async function openPage(address: string, terminal: Terminal): Promise<void> {
  const url = webAddress(address);
  const { href = '' } = url ?? {};
  if (url === undefined) terminal.err('The service gives no address of a page.');
  else if (await openInBrowser(href)) terminal.err(terminal.style('dim', `Opened ${href}`));
  else terminal.out(href);
}

/** Without a shell, which would read more than an address in it. Resolves to whether a browser took it. */
export async function openInBrowser(what: string): Promise<boolean> {
  const [program, ...args] = opener[process.platform] ?? ['xdg-open'];
  const hasScreen = opener[process.platform] !== undefined || ['DISPLAY', 'WAYLAND_DISPLAY', 'BROWSER'].some((name) => process.env[name]);
  if (program === undefined || !hasScreen || process.env['CI'] !== undefined) return false;
  const child = spawn(program, [...args, what], { detached: true, stdio: 'ignore' });
  child.unref();
  const signal = AbortSignal.timeout(patienceMs);
  const code = await once(child, 'exit', { signal }).then(
    ([ended]: unknown[]) => ended,
    () => (signal.aborted ? 0 : 1),
  );
  return code === 0;
}

const opener: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
