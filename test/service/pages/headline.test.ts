import { expect, test } from 'vitest';
import { attest, putFlow, red, sha, world } from '../support.ts';
import { open, textOf } from './reader.ts';

const asks = (more: string): string => `trail: {attestations: [{name: unit, type: junit${more}}, {name: lint, type: junit}]}`;
const of = (event: string) => ({
  git_commit_info: { sha1: sha, message: 'm' },
  user_data: { compliance_evidence: { event, workflow: 'ci', job: 'lint', run_id: '1', run_attempt: '1' } },
});

test('a gate that says no comes first also where the template of now makes a yes of what was decided as a no', async () => {
  const it = await world();
  await putFlow(it, 'f', asks(''));
  await attest(it, 'f/t', { attestation_name: 'lint', junit_results: [red], ...of('schedule') });
  await attest(it, 'f/t', { attestation_name: 'lint', ...of('push') });
  await attest(it, 'f/t', { junit_results: [] });
  await putFlow(it, 'f', asks(', min_tests: 0'));
  const said = '✘ not compliant says a gate; recorded as ✘ not compliant as decided, ✔ compliant by what is asked now';
  const why = 'lint is not compliant in the run schedule › ci › lint at this commit';
  const trail = (await open(it, '/acme/flows/f/trails/t')).text;
  expect(trail).toContain('<title>not compliant: t · f · acme</title>');
  expect(textOf(trail)).toContain(`Trail t ${said} Why, and how to fix it ${why}`);
  const flow = textOf((await open(it, '/acme/flows/f')).text);
  expect([flow.includes(said), flow.includes(`A gate says: ${why}`)]).toEqual([true, true]);
});
