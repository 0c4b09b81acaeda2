import { expect, test } from 'vitest';
import { parseCommand } from './runner/command.ts';
import { bodyOf, runFake, runLines } from './runner/fake-action.ts';

const registered = new Set(['set-output', 'warning']);

// Most rows are the cases of the runner's own tests (ActionCommandL0.cs).
test.each<[line: string, name: string | undefined, properties: Record<string, string>, data: string]>([
  ['::warning k1=v1,::msg', 'warning', { k1: 'v1' }, 'msg'],
  ['::warning::', 'warning', {}, ''],
  ['   ::warning k1=v1::msg', 'warning', { k1: 'v1' }, 'msg'],
  ['\u0085\u00A0\u3000::warning::msg', 'warning', {}, 'msg'],
  ['\uFEFF::warning::msg', undefined, {}, ''],
  ['\u200B::warning::msg', undefined, {}, ''],
  ['>>> ::warning k1=v1::msg', undefined, {}, ''],
  ['xxwarning::msg', undefined, {}, ''],
  ['::warning k1=v1', undefined, {}, ''],
  ['::unknown::msg', undefined, {}, ''],
  ['::WARNING File=a::msg', 'warning', { file: 'a' }, 'msg'],
  ['::warning k1=;=%2C=%0D=%0A=]=%3A,::;-%0D-%0A-]-:-,', 'warning', { k1: ';=,=\r=\n=]=:' }, ';-\r-\n-]-:-,'],
  ['::warning k1=%252C=%250D=%253A::%250D%250A', 'warning', { k1: '%2C=%0D=%3A' }, '%0D%0A'],
  ['::warning::%2C%3A%3B%5D%0a', 'warning', {}, '%2C%3A%3B%5D%0a'],
  ['::warning k1=,k2=,::', 'warning', {}, ''],
  ['::warning k1==a=b,=k2=c,  k3=d::', 'warning', { k1: 'a=b', k2: 'c', '  k3': 'd' }, ''],
  ['::warning  \u3000k1=v1 ::msg', 'warning', { k1: 'v1' }, 'msg'],
  ['##[warning  k1=v1 ]msg', 'warning', { ' k1': 'v1 ' }, 'msg'],
  ['::warning::a::b', 'warning', {}, 'a::b'],
  ['##[warning k1=v1;]msg', 'warning', { k1: 'v1' }, 'msg'],
  ['##[warning]', 'warning', {}, ''],
  ['>>>   ##[warning k1=v1;k2=v2]msg', 'warning', { k1: 'v1', k2: 'v2' }, 'msg'],
  ['##[warning k1=%3B=%0D=%0A=%5D;]%3B-%0D-%0A-%5D', 'warning', { k1: ';=\r=\n=]' }, ';-\r-\n-]'],
  ['##[warning k1=%253B;]%253B-%250D', 'warning', { k1: '%3B' }, '%3B-%0D'],
  ['##[warning k1=a,b;]', 'warning', { k1: 'a,b' }, ''],
  ['##[unknown] ##[warning]msg', undefined, {}, ''],
  ['##[warning', undefined, {}, ''],
  ['::unknown::##[warning]msg', 'warning', {}, 'msg'],
  ['plain', undefined, {}, ''],
])('reads %j as the runner does', (line, name, properties, data) => {
  const command = parseCommand(line, registered);
  expect(command?.name).toBe(name);
  expect(Object.fromEntries(command?.properties ?? [])).toEqual(properties);
  expect(command?.data ?? '').toBe(data);
});

test('acts on both syntaxes, on stdout and stderr, and takes commands out of the log', async () => {
  const run = await runFake({
    main: `say('::set-output name=a::1'); say('a test named ##[set-output name=b]2');
      console.error('::set-output name=c::3'); console.error('x ##[set-output name=d]4'); say('not at the start ::set-output name=e::5')`,
  });
  expect(run.outputs).toEqual({ a: '1', b: '2', c: '3', d: '4' });
  const log = bodyOf(run).filter((line) => !line.startsWith('##[warning]'));
  expect(log).toEqual(['not at the start ::set-output name=e::5']);
  expect(run.rawStdout).toContain('##[set-output name=b]2');
  expect(run.rawStderr).toBe('::set-output name=c::3\nx ##[set-output name=d]4\n');
});

