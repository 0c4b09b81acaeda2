import { afterEach, expect, it } from 'vitest';
import { getFlow, listFlows, write } from '../../src/client/index.ts';
import { token, world } from '../service/support.ts';
import { clientOf, closeAll } from './setup.ts';

afterEach(closeAll);

// The tests ask the real service: it takes the bodies that are sent.

it('a flow is renamed, tagged and archived', async () => {
  const { service } = await world();
  const { call } = clientOf(`${service.url}/api/v2`, { token });
  await write(call, 'putFlow', { org: 'acme' }, { name: 'f' }, 'version: 1\n');
  await write(call, 'renameFlow', { org: 'acme', flow_name: 'f' }, { new_name: 'g' });
  await write(call, 'patchTags', { org: 'acme', resource_type: 'flow', resource_id: 'g' }, { set_tags: { team: 'shop', old: '1' } });
  await write(call, 'patchTags', { org: 'acme', resource_type: 'flow', resource_id: 'g' }, { remove_tags: ['old'] });
  expect(await getFlow(call, { org: 'acme', flow_name: 'f' })).toMatchObject({ name: 'g', tags: { team: 'shop' } });
  await write(call, 'archiveFlow', { org: 'acme', flow_name: 'g' });
  expect((await listFlows(call, { org: 'acme' }, {})).items).toEqual([]);
});
