import type { JobServiceSettings } from './open.ts';

/** What the step tells the process of the service, once. */
export type ServiceOrder = JobServiceSettings;

/** What that process answers, once: where the service is, or why there is none, for what it was given or for another reason. */
export type ServiceAnswer =
  | { readonly kind: 'ready'; readonly baseUrl: string; readonly token: string }
  | { readonly kind: 'refused'; readonly message: string; readonly fix: string }
  | { readonly kind: 'failed'; readonly message: string };
