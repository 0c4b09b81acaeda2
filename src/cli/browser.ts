import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { webAddress } from '../text/index.ts';
import type { Terminal } from './terminal.ts';

/** A program that opens a page in place, such as a browser of the terminal, goes on for longer. */
const patienceMs = 2000;

/** Where no browser is there, the address is printed. It comes from the service, so only one of the web is opened. */
export async function openPage(address: string, terminal: Terminal): Promise<void> {
  const { href } = webAddress(address) ?? {};
  if (href === undefined) terminal.err('The service gives no address of a page.');
  else if (await openInBrowser(href)) terminal.err(terminal.style('dim', `Opened ${href}`));
  else terminal.out(href);
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Without a shell, which would read more than an address in it. Resolves to whether a browser took it. */
export async function openInBrowser(what: string): Promise<boolean> {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const hasScreen = program !== 'xdg-open' || ['DISPLAY', 'WAYLAND_DISPLAY', 'BROWSER'].some((name) => process.env[name]);
  if (!hasScreen || process.env['CI'] !== undefined) return false;
  const child = spawn(program, [...args, what], { detached: true, stdio: 'ignore' });
  child.unref();
  const signal = AbortSignal.timeout(patienceMs);
  const ended: unknown = await once(child, 'exit', { signal }).catch(() => [signal.aborted ? 0 : 1]);
  return Array.isArray(ended) && ended[0] === 0;
}
