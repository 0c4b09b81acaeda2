import type { VerdictName } from '../errors/index.ts';

/** A verdict that is no pass, but does not fail the job either: which setting lets it through. */
export type LetThrough =
  | { readonly verdict: VerdictName; readonly by: 'fail-on' }
  /** `from`: the moment from which it fails the job, in ISO 8601. */
  | { readonly verdict: VerdictName; readonly by: 'enforce-from'; readonly from: string };

/** The same as a sentence; names of settings are given as they are written. */
export function letThroughWords(letThrough: LetThrough): string {
  const { verdict } = letThrough;
  switch (letThrough.by) {
    case 'fail-on':
      return `The verdict is ${verdict}, and fail-on lets it through: the job does not fail, but this is not a yes.`;
    case 'enforce-from':
      return `The verdict is ${verdict}, and would have failed the job: that begins with enforce-from, ${letThrough.from.replace(/\.\d+Z$/, 'Z')}.`;
  }
}
