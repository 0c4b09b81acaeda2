import {
  sources,
  type AcceptedFact,
  type ControlTotal,
  type End,
  type FileFact,
  type FlowFact,
  type Header,
  type Hole,
  type Line,
  type Query,
  type Untold,
  type WorkflowsFact,
} from '../facts/line.ts';
import type { Approval, Artifact, Deployment, Notification, Release, Tag } from '../facts/shipped.ts';
import { digest, flag, ifThere, listOf, mapOf, moment, oneOf, orNull, sha, shape, text, thing, whole, type Check } from './check.ts';
import { account, landingFact, pullRequest } from './landing-shape.ts';

const brought = orNull(listOf(sha));

const header = shape<Header>({
  kind: oneOf('audit'),
  version: oneOf(1),
  tool: shape<Header['tool']>({ name: text, version: text, digest: orNull(text) }),
  workflow: orNull(text),
  run: orNull(text),
  inputs: mapOf(text, text),
  repository: orNull(text),
  serverUrl: text,
  service: orNull(shape<NonNullable<Header['service']>>({ url: text, org: text })),
  branches: listOf(shape<Header['branches'][number]>({ name: text, tip: sha })),
  basis: oneOf('github', 'git'),
  period: shape<Header['period']>({
    since: orNull(moment),
    until: moment,
    sinceSha: orNull(sha),
    by: oneOf('landing', 'committer-date', 'commits'),
  }),
  at: moment,
  flows: listOf(text),
  file: orNull(digest),
});

const deployment = shape<Deployment>({
  kind: oneOf('deployment'),
  source: oneOf('github', 'service'),
  id: text,
  environment: text,
  production: flag,
  at: moment,
  by: orNull(account),
  sha: orNull(sha),
  fingerprint: orNull(text),
  url: orNull(text),
  branch: orNull(text),
  running: flag,
  brought,
});

const release = shape<Release>({
  kind: oneOf('release'),
  tag: text,
  at: moment,
  by: orNull(account),
  sha: orNull(sha),
  url: orNull(text),
  branch: orNull(text),
  brought,
});

const tag = shape<Tag>({
  kind: oneOf('tag'),
  name: text,
  sha,
  moved: listOf(shape<Tag['moved'][number]>({ from: sha, to: sha, at: orNull(moment), by: orNull(account) })),
  url: orNull(text),
});

const artifact = shape<Artifact>({
  kind: oneOf('artifact'),
  fingerprint: text,
  name: text,
  flow: text,
  trail: orNull(text),
  commit: orNull(text),
  state: text,
  url: orNull(text),
  at: orNull(moment),
  running: listOf(text),
  withoutProvenance: flag,
});

const approval = shape<Approval>({
  kind: oneOf('approval'),
  flow: text,
  number: whole,
  fingerprint: text,
  state: text,
  environment: orNull(text),
  at: moment,
  url: orNull(text),
  approvers: listOf(shape<Approval['approvers'][number]>({ name: text, said: text, at: orNull(moment) })),
  by: orNull(text),
});

const workflowFile = shape<WorkflowsFact['files'][number]>({ path: text, text, brought: orNull(sha) });
const hole = { what: text, why: text, fix: text };

/** The check of each kind of line: what is written by another program, or was changed since, is foreign. */
export const lineShapes: Readonly<Record<Line['kind'], Check>> = {
  audit: header,
  file: shape<FileFact>({ kind: oneOf('file'), digest, text }),
  accepted: shape<AcceptedFact>({ kind: oneOf('accepted'), key: text, commit: orNull(sha), pull: orNull(pullRequest) }),
  workflows: shape<WorkflowsFact>({ kind: oneOf('workflows'), tree: sha, files: listOf(workflowFile) }),
  flow: shape<FlowFact>({
    kind: oneOf('flow'),
    name: text,
    url: orNull(text),
    template: orNull(thing),
    templates: ifThere(listOf(shape<NonNullable<FlowFact['templates']>[number]>({ from: moment, template: thing }))),
  }),
  deployment,
  release,
  tag,
  artifact,
  approval,
  notification: shape<Notification>({ kind: oneOf('notification'), name: text, targets: orNull(whole), failure: ifThere(orNull(text)) }),
  landing: landingFact,
  untold: shape<Untold>({ kind: oneOf('untold'), source: oneOf(...sources), why: text, fix: text }),
  hole: shape<Hole>({ kind: oneOf('hole'), ...hole }),
  query: shape<Query>({ kind: oneOf('query'), of: text, text, times: whole, answered: whole }),
  total: shape<ControlTotal>({ kind: oneOf('total'), name: text, source: text, count: whole }),
  end: shape<End>({ kind: oneOf('end'), counts: mapOf(text, whole), trailsElsewhere: whole }),
};

/** A value as a line of a collected file, or what is wrong with it. */
export function lineOf(value: unknown): Line | string {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return 'it has no kind';
  const { kind } = value;
  if (typeof kind !== 'string' || !isKind(kind)) return 'its kind is none that this version knows';
  const fault = lineShapes[kind](value);
  const isLine = (_value: object): _value is Line => fault === undefined;
  return isLine(value) ? value : `its ${kind}${fault}`;
}

function isKind(kind: string): kind is Line['kind'] {
  return Object.hasOwn(lineShapes, kind);
}
