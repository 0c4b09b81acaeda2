import { Type } from 'typebox';
import { limits, patterns } from '../limits.ts';
import {
  FlowName,
  MaybeText,
  MaybeTime,
  TemplateName,
  closed,
  givenPage,
  literals,
  maybe,
  oneOf,
  pageQuery,
  type AsSent,
} from './fields.ts';
import type { Operations } from './operation.ts';
import { Flag, Text, Texts, Time, Whole, byName, heard, orNull } from './parts.ts';

const TagName = Type.String({ pattern: patterns.tagName });

/** Removals come first, so that a name in both lists is set. */
export const TagsInput = closed({
  set_tags: maybe(
    Type.Record(TagName, Type.String({ maxLength: limits.tagValue, pattern: '^[^\\u0000-\\u001F\\u007F]*$' }), {
      maxProperties: limits.tags,
      additionalProperties: false,
    }),
  ),
  remove_tags: maybe(Type.Array(TagName, { maxItems: limits.tags })),
});
export type TagsInput = Type.Static<typeof TagsInput>;

export const tagOperations = {
  /** Not in the interface. On a flow or an environment. */
  patchTags: { method: 'PATCH', path: '/tags/:org/:resource_type/:resource_id', need: 'define', data: TagsInput },
} as const satisfies Operations;

/** The template comes in the file part `template_file`. */
export const FlowInput = closed({
  name: FlowName,
  description: MaybeText,
  visibility: maybe(...literals('public', 'private')),
});
export type FlowInput = AsSent<Type.Static<typeof FlowInput>>;

/** The older form: the template is a list of names, each an attestation of any type of the one artifact. */
const NamesFlowInput = closed({
  ...FlowInput.properties,
  template: maybe(Type.Array(TemplateName, { maxItems: limits.templateNames })),
});

/** `*` matches any. */
export const AttestationType = Type.Union([
  // `decision` and `system:decision` mean the same: a decision is recorded as a type of the system's own.
  ...literals('generic', 'junit', 'snyk', 'pull_request', 'jira', 'sonar', 'decision', 'system:decision', '*'),
  Type.String({ pattern: '^custom:[a-zA-Z0-9][a-zA-Z0-9\\-_~]*$' }),
]);

/** An override has a type of its own, which no template requires. */
export const RecordType = Type.Union([AttestationType, Type.Literal('override')]);

/** `min_tests: 0`: the test results of this name may hold no test that ran. */
const Entry = closed({ name: TemplateName, type: AttestationType, min_tests: maybe(Type.Literal(0)) });
const Entries = maybe(Type.Array(Entry));

/** As its YAML is read: the requirements for every trail of the flow. Unknown keys are refused at every level. */
export const Template = closed({
  version: Type.Optional(Type.Literal(1)),
  trail: maybe(
    closed({
      attestations: Entries,
      artifacts: maybe(Type.Array(closed({ name: TemplateName, attestations: Entries }))),
    }),
  ),
});

export interface TemplateEntry {
  readonly name: string;
  readonly type: string;
  /** Its test results may hold no test that ran; else at least one must. */
  readonly min_tests?: 0;
}

/** With nothing left out. */
export interface Template {
  readonly version: 1;
  readonly trail: {
    readonly attestations: readonly TemplateEntry[];
    readonly artifacts: readonly { readonly name: string; readonly attestations: readonly TemplateEntry[] }[];
  };
}

const GivenFlow = Type.Object({
  name: Text,
  description: Text,
  visibility: oneOf('public', 'private'),
  org: Text,
  /** YAML. */
  template: Text,
  repo_url: Type.Null(),
  tags: byName(Text),
  created_at: Time,
  created_by: Text,
  last_modified_at: Time,
  /** Not in the interface: for the flow itself, or when an attestation or an artifact began it. */
  begun_by: oneOf('request', 'evidence'),
  /** Not in the interface: the first request for the flow itself; null while there was none. */
  made_at: orNull(Time),
  /** Not in the interface: whether a template of another flow required something when this one began. */
  begun_after_template: Flag,
});

export const Flow = heard(GivenFlow.properties, { name: Text, created_at: MaybeTime, last_modified_at: MaybeTime, made_at: MaybeTime });
export type Flow = Type.Static<typeof Flow>;

/** Counted from `since` on, later than asked where there is much: once a trail, attestation and leg, however often that was run again. */
export const FlowTests = Type.Object({
  since: Time,
  tests: Type.Array(
    Type.Object({ name: Text, attestation_name: Text, failed: Whole, flaky: Whole, trail_count: Whole, trails: Texts, last_seen_at: Time }),
  ),
});
export type FlowTests = Type.Static<typeof FlowTests>;
const Since = Type.Object({ since: Type.Optional(Type.Integer({ minimum: 0 })) });

export const flowOperations = {
  /** No operation of this file is in the interface. */
  putFlow: {
    method: 'PUT',
    path: '/flows/:org/template_file',
    need: 'define',
    reach: 'body',
    data: FlowInput,
    file: 'template_file',
    success: [200, 201],
  },
  putNamesFlow: { method: 'PUT', path: '/flows/:org', need: 'define', reach: 'body', data: NamesFlowInput, success: [200, 201] },
  renameFlow: {
    method: 'PUT',
    path: '/flows/:org/:flow_name/rename',
    need: 'define',
    reach: 'none',
    data: closed({ new_name: FlowName }),
  },
  /** Nothing of it is removed. */
  archiveFlow: { method: 'PUT', path: '/flows/:org/:flow_name/archive', need: 'define', body: 'json' },
  listFlows: {
    method: 'GET',
    path: '/flows/:org',
    reach: 'filtered',
    query: Type.Object({
      /** A part of the name. */
      search_by_name: Type.Optional(Type.String({ minLength: 1 })),
      /** `true` by default. */
      case_sensitive: Type.Optional(Type.Boolean()),
      ...pageQuery(),
    }),
    reply: Type.Union([givenPage(GivenFlow), Type.Array(GivenFlow)]),
    checks: { Flow },
  },
  getFlow: { method: 'GET', path: '/flows/:org/:flow_name', reply: GivenFlow, checks: { Flow } },
  listTests: { isOnLine: true, method: 'GET', path: '/flows/:org/:flow_name/tests', query: Since, reply: FlowTests, checks: { FlowTests } },
} as const satisfies Operations;
