import type { GitHubWorld } from './model.ts';
import type { Switches } from './switches.ts';

/** A world behind an address. What it is sent and what it answers are held to what GitHub publishes. */
export interface OpenWorld extends Switches {
  /** Of the REST API. */
  readonly url: string;
  /** `METHOD path?query` of every request; of GraphQL `POST /graphql NAME` with the name of the operation. */
  readonly asked: readonly string[];
  /** Every question of GraphQL. */
  readonly questions: readonly Question[];
  /** What did not hold to the description or the schema, and what the double does not know. */
  readonly breaches: readonly string[];
  close(): Promise<void>;
}

export interface Question {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** How many nodes GitHub counts that it asks for: it takes 500,000. */
  readonly nodes: number;
}

export declare function openGitHubWorld(world: GitHubWorld): Promise<OpenWorld>;
