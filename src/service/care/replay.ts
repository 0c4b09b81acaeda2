import { tmpdir } from 'node:os';
import { messageOf } from '../../errors/index.ts';
import { closeChain, logRow, replayChain, type Appended, type Deciding, type Org } from '../log/chain.ts';
import { isKindName, recordIn } from '../log/kinds.ts';
import { portions } from '../log/read-log.ts';
import { newRecordId } from '../record/id.ts';
import { addOrganization } from '../resources/organizations/tables.ts';
import type { Role } from '../../contract/limits.ts';
import type { Engine } from '../sql/engine.ts';
import { insert, insertNew, send, type Steps } from '../sql/sql.ts';
import type { Rules } from '../store-rules.ts';
import { openBackend } from '../store/open-data.ts';
import { createStore, type Store } from '../store/store.ts';
import { turn } from '../turns.ts';
import { apply } from './apply.ts';

/** A record of any log: the text that was hashed, at its place. */
export interface LoggedBody {
  readonly sequence: number;
  readonly link: string;
  readonly body: string;
}

/** Records that cannot be replayed: the message says which, and why. */
export class NotReplayed extends Error {
  override readonly name = 'NotReplayed';
}

/** A store that says what some records say, in a temporary database of its own. */
interface Replay {
  readonly store: Store;
  /** Applies more records, in the order of their log. Some may be missing between them. Throws `NotReplayed`. */
  readonly add: (records: readonly LoggedBody[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** @param access the one who may read the store: the hash of a token and its role, which are in no record */
export async function openReplay(org: Org, access: { readonly tokenHash: string; readonly role: Role }, rules: Rules): Promise<Replay> {
  const { orgId, orgName } = org;
  const { close, engine } = await openBackend(tmpdir()).openScratch();
  await engine.write(function* () {
    yield* addOrganization(orgId, orgName);
    yield* letIn(orgId, access);
  });
  return { store: createStore(engine, rules), add: replayOn(engine, org, rules), close };
}

/** The function that applies the records of an organization, which is there and has none, to a database. */
export function replayOn(engine: Engine, org: Org, rules: Rules): Replay['add'] {
  const author = { ...org, userName: '', credential: { kind: 'operator', id: 'replay' } } as const;
  const start = replayChain(author, rules);
  let chain = start;
  return async (records) => {
    for (const portion of portions(records.map((record) => ({ ...record, bytes: record.body.length })))) {
      const known = portion.map((record) => readOne(record, org));
      // A write may run again after a conflict: then it begins where this portion does.
      const after = await engine
        .write(() => replayed({ ...chain }, known))
        .catch((error: unknown) => {
          throw notReplayed(error, known);
        });
      chain = after;
      await turn();
    }
  };
}

interface Known extends Appended {
  readonly body: string;
}

function* replayed(chain: Deciding, records: readonly Known[]): Steps<Deciding> {
  for (const known of records) {
    yield* send(insert('records', logRow(known, chain.head, known.body)));
    yield* apply(known, chain);
  }
  yield* closeChain(chain);
  return chain;
}

function readOne({ body, link, sequence }: LoggedBody, { orgId, orgName }: Org): Known {
  const record = recordIn(body);
  if (record === undefined) throw new NotReplayed(`Record ${sequence}: its content is not a record.`);
  if (record.org_id !== orgId || record.org !== orgName) throw new NotReplayed(`Record ${sequence}: it is of another organization.`);
  if (!isKnownRecord(record))
    throw new NotReplayed(
      `Record ${sequence} is of the kind ${record.kind.slice(0, 80)}, which this program does not know: take a newer one.`,
    );
  return { record, sequence, hash: link, body };
}

function isKnownRecord(record: NonNullable<ReturnType<typeof recordIn>>): record is Appended['record'] {
  return isKindName(record.kind);
}

/** Whatever these records cannot be applied for: they contradict each other, or need one that is not here. */
function notReplayed(error: unknown, records: readonly Known[]): NotReplayed {
  const [first, last] = [records[0]?.sequence ?? 0, records.at(-1)?.sequence ?? 0];
  const why = messageOf(error);
  const which = first === last ? `Record ${first}` : `Records ${first} to ${last}`;
  return new NotReplayed(/^Record \d/.test(why) ? why : `${which} cannot be applied: ${why}`, { cause: error });
}

/** Not even a user of the log has this access: it is in no record, and ends with the replay. */
function* letIn(orgId: string, { role, tokenHash }: { readonly tokenHash: string; readonly role: Role }): Steps<void> {
  const [userId, tokenId] = [newRecordId(), newRecordId()];
  yield* send(insertNew('users', { id: userId, name: '\u0000replay' }, 'name'));
  yield* send(insertNew('memberships', { org_id: orgId, user_id: userId }, 'org_id', 'user_id'));
  yield* send(insertNew('tokens', { id: tokenId, user_id: userId, hash: tokenHash }, 'hash'));
  yield* send(insert('grants', { org_id: orgId, token_id: tokenId, role }));
}
