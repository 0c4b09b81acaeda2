export { junit } from './format.ts';
export { copyFile, mask } from './secrets/mask.ts';
