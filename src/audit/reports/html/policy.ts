import { createHash } from 'node:crypto';
import { Html } from '../../../html/index.ts';
import { style } from './style.ts';

/** Nothing but this style: no script, no picture from elsewhere, no form, nothing that is loaded. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Its text to the letter: the policy above knows it by its hash. */
export const styleElement = new Html(`<style>${style}</style>`);
