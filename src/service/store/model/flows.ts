import type { Template } from '../../../contract/index.ts';
import type { Author } from '../log/chain.ts';
import type { Sent } from '../log/header.ts';

/** A template together with the YAML it was read from. */
export interface StoredTemplate {
  readonly template: Template;
  readonly content: string;
}

/** Facts about a flow that clients chose; an absent fact was never given. */
export interface FlowDetails {
  readonly description?: string;
  readonly visibility?: 'public' | 'private';
}

export interface Flow extends StoredTemplate {
  readonly id: string;
  readonly name: string;
  readonly details: FlowDetails;
  readonly templateId: string;
  /** Counts the templates of the flow from 1. */
  readonly templateVersion: number;
  readonly trailCount: number;
  readonly createdAt: number;
  readonly lastModifiedAt: number;
  readonly createdBy: string;
}

export interface NewFlow {
  readonly author: Author;
  readonly name: string;
  /** The fields as the client sent them. */
  readonly data: Sent;
  readonly template?: StoredTemplate;
}
