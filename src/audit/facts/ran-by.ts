import { aText, oneOf, orNull, shape, type Checked } from '../../text/check.ts';

/** Who ran the audit, by the word of the machine that it ran on. */
export const ranBy = shape({
  /** `job`: the account that GitHub started it for. `person`: the user of the machine. */
  kind: oneOf('job', 'person'),
  /** Null where the machine did not tell. */
  name: orNull(aText),
  /** The commit that the program was built from; null where it does not say. */
  commit: orNull(aText),
  /** The kind of the token that asked GitHub; null: there was none. */
  githubToken: orNull(oneOf('app', 'person', 'unknown')),
});
export type RanBy = Checked<typeof ranBy>;
