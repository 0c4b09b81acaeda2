import type { Template } from '../../../contract/index.ts';
import { isObject, isText, listOf, optional, shape, type Is } from '../sql/shape.ts';
import { header, oneOf, type Header, type Sent } from '../log/header.ts';
import type { Kind } from './kind.ts';
import { flowEvent, place } from './place.ts';

export interface FlowContent {
  readonly kind: 'flow_reported' | 'flow_updated';
  readonly flow: string;
  readonly flow_id: string;
  readonly template_id: string;
  /** Only in the record that brings this template; its text is `data.template_file`. */
  readonly template?: Template;
  readonly data: Sent;
}

export const isTemplate: Is<Template> = shape<Template>({
  version: (value): value is 1 => value === 1,
  trail: shape<Template['trail']>({ attestations: listOf(isEntry), artifacts: listOf(isArtifact) }),
});

function isEntry(value: unknown): value is Template['trail']['attestations'][number] {
  return isObject(value) && isText(value.name) && isText(value.type);
}

function isArtifact(value: unknown): value is Template['trail']['artifacts'][number] {
  return isObject(value) && isText(value.name) && listOf(isEntry)(value.attestations);
}

export const flowReported: Kind<FlowContent> = {
  is: shape<Header & FlowContent>({
    ...header,
    ...place,
    kind: oneOf('flow_reported', 'flow_updated'),
    template_id: isText,
    template: optional(isTemplate),
    data: isObject,
  }),
  event: flowEvent,
};

/** A flow has another name from now on. */
export interface FlowRenamedContent {
  readonly kind: 'flow_renamed';
  /** What it was called before. */
  readonly flow: string;
  readonly flow_id: string;
  readonly new_name: string;
}

/** A flow is no longer listed. */
export interface FlowArchivedContent {
  readonly kind: 'flow_archived';
  readonly flow: string;
  readonly flow_id: string;
}

export const flowRenamed: Kind<FlowRenamedContent> = {
  is: shape<Header & FlowRenamedContent>({ ...header, ...place, kind: oneOf('flow_renamed'), new_name: isText }),
  event: flowEvent,
};

export const flowArchived: Kind<FlowArchivedContent> = {
  is: shape<Header & FlowArchivedContent>({ ...header, ...place, kind: oneOf('flow_archived') }),
  event: flowEvent,
};
