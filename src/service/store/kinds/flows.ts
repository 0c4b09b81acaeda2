import type { Template } from '../../../contract/index.ts';
import { isObject, isText, listOf, optional, shape, type Is } from '../sql/shape.ts';
import { kind, ofFlow, type SaidBy } from './kind.ts';

export const isTemplate: Is<Template> = shape<Template>({
  version: (value): value is 1 => value === 1,
  trail: shape<Template['trail']>({ attestations: listOf(isEntry), artifacts: listOf(isArtifact) }),
});

function isEntry(value: unknown): value is Template['trail']['attestations'][number] {
  if (!isObject(value)) return false;
  return isText(value.name) && isText(value.type) && (value.min_tests === undefined || value.min_tests === 0);
}

function isArtifact(value: unknown): value is Template['trail']['artifacts'][number] {
  return isObject(value) && isText(value.name) && listOf(isEntry)(value.attestations);
}

export const flowReported = kind(
  ['flow_reported', 'flow_updated'],
  {
    ...ofFlow,
    template_id: isText,
    /** Only in the record that brings this template; its text is `data.template_file`. */
    template: optional(isTemplate),
    data: isObject,
  },
  (record) => ({ type: record.kind, flow_id: record.flow_id }),
);

/** A flow has another name from now on; `flow` is the one before. */
export const flowRenamed = kind(['flow_renamed'], { ...ofFlow, new_name: isText }, (record) => ({
  type: record.kind,
  flow_id: record.flow_id,
}));

/** A flow is no longer listed. */
export const flowArchived = kind(['flow_archived'], ofFlow, (record) => ({ type: record.kind, flow_id: record.flow_id }));

export type FlowContent = SaidBy<typeof flowReported>;
export type FlowRenamedContent = SaidBy<typeof flowRenamed>;
export type FlowArchivedContent = SaidBy<typeof flowArchived>;
