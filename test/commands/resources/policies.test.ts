import { expect, test } from 'vitest';
import { environmentsWorld } from '../environments-world.ts';

const yaml = '_schema: https://docs.example/v1\nartifacts:\n  provenance:\n    required: true\n';

test('a policy is applied from a file, listed, and shown with the file of its newest version', async () => {
  const { play, write } = await environmentsWorld();
  write('policy.yml', yaml);
  const first = await play('policy apply', { name: 'production', file: 'policy.yml', description: 'what runs', comment: 'first' });
  expect(first.result).toMatchObject({ kind: 'shown' });
  expect([first.shown, first.json]).toEqual(['Policy production created', { policy: 'production', change: 'created' }]);
  write('policy.yml', `${yaml}  trail-compliance:\n    required: true\n`);
  expect((await play('policy apply', { name: 'production', file: 'policy.yml', comment: 'trails too' })).shown).toBe(
    'Policy production updated',
  );
  const list = await play('policy list');
  expect(list.shown).toMatch(/POLICY +VERSION.*\n.*production +2/s);
  expect(list.json).toMatchObject({
    policies: [{ name: 'production', versions: [{ version: 1 }, { version: 2, comment: 'trails too' }] }],
  });
  const { shown, json } = await play('policy get', { name: 'production' });
  expect(shown).toMatch(/^Policy +production\nDescription +what runs\nVersion +2\nComment +trails too\n/);
  expect(shown).toContain('trail-compliance:');
  expect(json).toMatchObject({ name: 'production', created_by: 'ada' });
});

test('a policy is attached to environments and detached from them', async () => {
  const { get, play, write } = await environmentsWorld();
  write('policy.yml', yaml);
  await play('policy apply', { name: 'production', file: 'policy.yml' });
  const attached = await play('policy attach', { name: 'production', environments: 'prod, dev' });
  expect(attached.shown).toBe('Policy production attached');
  for (const name of ['prod', 'dev']) expect(await get(`/environments/acme/${name}`)).toMatchObject({ policies: ['production'] });
  expect((await play('policy get', { name: 'production' })).shown).toMatch(/Environments +dev, prod\n/);
  expect((await play('policy detach', { name: 'production', environments: 'dev' })).shown).toBe('Policy production detached');
  expect(await get('/environments/acme/dev')).toMatchObject({ policies: [] });
  expect(await get('/environments/acme/prod')).toMatchObject({ policies: ['production'] });
});

test('what is wrong in a policy is told with its line, and nothing is applied', async () => {
  const { get, play, write } = await environmentsWorld();
  write('policy.yml', yaml.replace('required: true', 'required: maybe'));
  const { result } = await play('policy apply', { name: 'production', file: 'policy.yml' });
  expect(result).toMatchObject({ kind: 'stopped', message: expect.stringContaining('artifacts.provenance.required (line 4)') });
  expect(await get('/policies/acme')).toEqual([]);
});

test.each([
  ['policy apply', { name: 'production', file: 'nowhere.yml' }, /nowhere\.yml is not there/],
  ['policy apply', { name: 'two words', file: 'policy.yml' }, /name/],
  ['policy attach', { name: 'production', environments: '' }, /environments/],
  ['policy attach', { name: 'production', environments: 'p~1' }, /environments/],
])('%s with %j is wrong usage', async (command, options, message) => {
  const { play, write } = await environmentsWorld();
  write('policy.yml', yaml);
  expect((await play(command, options)).result).toMatchObject({
    kind: 'stopped',
    ending: 'usage',
    message: expect.stringMatching(message),
  });
});
