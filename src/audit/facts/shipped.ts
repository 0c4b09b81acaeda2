import type { Account } from './account.ts';

/** The commits that something shipped since the one before it in the same place; null where git cannot tell. */
type Brought = readonly string[] | null;

/** Something that began to run in an environment, as GitHub or a snapshot of the service tells it. */
export interface Deployment {
  readonly kind: 'deployment';
  readonly source: 'github' | 'service';
  /** On GitHub its number; in the service `environment#snapshot`. */
  readonly id: string;
  readonly environment: string;
  /** The environment serves users: by GitHub's own mark, by the audit's file, or by its name. */
  readonly production: boolean;
  /** When it succeeded, ISO 8601 in UTC. */
  readonly at: string;
  readonly by: Account | null;
  /** Null where nobody says from which commit it was made. */
  readonly sha: string | null;
  readonly fingerprint: string | null;
  readonly url: string | null;
  /** The audited branch that holds the commit, and one did when it was shipped; null: none does. */
  readonly branch: string | null;
  /** Whether it is still there now. */
  readonly running: boolean;
  readonly brought: Brought;
}

/** A release of GitHub. */
export interface Release {
  readonly kind: 'release';
  readonly tag: string;
  readonly at: string;
  readonly by: Account | null;
  readonly sha: string | null;
  readonly url: string | null;
  readonly branch: string | null;
  readonly brought: Brought;
}

/** A tag as it is now, and as the audit before saw it. */
export interface Tag {
  readonly kind: 'tag';
  readonly name: string;
  /** The commit that it stands for. */
  readonly sha: string;
  /** The commits that it stood for before: told by GitHub's activity of the tag, or by the audit before. */
  readonly moved: readonly { readonly from: string; readonly to: string; readonly at: string | null; readonly by: Account | null }[];
  readonly url: string | null;
  /** GitHub told the updates of tags in the period: `moved` is all that befell it. Left out: it did not. */
  readonly told?: boolean;
}

/** An artifact of the service. */
export interface Artifact {
  readonly kind: 'artifact';
  readonly fingerprint: string;
  readonly name: string;
  readonly flow: string;
  readonly trail: string | null;
  readonly commit: string | null;
  readonly state: string;
  readonly url: string | null;
  readonly at: string | null;
  /** Whether what its environment runs now has it. */
  readonly running: readonly string[];
  /** A snapshot has it, and no flow does. */
  readonly withoutProvenance: boolean;
}

/** An approval of an artifact. */
export interface Approval {
  readonly kind: 'approval';
  readonly flow: string;
  readonly number: number;
  readonly fingerprint: string;
  readonly state: string;
  readonly environment: string | null;
  readonly at: string;
  readonly url: string | null;
  readonly approvers: readonly { readonly name: string; readonly said: string; readonly at: string | null }[];
  /** The user of the token that reported it: proven, unlike the names of those who approved. */
  readonly by: string | null;
}

/** A rule of notifications, and how its messages went. */
export interface Notification {
  readonly kind: 'notification';
  readonly name: string;
  /** Null where the service does not say. */
  readonly targets: number | null;
  /** The service's word about the last failure; null where there is none, undefined where it does not say. */
  readonly failure: string | null | undefined;
}
