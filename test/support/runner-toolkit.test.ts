import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyOf, runFake } from './runner/fake-action.ts';

// GitHub's own toolkit is the peer: its output must arrive as it was meant.
const toolkit = `const core = await import(${JSON.stringify(import.meta.resolve('@actions/core'))});`;

test('understands what @actions/core writes', async () => {
  const run = await runFake({
    declare: '{ my-input: { default: "" } }',
    inputs: { 'my-input': ' trimmed ' },
    main: `${toolkit}
      core.setOutput('input', core.getInput('my-input'));
      core.setSecret('s3cret%value'); core.exportVariable('A', 'one\\ntwo'); core.addPath('/tools'); core.saveState('s', { n: 1 });
      core.startGroup('group'); core.info('the s3cret%value'); core.endGroup();
      core.error('100% a:b,c\\nsecond', { title: 'x:y,z%', file: 'src/a.ts', startLine: 2, endLine: 2, startColumn: 1, endColumn: 5 });
      core.notice('n'); core.debug('d');
      await core.summary.addRaw('# s3cret%value').write();
      core.setFailed('failed');`,
  });
  expect(run).toMatchObject({
    exitCode: 1,
    conclusion: 'failure',
    commandErrors: [],
    outputs: { input: 'trimmed' },
    env: { A: 'one\ntwo' },
    path: ['/tools'],
  });
  expect(run).toMatchObject({ state: { s: '{"n":1}' }, summary: '# ***\n', masks: expect.arrayContaining(['s3cret%value']) });
  expect(run.annotations).toEqual([
    { level: 'error', message: '100% a:b,c\nsecond', title: 'x:y,z%', file: 'src/a.ts', line: 2, endLine: 2, col: 1, endColumn: 5 },
    { level: 'notice', message: 'n' },
    { level: 'error', message: 'failed' },
  ]);
  expect(bodyOf(run)).toEqual([
    '##[group]group',
    'the ***',
    '##[endgroup]',
    '##[error]100% a:b,c',
    'second',
    '##[notice]n',
    '##[error]failed',
  ]);
});

test('gives back every text that @actions/core writes as an output or an annotation', async () => {
  const hostile = fc.array(
    fc.constantFrom('\n', '\r', '=', '<<', 'EOF', '::', '##[', ']', '%', '%0A', ',', ';', ' ', 'a', 'ä', '\u2028', '👍'),
    { maxLength: 12 },
  );
  const texts = fc.sample(
    fc.oneof(
      hostile.map((parts) => parts.join('')),
      fc.string({ unit: 'grapheme' }),
    ),
    200,
  );
  const run = await runFake({
    env: { TEXTS: JSON.stringify(texts) },
    main: `${toolkit}
      const texts = JSON.parse(env.TEXTS);
      for (const [index, text] of texts.entries()) core.setOutput('o' + index, text);
      for (const text of texts.slice(0, 10)) core.error(text, { title: '>' + text + '<' });`,
  });
  expect(Object.values(run.outputs)).toEqual(texts);
  // It is fenced because the runner trims properties and drops empty text around their first `=`.
  expect(run.annotations).toEqual(texts.slice(0, 10).map((text) => ({ level: 'error', message: text, title: `>${text}<` })));
});