test('finds lines at LF, CR LF and a lone CR, the last without an end, over chunks and bytes of one character', async () => {
  const run = await runFake({
    main: `const wait = () => new Promise((done) => setTimeout(done, 60));
      say('a\\r\\nb\\rc'); process.stdout.write('d\\r'); await wait(); process.stdout.write('\\ne'); await wait();
      process.stdout.write(Buffer.from([0xc3])); await wait(); process.stdout.write(Buffer.from([0xa4, 0x0a, 0x0a])); process.stdout.write('::set-output name=last::1')`,
  });
  expect(bodyOf(run).slice(0, 6)).toEqual(['a', 'b', 'c', 'd', 'eä', '']);
  expect(run.outputs).toEqual({ last: '1' });
});

test('honours set-output and save-state with a warning; names are one in any case', async () => {
  const run = await runLines(['::set-output name=verdict::no', '::set-output name=Verdict::yes', '::save-state name=s::1']);
  expect(run.outputs).toEqual({ Verdict: 'yes' });
  expect(run.state).toEqual({ s: '1' });
  expect(run.annotations.map(({ level, message }) => `${level} ${message.slice(0, 42)}`)).toEqual([
    'warning The `set-output` command is deprecated and',
    'warning The `set-output` command is deprecated and',
    'warning The `save-state` command is deprecated and',
  ]);
});

test.each([
  ['##[set-env name=A]b', /`set-env` command is disabled/],
  ['::add-path::/evil', /`add-path` command is disabled/],
  ['::set-output::x', /'name' is missing/],
  ['::save-state::x', /'name' is missing/],
  ['::echo::maybe', /Invalid echo command value/],
  ['::echo::', /Invalid echo command value/],
  ['::add-matcher::absent.json', /ENOENT/],
])('fails the step on %s', async (line, message) => {
  const run = await runLines([line, 'still running']);
  expect(run).toMatchObject({ exitCode: 0, conclusion: 'failure', env: {}, path: [] });
  expect(run.commandErrors).toEqual([expect.stringMatching(message)]);
  expect(run.annotations.filter(({ level }) => level === 'error').map((annotation) => annotation.message)).toEqual([
    `Unable to process command '${line}' successfully.`,
    run.commandErrors[0],
  ]);
  expect(bodyOf(run)).toContain('still running');
});

test('registers problem matchers', async () => {
  const run = await runFake({
    main: `fs.writeFileSync('m.json', '{"problemMatcher":[]}'); say('::add-matcher::m.json'); say('::add-matcher::'); say('::remove-matcher::'); say('::remove-matcher owner=x::')`,
  });
  expect(run.matchers).toEqual([expect.stringMatching(/m\.json$/)]);
  expect(run.annotations.map((annotation) => annotation.message)).toEqual([
    'File path must be specified.',
    expect.stringContaining('##[remove-matcher]'),
  ]);
  expect(run.conclusion).toBe('success');
});

test('makes annotations, and shows them in the log', async () => {
  const run = await runFake({
    main: `say('::error file=' + process.cwd() + '/src/a.ts,line=3,endLine=3,col=1,endColumn=4,title=a%3Ab%2Cc::one%0Atwo'); say('::warning file=/elsewhere::w'); say('::notice::'); say('::debug::d')`,
  });
  expect(run.annotations).toEqual([
    { level: 'error', message: 'one\ntwo', title: 'a:b,c', file: 'src/a.ts', line: 3, endLine: 3, col: 1, endColumn: 4 },
    { level: 'warning', message: 'w', file: '/elsewhere' },
    { level: 'notice', message: '' },
  ]);
  expect(bodyOf(run)).toEqual(['##[error]one', 'two', '##[warning]w']);
});

test.each([
  ['endLine=3', { line: 3, endLine: 3 }],
  ['line=1,endColumn=2', { line: 1, col: 2, endColumn: 2 }],
  ['col=1,endColumn=2', {}],
  ['line=1,endLine=2,col=1,endColumn=2', { line: 1, endLine: 2 }],
  ['line=4,endLine=3', {}],
  ['line=1,endLine=1,col=3,endColumn=2', { line: 1, endLine: 1 }],
  ['line=x', {}],
])('corrects the place %s', async (place, corrected) => {
  const run = await runLines([`::warning ${place}::m`]);
  expect(run.annotations).toEqual([{ level: 'warning', message: 'm', ...corrected }]);
});

