import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import type { Author } from '../../../src/service/log/chain.ts';
import { readLog } from '../../../src/service/log/read-log.ts';
import { newRecordId } from '../../../src/service/record/id.ts';
import type { AttestationRow, AttestationSearch, NewAttestation } from '../../../src/service/resources/attestations/tables.ts';
import type { DueMessage } from '../../../src/service/resources/messages/tables.ts';
import type { NewTarget } from '../../../src/service/resources/notifications/tables.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import type { LatestRecord, Rules } from '../../../src/service/store-rules.ts';
import { createStore, type Store } from '../../../src/service/store/store.ts';

/** Takes the next message to each target that is due, as a sender does, for some seconds. */
export async function takeDue(store: Store, seconds: number): Promise<readonly DueMessage[]> {
  const taken: DueMessage[] = [];
  for (const queue of await store.dueQueues(100)) {
    const { message } = await store.takeMessage(queue, seconds);
    if (message !== undefined) taken.push(message);
  }
  return taken;
}

/** The result of an attempt that failed, and is made again some seconds later. */
export function later(wait: number) {
  return { kind: 'later', wait, isFailing: false, why: 'it answered 500', settled: [] } as const;
}

/** A webhook of a rule. */
export const hook = (path: string): NewTarget => ({
  target: { type: 'WEBHOOK', origin: 'https://hooks.example' },
  secret: `https://hooks.example/${path}`,
});

/** The file of a database that does not exist yet, in a folder of its own. */
export async function newFile(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), 'store-')), 'evidence.db');
}

type Said = NewAttestation['said'];

/** The facts that tests give of evidence, some of it in shorter words than its record. */
export type Evidence = Partial<Omit<NewAttestation, 'said'> & Said & Record<'trailName' | 'name' | 'type', string>> & {
  readonly compliant?: boolean;
};

/** A green record of `unit` on the trail `f/t`, unless it is said otherwise. */
export function attestation(author: Author, more: Evidence): NewAttestation {
  const { begins = {}, compliant = true, flowName = 'f', id = newRecordId(), ...others } = more;
  const { author: by = author, name = 'unit', trailName = 't', type = 'junit', ...rest } = others;
  const words = { trail: trailName, attestation_name: name, attestation_type: type, is_compliant: compliant };
  return { author: by, id, flowName, begins, said: { ...words, targets: [], data: {}, ...rest } };
}

export async function record(store: Store, author: Author, more: Evidence = {}): Promise<NewAttestation> {
  const each = attestation(author, more);
  expect(await store.recordAttestation(each)).toMatchObject({ outcome: 'recorded', id: each.id });
  return each;
}

/** Rules that fail on each trail with a record of that name. */
export function failingOn(broken: string): Rules {
  return {
    ...complianceRules,
    evaluate: (facts) => {
      if (facts.attestations.some(({ name }) => name === broken)) throw new Error('the rule failed');
      return complianceRules.evaluate(facts);
    },
  };
}

/** The facts for the next decision of the trail `f/t`. */
export async function factsOf(engine: Engine, author: Author): Promise<readonly LatestRecord[]> {
  let facts: readonly LatestRecord[] = [];
  const spy: Rules['evaluate'] = (all) => {
    facts = all.attestations;
    return complianceRules.evaluate(all);
  };
  await createStore(engine, { ...complianceRules, evaluate: spy }).putTrail({ author, flowName: 'f', name: 't', data: {} });
  return facts;
}

/** The records that a search finds, up to 100, in its order. */
export async function found(store: Store, orgId: string, search: AttestationSearch): Promise<readonly AttestationRow[]> {
  const places = await store.findAttestations(orgId, search, 100);
  return await store.attestationsAt(
    orgId,
    places.map(({ sequence }) => sequence),
  );
}

/** The attestation of that number in its organization. */
export async function byNumber(store: Store, orgId: string, number: number): Promise<AttestationRow | undefined> {
  const [place] = await store.findAttestations(orgId, { before: number + 1 }, 1);
  return place?.number === number ? (await store.attestationsAt(orgId, [place.sequence]))[0] : undefined;
}

/** The problems of an organization's log, a sentence each, and the number of its records that can be read. */
export async function readChain(
  engine: Engine,
  org: Pick<Author, 'orgId' | 'orgName'>,
): Promise<{ readonly records: number; readonly problems: readonly string[] }> {
  let records = 0;
  const problems: string[] = [];
  for await (const page of readLog(engine, org)) {
    records += page.records.length;
    problems.push(...page.problems);
  }
  return { records, problems };
}

export async function member(store: Store, user: string, org: string): Promise<Author> {
  const hash = org === 'acme' ? `hash of ${user}` : `hash of ${user} in ${org}`;
  await store.addToken({ hash, user, orgs: [org], role: 'member' });
  const principal = await store.authenticate(hash);
  const grant = principal?.grants.get(org);
  if (principal === undefined || grant === undefined) throw new Error('The token that was just added is not known.');
  return { orgId: grant.orgId, orgName: org, userName: user, credential: principal.credential };
}

/** A store on an empty database with one organization, `acme`, and its member `ada`. */
export async function openStore(
  open: () => Promise<Engine>,
  now: () => number,
): Promise<{ readonly engine: Engine; readonly store: Store; readonly author: Author }> {
  const engine = await open();
  const store = createStore(engine, complianceRules, now);
  return { engine, store, author: await member(store, 'ada', 'acme') };
}
