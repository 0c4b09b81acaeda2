export { junit } from './format.ts';
