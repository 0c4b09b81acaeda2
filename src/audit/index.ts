export type { GitHubPort, Listed, PullsOfCommits, RefUpdate } from './collect/port.ts';
export type { Account, Signature } from './facts/account.ts';
export type { Commit } from './facts/commit.ts';
export type { LandingKind } from './facts/landing.ts';
export type { Query } from './facts/line.ts';
export type { PullRequest, Review } from './facts/pull-request.ts';
export type { Deployment, Release, Tag } from './facts/shipped.ts';
