import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { fault, startFaultServer } from './fault-server.ts';
import { runFake } from './runner/fake-action.ts';
import { runnerTiming } from './runner/index.ts';

const alive = 'const life = setInterval(() => {}, 1000);';
const timing = { interrupt: 400, terminate: 300, streams: 500 };

test('waits as long as the runner: 7.5 s after SIGINT, 2.5 s after SIGTERM, 5 s for open streams', () => {
  expect(runnerTiming).toEqual({ interrupt: 7500, terminate: 2500, streams: 5000 });
});

/** A main that lives until SIGINT, and then ends well. */
const polite = `process.on('SIGINT', () => { append('OUTPUT', 'verdict=unknown\\n'); say('interrupted'); process.exit(0); }); ${alive}`;

test.each<[name: string, main: string, line: string | RegExp]>([
  ['a line', `${polite} say('ready now')`, 'ready'],
  ['a line on stderr', `${polite} fs.writeSync(2, 'ready 12\\n')`, /^ready \d+$/],
])('sends SIGINT after %s, and calls the step cancelled whatever its exit code', async (_, main, line) => {
  const run = await runFake({ main, signalAfter: { line } });
  expect(run).toMatchObject({ exitCode: 0, signal: null, conclusion: 'cancelled', outputs: { verdict: 'unknown' } });
  expect(run.log).toContain('interrupted');
});

test('sends SIGINT once something else has happened', async () => {
  const asked = Promise.withResolvers<void>();
  const script = (): ReturnType<typeof fault.hang> => {
    asked.resolve();
    return fault.hang();
  };
  const server = await startFaultServer({ script });
  onTestFinished(() => server.close());
  const run = await runFake({ main: `${polite} await fetch('${server.url}/in-the-middle')`, signalAfter: { promise: asked.promise } });
  expect(run).toMatchObject({ exitCode: 0, conclusion: 'cancelled' });
  expect(server.requests).toHaveLength(1);
});

test('sends SIGINT after a time', async () => {
  const run = await runFake({ main: alive, signalAfter: { ms: 200 } });
  expect(run).toMatchObject({ signal: 'SIGINT', conclusion: 'cancelled' });
  expect(run.durationMs).toBeGreaterThan(190);
});

test('shows a process that SIGINT ended', async () => {
  const run = await runFake({ main: `${alive} say('ready')`, signalAfter: { line: 'ready' } });
  expect(run).toMatchObject({ exitCode: 130, signal: 'SIGINT', conclusion: 'cancelled' });
});

test('goes on to SIGTERM, and then to SIGKILL', async () => {
  const deaf = `${alive} process.on('SIGINT', () => say('int'));`;
  const term = await runFake({ timing, main: `${deaf} say('ready')`, signalAfter: { line: 'ready' } });
  expect(term).toMatchObject({ exitCode: 143, signal: 'SIGTERM', rawStdout: 'ready\nint\n' });
  expect(term.durationMs).toBeGreaterThan(timing.interrupt);
  const kill = await runFake({
    timing,
    main: `${deaf} process.on('SIGTERM', () => say('term')); say('ready')`,
    signalAfter: { line: 'ready' },
  });
  expect(kill).toMatchObject({ exitCode: 137, signal: 'SIGKILL', rawStdout: 'ready\nint\nterm\n' });
  expect(kill.durationMs).toBeGreaterThan(timing.interrupt + timing.terminate);
});

test('does not signal a step that has ended', async () => {
  expect(await runFake({ main: 'say("done")', signalAfter: { ms: 60_000 } })).toMatchObject({ exitCode: 0, conclusion: 'success' });
});

test('fails a step that takes longer than its timeout', async () => {
  const run = await runFake({ main: alive, timeoutMs: 300 });
  expect(run).toMatchObject({ signal: 'SIGINT', conclusion: 'failure' });
  expect(run.annotations).toEqual([{ level: 'error', message: "The action 'fake' has timed out." }]);
});

test('fails it even when it then ends well', async () => {
  expect(await runFake({ main: polite, timeoutMs: 700 })).toMatchObject({ conclusion: 'failure' });
});

/** A main that starts a child and ends once that has made the file `up`. */
const child = (code: string, stdio: string): string => `
  import { spawn } from 'node:child_process';
  spawn(process.execPath, ['-e', ${JSON.stringify(code)}], { stdio: '${stdio}' }).unref();
  while (!fs.existsSync('up')) await new Promise((done) => setTimeout(done, 10));`;

/** The code of a child that stays for ever, and a promise that is kept when it has ended. */
async function observed(before = ''): Promise<{ code: string; ended: Promise<unknown> }> {
  const server = createServer();
  const ended = new Promise((fulfil) => {
    server.on(
      'connection',
      (socket) =>
        void socket
          .on('error', () => {})
          .once('close', fulfil)
          .resume(),
    );
  });
  await new Promise<void>((fulfil) => void server.listen(0, '127.0.0.1', fulfil));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  return { ended, code: `${before}; require('net').connect(${port}, '127.0.0.1', () => require('fs').writeFileSync('up', ''))` };
}

test('waits for a child that holds stdout open, and hears it', async () => {
  const late = `require('fs').writeFileSync('up', ''); setTimeout(() => console.log('::set-output name=late::1'), 300)`;
  const run = await runFake({ main: child(late, 'inherit') });
  expect(run).toMatchObject({ outputs: { late: '1' }, lingered: false, conclusion: 'success' });
});

test('gives up on such a child after a while, ends it, and drops its unfinished line', async () => {
  const { code, ended } = await observed(`process.stdout.write('::set-output name=late::1')`);
  const run = await runFake({ timing, main: child(code, 'inherit') });
  expect(run).toMatchObject({ outputs: {}, lingered: true, conclusion: 'success', exitCode: 0, rawStdout: '::set-output name=late::1' });
  expect(run.durationMs).toBeGreaterThan(timing.streams);
  await ended;
});

test('leaves no child behind that let go of the streams', async () => {
  const { code, ended } = await observed();
  expect(await runFake({ main: child(code, 'ignore') })).toMatchObject({ lingered: false, conclusion: 'success' });
  await ended;
});

test('keeps what was printed whole and apart by stream', async () => {
  const run = await runFake({ main: `process.stdout.write('x'.repeat(300000) + '\\n'); console.error('err')` });
  expect(run.rawStdout).toHaveLength(300_001);
  expect(run.rawStderr).toBe('err\n');
  expect(run.log).toContain('x'.repeat(300_000));
});

test('runs the action with the given node, and says so when it is not there', async () => {
  await expect(runFake({ node: '/nowhere/node' })).rejects.toThrow('ENOENT');
  expect((await runFake({ main: 'say(process.version)' })).rawStdout).toBe(`${process.version}\n`);
});
