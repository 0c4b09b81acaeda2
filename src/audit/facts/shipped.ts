import { account } from './account.ts';
import { flag, ifThere, listOf, moment, oneOf, orNull, orUndefined, sha, shape, text, whole, type Value } from './check.ts';

/** The commits that something shipped since the one before it in the same place; null where git cannot tell. */
const brought = orNull(listOf(sha));

/** Something that began to run in an environment, as GitHub or a snapshot of the service tells it. */
export const deployment = shape({
  kind: oneOf('deployment'),
  source: oneOf('github', 'service'),
  /** On GitHub its number; in the service `environment#snapshot`. */
  id: text,
  environment: text,
  /** The environment serves users: by GitHub's own mark, by the audit's file, or by its name. */
  production: flag,
  /** When it succeeded, ISO 8601 in UTC. */
  at: moment,
  by: orNull(account),
  /** Null where nobody says from which commit it was made. */
  sha: orNull(sha),
  fingerprint: orNull(text),
  url: orNull(text),
  /** The audited branch that holds the commit, and one did when it was shipped; null: none does. */
  branch: orNull(text),
  /** Whether it is still there now. */
  running: flag,
  brought,
  /** The people who let GitHub begin it, or did not; GitHub does not tell when. Left out: not known. */
  reviews: ifThere(listOf(shape({ by: orNull(account), said: oneOf('approved', 'rejected') }))),
});
export type Deployment = Value<typeof deployment>;

/** A release of GitHub. */
export const release = shape({
  kind: oneOf('release'),
  tag: text,
  at: moment,
  by: orNull(account),
  sha: orNull(sha),
  url: orNull(text),
  branch: orNull(text),
  brought,
});
export type Release = Value<typeof release>;

/** A tag as it is now, and as the audit before saw it. */
export const tag = shape({
  kind: oneOf('tag'),
  name: text,
  /** The commit that it stands for. */
  sha,
  /** The commits that it stood for before: told by GitHub's activity of the tag, or by the audit before. */
  moved: listOf(shape({ from: sha, to: sha, at: orNull(moment), by: orNull(account) })),
  url: orNull(text),
  /** GitHub told the updates of tags in the period: `moved` is all that befell it. Left out: it did not. */
  told: ifThere(flag),
});
export type Tag = Value<typeof tag>;

/** An artifact of the service. */
export const artifact = shape({
  kind: oneOf('artifact'),
  fingerprint: text,
  name: text,
  flow: text,
  trail: orNull(text),
  commit: orNull(text),
  state: text,
  url: orNull(text),
  at: orNull(moment),
  /** Whether what its environment runs now has it. */
  running: listOf(text),
  /** A snapshot has it, and no flow does. */
  withoutProvenance: flag,
});
export type Artifact = Value<typeof artifact>;

/** An approval of an artifact. */
export const approval = shape({
  kind: oneOf('approval'),
  flow: text,
  number: whole,
  fingerprint: text,
  state: text,
  environment: orNull(text),
  at: moment,
  url: orNull(text),
  /** Name of the artifact, as the service tells it; left out by earlier programs, as all that may be. */
  artifact: ifThere(orNull(text)),
  /** The words of whoever asked for it. */
  description: ifThere(orNull(text)),
  /** `comment` is what they said about it, and `ticket` where they said it: a web address. */
  approvers: listOf(shape({ name: text, said: text, at: orNull(moment), comment: ifThere(orNull(text)), ticket: ifThere(orNull(text)) })),
  /** The user of the token that reported it: proven, unlike the names of those who approved. */
  by: orNull(text),
});
export type Approval = Value<typeof approval>;

/** A rule of notifications, and how its messages went. */
export const notification = shape({
  kind: oneOf('notification'),
  name: text,
  /** Null where the service does not say. */
  targets: orNull(whole),
  /** The service's word about the last failure; null where there is none, undefined where it does not say. */
  failure: orUndefined(orNull(text)),
});
export type Notification = Value<typeof notification>;
