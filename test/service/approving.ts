import { sha, world, field, type Answer, type Client, type World } from './support.ts';

export const fingerprint = 'ab'.repeat(32);
export const another = 'cd'.repeat(32);
export const earlier = 'ef'.repeat(32);
export const older = 'b'.repeat(40);

export const bob = { state: 'APPROVED', comment: 'Fine', approved_by: 'bob', approval_url: 'https://chat.example/1' } as const;
export const eve = { state: 'UNAPPROVED', comment: 'Not yet', approved_by: 'eve', approval_url: '' } as const;

/** Reports an artifact on the trail `t` of the flow `f`, unless said otherwise. */
export function artifact(to: Client, more: Readonly<Record<string, unknown>> = {}, flow = 'f'): Promise<Answer> {
  const whole = { fingerprint, filename: 'shop.tgz', build_url: '', commit_url: '', git_commit: sha, trail_name: 't', ...more };
  return to.json('POST', `/artifacts/acme/${flow}`, whole);
}

/** Reports an approval of it. The approval is only asked for unless `approvals` says who decided. */
export function approve(to: Client, more: Readonly<Record<string, unknown>> = {}, flow = 'f'): Promise<Answer> {
  const whole = { artifact_fingerprint: fingerprint, description: 'Ready', src_commit_list: [sha], ...more };
  return to.json('POST', `/approvals/acme/${flow}`, whole);
}

/** A service with an artifact to approve. */
export async function withArtifact(): Promise<World> {
  const it = await world();
  await artifact(it);
  return it;
}

export const listOf = (body: unknown): readonly unknown[] => (Array.isArray(body) ? body : []);
export const numbers = ({ body }: Answer): readonly unknown[] => listOf(body).map((each) => field(each, 'release_number'));
export const ofArtifact = (to: Client, of = fingerprint): Promise<Answer> => to.get(`/artifacts/acme/f/${of}/approvals`);
