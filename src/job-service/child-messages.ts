import type { JobServiceSettings } from './open.ts';

/** The message of the step to the process of the service, once. */
export type ServiceOrder = JobServiceSettings;

/**
 * The answer of that process, once: the address of the service, or why there is none, and whether the given settings are the
 * cause.
 */
export type ServiceAnswer =
  | { readonly kind: 'ready'; readonly baseUrl: string; readonly token: string }
  | { readonly kind: 'refused'; readonly message: string; readonly fix: string }
  | { readonly kind: 'failed'; readonly message: string };
