export { copyFile, mask } from './mask.ts';
