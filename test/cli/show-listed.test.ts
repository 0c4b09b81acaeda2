import { expect, test } from 'vitest';
import { resultJson, showResult } from '../../src/cli/show-result.ts';
import { openTerminal, type Terminal } from '../../src/cli/terminal.ts';

const flow = { name: 'shop', description: 'What it\ndelivers', visibility: 'private', created_by: 'ada', template: 'version: 1\n' };

function recording(): { readonly terminal: Terminal; readonly out: string[]; readonly err: string[] } {
  const [out, err]: [string[], string[]] = [[], []];
  return { out, err, terminal: { ...openTerminal(), out: (text) => void out.push(text), err: (text) => void err.push(text) } };
}

test('flows are a table that lines up, each on one line', () => {
  const { out, terminal } = recording();
  showResult({ kind: 'listed', resource: 'flows', items: [flow, { name: 'a-longer-name' }] }, terminal);
  expect(out.join('\n').split('\n')).toEqual([
    expect.stringMatching(/^FLOW {11}VISIBILITY {2}LAST CHANGE {2}DESCRIPTION$/),
    expect.stringMatching(/^shop {11}private .* What it ⏎ delivers$/),
    'a-longer-name',
  ]);
});

test('nothing but data is printed to the output: that there are none is said apart', () => {
  const { out, err, terminal } = recording();
  showResult({ kind: 'listed', resource: 'flows', items: [] }, terminal);
  expect([out, err]).toEqual([[], ['There are none']]);
});

test('one flow is shown a fact a line, without what is not known, and its template as it is', () => {
  const { out, terminal } = recording();
  showResult({ kind: 'shown', resource: 'flow', item: flow }, terminal);
  expect(out).toEqual(['Flow         shop', 'Description  What it\ndelivers', 'Visibility   private', 'Created      ada', '\nversion: 1']);
});

test('machines are told everything', () => {
  expect(resultJson({ kind: 'listed', resource: 'flows', items: [flow] })).toEqual({ flows: [flow] });
  expect(resultJson({ kind: 'shown', resource: 'flow', item: flow })).toEqual(flow);
});
