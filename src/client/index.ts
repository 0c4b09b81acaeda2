export { parseBaseUrl } from './base-url.ts';
export { narrow, sleep, startDeadline, type Deadline } from './deadline.ts';
export { EvidenceClient, isNotThere, type Accepted, type ClientOptions, type TrailName } from './evidence-client.ts';
export { openFetch, type OpenFetch } from './fetch.ts';
export type { Attachment } from './form.ts';
export type { Network } from './proxy.ts';
export { searchListing, type TrailListing } from './trail-search.ts';
