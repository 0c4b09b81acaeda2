import type { FlowArchivedContent, FlowRenamedContent } from '../kinds/flows.ts';
import { append, type Appended, type Chain } from '../log/chain.ts';
import type { Rules } from '../model/rules.ts';
import { send, update, type Steps } from '../sql/sql.ts';
import { evaluateWithFlow } from './evaluate-environment.ts';
import { findFlow, flowCalled, setName } from './flows.ts';

/** Gives a flow another name; `taken` if another flow has that name now. */
export function* renameFlow(chain: Chain, name: string, newName: string, rules: Rules): Steps<'renamed' | 'no-flow' | 'taken'> {
  const { orgId } = chain.author;
  const flow = yield* findFlow(orgId, name);
  if (flow === undefined) return 'no-flow';
  const other = yield* flowCalled(orgId, newName);
  if (other !== undefined) return other.id === flow.id ? 'renamed' : 'taken';
  const content: FlowRenamedContent = { kind: 'flow_renamed', flow: flow.name, flow_id: flow.id, new_name: newName };
  yield* applyRename(chain, yield* append(chain, content), rules);
  return 'renamed';
}

/** Updates the tables with the new name of a flow. Its old name stays one of its names. */
export function* applyRename(chain: Chain, { record }: Appended<FlowRenamedContent>, rules: Rules): Steps<void> {
  yield* send(
    update('flows', { org_id: record.org_id, id: record.flow_id }, { name: record.new_name, last_modified_at: record.created_at }),
  );
  yield* setName(record.org_id, record.new_name, record.flow_id);
  // Policies may ask for the name of a flow.
  yield* evaluateWithFlow(chain, record.flow_id, rules);
}

/** Takes a flow out of the list of flows. */
export function* archiveFlow(chain: Chain, name: string): Steps<'archived' | 'no-flow'> {
  const flow = yield* findFlow(chain.author.orgId, name);
  if (flow === undefined) return 'no-flow';
  const content: FlowArchivedContent = { kind: 'flow_archived', flow: flow.name, flow_id: flow.id };
  yield* applyArchive(yield* append(chain, content));
  return 'archived';
}

export function* applyArchive({ record }: Appended<FlowArchivedContent>): Steps<void> {
  yield* send(update('flows', { org_id: record.org_id, id: record.flow_id }, { archived: true, last_modified_at: record.created_at }));
}
