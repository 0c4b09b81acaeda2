import { expect } from 'vitest';
import { putEnvironment } from './environment-support.ts';
import { field, world, type World } from './support.ts';
import type { Target } from './webhook-target.ts';

/** The path of the notification rules. */
export const path = '/organizations/acme/environments_notifications';

/** A service with a rule for `prod` that sends messages to a target. */
export async function listening(to: readonly string[], target: Target, hosts: readonly string[] = [target.host]): Promise<World> {
  const it = await world(undefined, { webhookHosts: hosts, publicUrl: 'https://evidence.example' });
  await putEnvironment(it, 'prod');
  const webhook = { type: 'WEBHOOK', webhook: `http://${target.host}/hook/very-secret` };
  const made = await it.json('PUT', path, { name: 'all', environments: ['prod'], triggers: to, targets: [webhook] });
  expect(made.status).toBe(201);
  return it;
}

/** Whether the target of rule 1 is failing, and when it was last well, and last failing. */
export const health = async (it: World) => {
  const { body } = await it.get(`${path}/1`);
  return ['is_failing', 'last_success_timestamp', 'last_failure_timestamp'].map((name) => field(body, name));
};
