import type { Template } from '../../../contract/index.ts';
import { aText, anObject, ifThere, listOf, oneOf, shape, type Check } from '../../../text/check.ts';
import { kind, ofFlow, type SaidBy } from '../../record/kind.ts';

const attestations = listOf(shape({ name: aText, type: aText, min_tests: ifThere(oneOf(0)) }));

export const aTemplate: Check<Template> = shape({
  version: oneOf(1),
  trail: shape({ attestations, artifacts: listOf(shape({ name: aText, attestations })) }),
});

export const flowReported = kind(
  ['flow_reported', 'flow_updated'],
  {
    ...ofFlow,
    template_id: aText,
    /** Only in the record that brings this template; its text is `data.template_file`. */
    template: ifThere(aTemplate),
    data: anObject,
  },
  (record) => ({ type: record.kind, flow_id: record.flow_id }),
);

/** A flow has another name from now on; `flow` is the one before. */
export const flowRenamed = kind(['flow_renamed'], { ...ofFlow, new_name: aText }, (record) => ({
  type: record.kind,
  flow_id: record.flow_id,
}));

/** A flow is no longer listed. */
export const flowArchived = kind(['flow_archived'], ofFlow, (record) => ({ type: record.kind, flow_id: record.flow_id }));

export type FlowContent = SaidBy<typeof flowReported>;
export type FlowRenamedContent = SaidBy<typeof flowRenamed>;
export type FlowArchivedContent = SaidBy<typeof flowArchived>;
