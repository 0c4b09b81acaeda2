import { aFlag, aMoment, aSha, aText, aWhole, ifThere, listOf, oneOf, orNull, orUndefined, shape, type Checked } from '../../text/check.ts';
import { account } from './account.ts';

/** The commits that something shipped since the one before it in the same place; null where git cannot tell. */
const brought = orNull(listOf(aSha));

export const deployment = shape({
  kind: oneOf('deployment'),
  source: oneOf('github', 'service'),
  /** On GitHub its number; in the service `environment#snapshot`. */
  id: aText,
  environment: aText,
  /** The environment serves users: by GitHub's own mark, by the audit's file, or by its name. */
  production: aFlag,
  /** When it succeeded, ISO 8601 in UTC. */
  at: aMoment,
  by: orNull(account),
  /** Null where nobody says from which commit it was made. */
  sha: orNull(aSha),
  fingerprint: orNull(aText),
  url: orNull(aText),
  /** The audited branch that holds the commit, and one did when it was shipped; null: none does. */
  branch: orNull(aText),
  /** Whether it is still there now. */
  running: aFlag,
  brought,
  /** The people who let GitHub begin it, or refused; GitHub does not say when. Left out: not known. */
  reviews: ifThere(listOf(shape({ by: orNull(account), said: oneOf('approved', 'rejected') }))),
});
export type Deployment = Checked<typeof deployment>;

export const release = shape({
  kind: oneOf('release'),
  tag: aText,
  at: aMoment,
  by: orNull(account),
  sha: orNull(aSha),
  url: orNull(aText),
  branch: orNull(aText),
  brought,
});
export type Release = Checked<typeof release>;

/** A tag as it is now, and as the audit before saw it. */
export const tag = shape({
  kind: oneOf('tag'),
  name: aText,
  sha: aSha,
  /** The commits that it stood for before: told by GitHub's activity of the tag, or by the audit before. */
  moved: listOf(shape({ from: aSha, to: aSha, at: orNull(aMoment), by: orNull(account) })),
  url: orNull(aText),
  /** GitHub told the updates of tags in the period: `moved` is all that befell it. Left out: it did not. */
  told: ifThere(aFlag),
});
export type Tag = Checked<typeof tag>;

export const artifact = shape({
  kind: oneOf('artifact'),
  fingerprint: aText,
  name: aText,
  flow: aText,
  trail: orNull(aText),
  commit: orNull(aText),
  state: aText,
  url: orNull(aText),
  at: orNull(aMoment),
  /** Whether what its environment runs now has it. */
  running: listOf(aText),
  /** A snapshot has it, and no flow does. */
  withoutProvenance: aFlag,
});
export type Artifact = Checked<typeof artifact>;

export const approval = shape({
  kind: oneOf('approval'),
  flow: aText,
  number: aWhole,
  fingerprint: aText,
  state: aText,
  environment: orNull(aText),
  at: aMoment,
  url: orNull(aText),
  /** The artifact's name in the service; left out by earlier programs, as all that may be. */
  artifact: ifThere(orNull(aText)),
  /** The words of the person who asked for it. */
  description: ifThere(orNull(aText)),
  /** `comment` is what they said about it, and `ticket` where they said it: a web address. */
  approvers: listOf(
    shape({ name: aText, said: aText, at: orNull(aMoment), comment: ifThere(orNull(aText)), ticket: ifThere(orNull(aText)) }),
  ),
  /** The user of the token that reported it: proven, unlike the names of those who approved. */
  by: orNull(aText),
});
export type Approval = Checked<typeof approval>;

export const notification = shape({
  kind: oneOf('notification'),
  name: aText,
  /** Null where the service does not say. */
  targets: orNull(aWhole),
  /** The service's last failure; null where there is none, undefined where it does not say. */
  failure: orUndefined(orNull(aText)),
});
export type Notification = Checked<typeof notification>;
