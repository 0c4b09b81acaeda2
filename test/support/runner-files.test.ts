import { expect, test } from 'vitest';
import { runFake } from './runner/fake-action.ts';

const append = (file: string, text: string): string => `append('${file}', ${JSON.stringify(text)});`;

test.each<[text: string, outputs: Record<string, string>]>([
  ['a=1\n\nb=\nc=x=y\n', { a: '1', b: '', c: 'x=y' }],
  ['a= spaced \r\n', { a: ' spaced \r' }],
  ['a=no end of line', { a: 'no end of line' }],
  ['a<<EOF\none\n\ntwo\nEOF\nb=2\n', { a: 'one\n\ntwo', b: '2' }],
  ['a<<EOF\nEOF\n', { a: '' }],
  ['a<<EOF\none\nEOF', { a: 'one' }],
  ['a<<EOF\n EOF\nEOF \nEOF\n', { a: ' EOF\nEOF ' }],
  ['a<<x=y\none=1\nx=y\n', { a: 'one=1' }],
  ['a=b<<c\n', { a: 'b<<c' }],
  ['a<<b<<c\n1\nb<<c\n', { a: '1' }],
  ['\uFEFFa=1\n', { a: '1' }],
  ['A=1\na=2\n', { a: '2' }],
])('reads the output file %j', async (text, outputs) => {
  const run = await runFake({ main: append('OUTPUT', text) });
  expect(run.outputs).toEqual(outputs);
  expect(run).toMatchObject({ conclusion: 'success', commandErrors: [] });
});

test.each([
  ['OUTPUT', 'a=1\nno sign\nb=2\n', "Invalid format 'no sign'"],
  ['OUTPUT', 'a=1\nb<<EOF\nnever ended\n', "Matching delimiter not found 'EOF'"],
  ['OUTPUT', 'a=1\nb<<EOF\nnever ended', 'EOF marker missing new line'],
  ['OUTPUT', 'a=1\nb<<\n', 'delimiter must not be empty'],
  ['OUTPUT', 'a=1\n<<EOF\nEOF\n', 'Name must not be empty'],
  ['OUTPUT', 'a=1\n=2\n', 'Value cannot be null'],
  ['STATE', 'no sign', 'Invalid format'],
  ['ENV', 'no sign', 'Invalid format'],
])('fails the step, at exit code 0, on a mistake in GITHUB_%s: %j', async (file, text, message) => {
  const run = await runFake({ main: append(file, text) });
  expect(run).toMatchObject({ exitCode: 0, conclusion: 'failure' });
  expect(run.commandErrors).toEqual([expect.stringContaining(message)]);
  expect(run.annotations.map((annotation) => annotation.message)).toEqual([
    `Unable to process file command '${file.toLowerCase()}' successfully.`,
    run.commandErrors[0],
  ]);
  // The lines before the mistake count, those after it do not.
  expect(run.outputs).toEqual(file === 'OUTPUT' ? { a: '1' } : {});
});

test('a file wins over a command, whichever came last', async () => {
  const run = await runFake({ main: `${append('OUTPUT', 'verdict=incomplete\n')} say('##[set-output name=verdict]compliant')` });
  expect(run.outputs).toEqual({ verdict: 'incomplete' });
});

test('reads the files of a step that failed', async () => {
  const run = await runFake({ main: `${append('OUTPUT', 'verdict=unknown\n')} ${append('STEP_SUMMARY', '# No\n')} process.exit(1)` });
  expect(run).toMatchObject({ conclusion: 'failure', outputs: { verdict: 'unknown' }, summary: '# No\n' });
});

test('collects environment, path and state; NODE_OPTIONS is refused without failing the step', async () => {
  const run = await runFake({
    main: append('ENV', 'A=1\nnode_options=--x\nB<<E\n2\nE\n') + append('PATH', '/one\n\n/two\r\n/one\n') + append('STATE', 's=1\n'),
  });
  expect(run).toMatchObject({ env: { A: '1', B: '2' }, path: ['/two', '/one'], state: { s: '1' }, conclusion: 'success' });
  expect(run.annotations).toEqual([{ level: 'error', message: "Can't store NODE_OPTIONS output parameter using '$GITHUB_ENV' command." }]);
});

test('takes deleted files as empty ones', async () => {
  const run = await runFake({
    main: `for (const name of ['OUTPUT', 'ENV', 'PATH', 'STATE', 'STEP_SUMMARY']) fs.rmSync(env['GITHUB_' + name])`,
  });
  expect(run).toMatchObject({ conclusion: 'success', outputs: {}, summary: '', summaryDropped: false, annotations: [] });
});

test('another mistake than a missing file fails the step', async () => {
  const run = await runFake({ main: `fs.rmSync(env.GITHUB_OUTPUT); fs.mkdirSync(env.GITHUB_OUTPUT)` });
  expect(run.conclusion).toBe('failure');
  expect(run.commandErrors).toEqual([expect.stringContaining('EISDIR')]);
});

test('masks the summary line by line', async () => {
  const run = await runFake({ secrets: ['s3cret'], main: append('STEP_SUMMARY', 'one s3cret\r\n\ntwo') });
  expect(run.summary).toBe('one ***\n\ntwo\n');
});

test('uploads a summary of exactly 1 MiB, and drops one of a byte more without failing the step', async () => {
  const fits = await runFake({ main: `append('STEP_SUMMARY', 'x'.repeat(1024 * 1024))` });
  expect(fits).toMatchObject({ summaryDropped: false, annotations: [] });
  expect(fits.summary).toHaveLength(1024 * 1024 + 1);
  const dropped = await runFake({ main: `append('STEP_SUMMARY', 'ä'.repeat(512 * 1024) + 'x')` });
  expect(dropped).toMatchObject({ summary: '', summaryDropped: true, conclusion: 'success' });
  expect(dropped.annotations).toEqual([{ level: 'error', message: expect.stringContaining('up to a size of 1024k, got 1024k') }]);
});
