import { exitCodes, UsageError } from '../../errors/index.ts';
import { openEphemeral, type EphemeralSettings } from './open.ts';

/** What the process in the background says, once, as JSON on a line: where the service is, or why there is none. */
export type BackgroundAnswer =
  | { readonly kind: 'ready'; readonly baseUrl: string; readonly token: string }
  | { readonly kind: 'refused'; readonly message: string; readonly fix: string | undefined };

/** The process in the background: `settings` is the JSON of EphemeralSettings. Who started it has gone when it ends. */
async function serveInBackground(settings: string): Promise<void> {
  const say = (answer: BackgroundAnswer): void => void process.stdout.write(`${JSON.stringify(answer)}\n`);
  process.stdout.on('error', () => undefined);
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt.abort());
  try {
    const parsed: EphemeralSettings = JSON.parse(settings);
    const { baseUrl, close, over, token } = await openEphemeral(parsed, interrupt.signal);
    say({ kind: 'ready', baseUrl, token });
    await over;
    await close();
  } catch (error) {
    const fix = error instanceof UsageError ? error.fix : undefined;
    say({ kind: 'refused', message: error instanceof Error ? error.message : String(error), fix });
    process.exitCode = exitCodes.usage;
  }
}

await serveInBackground(process.argv[2] ?? '');
