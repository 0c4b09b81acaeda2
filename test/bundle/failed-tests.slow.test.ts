import { expect, test } from 'vitest';
import { openReported } from './reported.ts';
import { usePlays } from './use-plays.ts';
import { red, leg, onTheTest } from './failing-test.ts';

const openPlay = usePlays();

const item = (of: string, sha: string): string =>
  `- ❌ ${of} › pytest › **[test&#95;many&#91;10&#93;](<https://github.com/acme/shop/blob/${sha}/tests/test_many.py#L2>)**: assert 10 &#60; 10 (tests/test&#95;many.py:2)`;

test('of the files of two legs, the annotations, the log, the summary and the comment say which leg failed, and where', async (context) => {
  const reported = await openReported(openPlay(context));
  const { done, sha } = await onTheTest(reported, {
    files: { 'results/junit-3.11/tests.xml': red, 'results/junit-3.12/tests.xml': red },
    inputs: { 'junit-paths': 'results/**/*.xml', report: 'comment' },
  });
  expect(done.annotations.filter(({ title }) => title?.includes('pytest'))).toMatchObject([
    { title: `junit-3.11 › ${leg}`, file: 'tests/test_many.py', line: 2 },
    { title: `junit-3.12 › ${leg}`, file: 'tests/test_many.py', line: 2 },
  ]);
  expect(done.log).toContain(`❌ junit-3.11 › ${leg}: assert 10 < 10\n❌ junit-3.12 › ${leg}: assert 10 < 10\n`);
  expect(done.log).toContain(`Failed: junit-3.11 › ${leg} and junit-3.12 › ${leg}`);
  for (const page of [done.summary, reported.api.comments[0]?.body ?? '']) {
    for (const of of ['junit-3.11', 'junit-3.12']) expect(page).toContain(item(of, sha));
    const order = ['## ❌ Not compliant', '### Failed tests', '### Why, and how to fix it', '### Attestations', '### Tests'];
    expect(page.match(/^###? .*$/gm)).toEqual(order);
  }
});

test('a leg of a matrix names itself, and the gate names every leg that failed', async (context) => {
  const reported = await openReported(openPlay(context));
  for (const python of ['3.11', '3.12']) {
    const { done, sha } = await onTheTest(reported, {
      files: { 'build/unit.xml': red },
      inputs: { command: 'attest', report: 'none' },
      contexts: { matrix: { python } },
    });
    expect(done.annotations).toMatchObject([
      { title: `python ${python} › ${leg}` },
      { level: 'warning', message: expect.stringContaining('unit says no') },
    ]);
    expect(done.summary).toContain(item(`python ${python}`, sha));
  }
  const { done } = await onTheTest(reported, { files: {}, inputs: { command: 'gate', report: 'comment' } });
  for (const page of [done.summary, reported.api.comments[0]?.body ?? '']) {
    expect(page.match(/^- ❌ .*pytest.* · unit$/gm)).toEqual(
      ['3.12', '3.11'].map((python) => `- ❌ python ${python} › pytest › test&#95;many&#91;10&#93; · unit`),
    );
    expect(page.indexOf('### Failed tests')).toBeLessThan(page.indexOf('### Why'));
  }
  expect(done.annotations.map(({ message }) => message)).toEqual([
    expect.stringContaining(`\nFailed in python 3.12: ${leg}\n`),
    expect.stringContaining(`\nFailed in python 3.11: ${leg}\n`),
  ]);
});
