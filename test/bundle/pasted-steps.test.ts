import { expect, test } from 'vitest';
import { usePlays } from './use-plays.ts';

const openPlay = usePlays();

test('a step for a missing name cannot record as it stands, and names this action as its own step does', async (context) => {
  const play = openPlay(context);
  const contexts = { github: { action_repository: 'shop/evidence', action_ref: 'v1.2.0' } };
  const run = await play.run({ inputs: { 'required-attestations': 'lint' }, contexts });
  const [error, ...others] = run.annotations.filter(({ level }) => level === 'error');
  expect(others).toEqual([]);
  const step = error?.message.slice(error.message.indexOf('- uses: '));
  expect(step?.split('\n')).toEqual([
    '- uses: shop/evidence@v1.2.0',
    '  if: ${{ !cancelled() }}',
    '  with:',
    '    command: attest',
    '    base-url: ${{ steps.service.outputs.url }}',
    '    api-token: ${{ steps.service.outputs.token }}',
    '    org: acme',
    `    flow: ${play.flow}`,
    '    attestation-name: lint',
    '    junit-paths: <where lint writes its JUnit files>',
    '    test-outcome: ${{ steps.<the id of its step>.outcome }}',
  ]);
  const pasted = await play.run({
    inputs: {
      command: 'attest',
      'attestation-name': 'lint',
      'junit-paths': '<where lint writes its JUnit files>',
      'test-outcome': 'success',
    },
  });
  expect([pasted.exitCode, pasted.outputs['verdict']]).toEqual([4, 'unusable']);
});

test('serve is no command, and the step is told where its action is', async (context) => {
  const contexts = { github: { action_repository: 'shop/evidence', action_ref: 'v1.2.0' } };
  const run = await openPlay(context).run({ inputs: { command: 'serve' }, contexts });
  expect(run.annotations[0]?.message).toMatch(/Write uses: shop\/evidence\/\.github\/actions\/serve@v1\.2\.0$/);
});
