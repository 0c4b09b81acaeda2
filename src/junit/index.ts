export { junit } from './format.ts';
export { mask } from './secrets/mask.ts';
export { copyFile } from './strip/copy-file.ts';