test('keeps ten annotations of each level, the rest only in the log', async () => {
  const run = await runLines(
    ['error', 'warning', 'notice'].flatMap((level) => Array.from({ length: 12 }, (_, index) => `::${level}::${level} ${index + 1}`)),
  );
  expect(run.annotations).toHaveLength(30);
  expect(run.annotations.filter(({ level }) => level === 'warning').at(-1)?.message).toBe('warning 10');
  expect(bodyOf(run)).toContain('##[notice]notice 12');
});

test('cuts an annotation at 4096 characters, after masking', async () => {
  const run = await runLines([`::error::${'x'.repeat(4092)}s3cret-s3cret`], { secrets: ['s3cret-s3cret'] });
  expect(run.annotations[0]?.message).toBe(`${'x'.repeat(4092)}***`);
  const long = await runLines([`::error::${'x'.repeat(5000)}`]);
  expect(long.annotations[0]?.message).toHaveLength(4096);
});

test('groups', async () => {
  expect(bodyOf(await runLines(['::group::Reading a%25b', 'x', '::endgroup::ignored']))).toEqual([
    '##[group]Reading a%b',
    'x',
    '##[endgroup]',
  ]);
});

test('stops and resumes commands for both streams', async () => {
  const run = await runFake({
    main: `say('::stop-commands::PauseToken'); say('::set-output name=a::1'); say('x ##[set-env name=A]1');
      fs.writeSync(2, '::set-output name=b::1\\n'); await new Promise((done) => setTimeout(done, 100));
      say('::pausetoken::'); say('::set-output name=c::1'); say('::PauseToken::')`,
  });
  expect(run.outputs).toEqual({ c: '1' });
  expect(run.conclusion).toBe('success');
  const log = bodyOf(run).filter((line) => !line.startsWith('##[warning]'));
  expect(log[0]).toBe('::stop-commands::***');
  expect(log).toEqual(
    expect.arrayContaining(['::set-output name=a::1', 'x ##[set-env name=A]1', '::set-output name=b::1', '::pausetoken::']),
  );
  // The token is a command only while commands are stopped, and is masked from then on.
  expect(log.at(-1)).toBe('::***::');
});

test('does not mask a stop token of six characters', async () => {
  expect((await runLines(['::stop-commands::sixsix', '::sixsix::'])).masks).not.toContain('sixsix');
});

test.each(['', 'pause-logging', 'Set-Output', 'stop-commands'])('ends the step at once on the stop token %j', async (token) => {
  const run = await runFake({ main: `say('::stop-commands::${token}'); setTimeout(() => say('too late'), 400)` });
  expect(run).toMatchObject({ conclusion: 'failure', signal: 'SIGKILL' });
  expect(run.annotations[0]?.message).toContain('endToken');
  expect(run.log).not.toContain('too late');
});

test('echoes commands when asked, those that show themselves not', async () => {
  const run = await runLines([
    '::group::a',
    '::echo::on',
    '::group::b',
    '::notice::n',
    '::add-mask::hidden',
    ' ::echo::OFF ',
    '::group::c',
  ]);
  expect(bodyOf(run)).toEqual(['##[group]a', '::group::b', '##[group]b', '##[notice]n', '::add-mask::***', ' ::echo::OFF ', '##[group]c']);
});

test('shows debug lines, and echoes, with step debugging on', async () => {
  const run = await runLines(['::debug::one%0Atwo', '::group::a'], { contexts: { runner: { debug: '1' } } });
  expect(bodyOf(run)).toEqual(['##[debug]one', '##[debug]two', '::group::a', '##[group]a']);
  expect(bodyOf(await runLines(['::debug::one']))).toEqual([]);
});

test("breaks the runner's own markers", async () => {
  expect(bodyOf(await runLines(['a ##[start-action x] ##[end-action x]']))).toEqual(['a ##[\\start-action x] ##[\\end-action x]']);
});
