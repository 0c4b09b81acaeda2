import { createHash } from 'node:crypto';
import { Html } from '../../../html/index.ts';
import { style } from './style.ts';

/** The style of a page, and the policy that allows it and nothing else: no script, no picture from elsewhere, nothing that is loaded. */
export interface PageStyle {
  readonly policy: string;
  /** Its text to the letter: the policy knows it by its hash. */
  readonly element: Html;
}

/** The style of a page. `foot` stands at the foot of each sheet of paper; it may be foreign text. */
export function pageStyle(foot?: string): PageStyle {
  const text = foot === undefined ? style : `${style}${footStyle(foot)}`;
  const hash = createHash('sha256').update(text).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return { policy, element: new Html(`<style>${text}</style>`) };
}

/** Only letters and digits stand as they are: no text ends its own quotes, or the style. */
function footStyle(foot: string): string {
  const quoted = foot.toWellFormed().replace(/[^A-Za-z0-9]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16) ?? ''} `);
  return `@page { @bottom-left { content: "${quoted}"; font: 8pt system-ui, sans-serif; } }\n`;
}
