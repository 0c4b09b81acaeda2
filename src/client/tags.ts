import type { TagsInput } from '../contract/index.ts';
import { change } from './asking.ts';

/** Sets and removes tags of a flow or of an environment; removals go first. */
export const changeTags = change('patchTags', (tags: TagsInput) => tags);
