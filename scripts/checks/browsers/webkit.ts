import { spawn } from 'node:child_process';
import { end, programOf, startUntil, type Browser } from './browser.ts';
import { asObject } from './socket.ts';

/** WebKitGTK's MiniBrowser on a virtual screen, by its WebDriver. */
export async function openWebKit(): Promise<Browser> {
  const driver = programOf(['/usr/bin/WebKitWebDriver'], 'webkit2gtk-driver');
  const folders = ['4.1', '4.0', '6.0'].map((version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`);
  const browser = programOf([...folders, '/usr/lib/x86_64-linux-gnu/webkitgtk-6.0/MiniBrowser'], 'webkit2gtk-driver');
  const xvfb = programOf(['/usr/bin/Xvfb'], 'xvfb');
  const { child: screen, match: display } = await startUntil(
    xvfb,
    ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
    /^(\d+)\n/m,
  );
  const port = 20_000 + (process.pid % 10_000);
  const env = { ...process.env, DISPLAY: `:${display[1]}`, WEBKIT_DISABLE_COMPOSITING_MODE: '1', LIBGL_ALWAYS_SOFTWARE: '1' };
  // It says nothing when it is ready.
  const child = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], { stdio: 'ignore', env });
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: body === undefined ? 'DELETE' : 'POST',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = asObject(await answer.json());
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const options = { binary: browser, args: ['--automation'] };
  const session = await patiently(() => ask('/session', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } }));
  const at = `/session/${String(asObject(session).sessionId)}`;
  return {
    name: 'WebKit',
    async open(url) {
      await ask(`${at}/url`, { url });
    },
    evaluate: (expression) =>
      ask(`${at}/execute/async`, { script: `const done = arguments[0]; Promise.resolve(${expression}).then(done);`, args: [] }),
    async close() {
      await ask(at).catch(() => undefined);
      await end(child);
      await end(screen);
    },
  };
}

/** Asks again until the driver listens. */
async function patiently<Answer>(asking: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await asking();
    } catch (error) {
      if (!(error instanceof TypeError) || tries === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
