import type { ParamsOf, TagsInput } from '../contract/index.ts';
import { callOperation } from './operation.ts';
import type { Call } from './transport.ts';

/** Sets and removes tags of a flow or of an environment; removals go first. */
export async function changeTags(call: Call, params: ParamsOf<'patchTags'>, change: TagsInput): Promise<void> {
  await callOperation(call, 'patchTags', params, { data: change });
}
