import { append, closeChain, openChain, type Appended, type Author, type Chain } from '../log/chain.ts';
import type { FlowArchivedContent, FlowRenamedContent } from '../kinds/flows.ts';
import { newRecordId } from '../record-id.ts';
import type { Judges } from '../model/judges.ts';
import { findFlow, flowCalled, setName } from './flows.ts';
import { settleFlow } from './settle.ts';
import { send, type Steps } from '../sql/statement.ts';
import { update } from '../sql/write.ts';

/** Gives a flow another name; `taken` if another flow has that name now. */
export function* renameFlow(
  author: Author,
  name: string,
  newName: string,
  judges: Judges,
  now: number,
): Steps<'renamed' | 'no-flow' | 'taken'> {
  const chain = yield* openChain(author);
  const flow = yield* findFlow(author.orgId, name);
  const other = yield* flowCalled(author.orgId, newName);
  const outcome = flow === undefined ? 'no-flow' : other === undefined || other.id === flow.id ? 'renamed' : 'taken';
  if (flow !== undefined && other === undefined) {
    const content: FlowRenamedContent = { kind: 'flow_renamed', flow: flow.name, flow_id: flow.id, new_name: newName };
    yield* applyRename(chain, yield* append(chain, now, newRecordId(), content), judges);
  }
  yield* closeChain(chain);
  return outcome;
}

/** Updates the tables with the new name of a flow. Its old name stays one of its names. */
export function* applyRename(chain: Chain, { record }: Appended<FlowRenamedContent>, judges: Judges): Steps<void> {
  yield* send(
    update('flows', { org_id: record.org_id, id: record.flow_id }, { name: record.new_name, last_modified_at: record.created_at }),
  );
  yield* setName(record.org_id, record.new_name, record.flow_id);
  // Policies may ask for the name of a flow.
  yield* settleFlow(chain, record.flow_id, judges);
}

/** Takes a flow out of the list of flows. */
export function* archiveFlow(author: Author, name: string, now: number): Steps<'archived' | 'no-flow'> {
  const chain = yield* openChain(author);
  const flow = yield* findFlow(author.orgId, name);
  if (flow !== undefined) {
    const content: FlowArchivedContent = { kind: 'flow_archived', flow: flow.name, flow_id: flow.id };
    yield* applyArchive(yield* append(chain, now, newRecordId(), content));
  }
  yield* closeChain(chain);
  return flow === undefined ? 'no-flow' : 'archived';
}

/** Updates the tables with the archiving of a flow. */
export function* applyArchive({ record }: Appended<FlowArchivedContent>): Steps<void> {
  yield* send(update('flows', { org_id: record.org_id, id: record.flow_id }, { archived: true, last_modified_at: record.created_at }));
}
