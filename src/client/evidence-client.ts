import { isAttestationCreated, isAttestationRecord, isAttestationsByCommit, isItems, isPage, isTrail } from '../contract/checks.gen.ts';
import type { AttestationRecord, FlowInput, JunitAttestation, Trail } from '../contract/index.ts';
import { pathOf, paths, type OperationName } from '../contract/paths.ts';
import { limits } from '../contract/limits.ts';
import { ContractError, ResponseError } from '../errors/index.ts';
import { cut, redact } from '../text/index.ts';
import { refuseOtherCommit, refuseOtherTrail } from './about.ts';
import { defaultTimeouts, openConnections, type Connections, type ExchangeTimeouts } from './connections.ts';
import type { Deadline } from './deadline.ts';
import { nameOf, type HttpAnswer, type HttpRequest } from './exchange.ts';
import { formOf, type Attachment, type Form } from './form.ts';
import { responseError } from './problem.ts';
import type { Network } from './proxy.ts';
import { exchangeFollowing } from './redirect.ts';
import { recordsWithId } from './lookup.ts';
import { expect, readJson } from './reply.ts';
import { defaultRetry, retry, type RetryPolicy } from './retry.ts';
import { readTrailPage, type TrailPage } from './trail-pages.ts';

export interface ClientOptions {
  /** From `parseBaseUrl`. */
  readonly baseUrl: URL;
  readonly token: string;
  readonly userAgent: string;
  readonly deadline: Deadline;
  readonly network: Network;
  readonly timeouts?: ExchangeTimeouts;
  readonly retry?: RetryPolicy;
  /** Sentences on retries and skipped records, for the log. */
  readonly onNotice?: (sentence: string) => void;
}

export interface TrailName {
  readonly org: string;
  readonly flow: string;
  readonly trail: string;
}

/** What is known after a record was accepted. */
export interface Accepted {
  /** The record's id where the service returns one; otherwise it is found by its nonce. */
  readonly id: string | undefined;
  /** The hash that the service's log ended with after this record, where the service says it: a witness for `verify --head`. */
  readonly head?: string;
}

/** The records of one attestation name at one commit. */
export interface RecordsQuery {
  readonly org: string;
  readonly flow: string;
  readonly commit: string;
  readonly name: string;
}

/**
 * A compliance evidence service over HTTP, one method an operation. Every method retries and ends with the shared
 * deadline; throws `ResponseError` (the service said no), `TransportError` (nobody answered) or `ContractError`
 * (the answer cannot be read).
 */
export class EvidenceClient {
  readonly #options: ClientOptions;
  readonly #connections: Connections;

  /** Throws a `UsageError` where the environment leads astray: a proxy that is none, or certificates not to be verified. */
  constructor(options: ClientOptions, connections?: Connections) {
    this.#options = options;
    this.#connections = connections ?? openConnections(options.timeouts ?? defaultTimeouts, options.network);
    if (connections === undefined) for (const sentence of this.#connections.describe(options.baseUrl)) options.onNotice?.(sentence);
  }

  /** The same client and connections under another deadline, which lies within the first. */
  within(deadline: Deadline): EvidenceClient {
    return new EvidenceClient({ ...this.#options, deadline }, this.#connections);
  }

  /** Operation 6: posts a test-results attestation. `idempotencyKey` is made once per attestation and stays over its retries. */
  async attestJunit(to: TrailName, data: JunitAttestation, idempotencyKey: string, attachment?: Attachment): Promise<Accepted> {
    const url = this.#url('attestJunit', pathOf('attestJunit', { org: to.org, flow_name: to.flow, trail_name: to.trail }));
    const file = attachment === undefined ? undefined : { part: 'attachment_file', attachment };
    const reply = await this.#send('attestJunit', url, await formOf(data, file), { 'idempotency-key': idempotencyKey });
    if (isAttestationCreated(reply)) return { id: reply.attestation_id, ...(typeof reply.head === 'string' ? { head: reply.head } : {}) };
    // The best-known service answers "OK"; anything that is not an acceptance in words must not count as one.
    if (
      typeof reply === 'string' ||
      (typeof reply === 'object' && reply !== null && 'message' in reply && typeof reply.message === 'string')
    )
      return { id: undefined };
    throw new ContractError(
      'wrong-shape',
      `${nameOf({ method: 'POST', url })} answered with something that does not say that the record was accepted`,
      {
        expected: '"OK", or an object with attestation_id or message',
        fix: 'Look whether base-url is that of a compliance evidence service, and report this to those who run it',
      },
    );
  }

  /** One trail; a `ResponseError` with status 404 where there is none, or where the service does not know the path. */
  async getTrail(of: TrailName): Promise<Trail> {
    const url = this.#url('getTrail', pathOf('getTrail', { org: of.org, flow_name: of.flow, trail_name: of.trail }));
    const name = nameOf({ method: 'GET', url });
    const trail = await expect(isTrail, 'Trail', await this.#send('getTrail', url), name);
    refuseOtherTrail(trail, of, name);
    return trail;
  }

  /** Operation 1: one page of a flow's trails, newest first, read for the trail asked for. */
  async listTrails(of: TrailName, page: number, perPage: number = limits.pageSize): Promise<TrailPage> {
    const url = this.#url('listTrails', pathOf('listTrails', { org: of.org, flow_name: of.flow }));
    url.searchParams.set('page', String(page));
    url.searchParams.set('per_page', String(perPage));
    const answer = await readTrailPage(await this.#send('listTrails', url), of, page, perPage, nameOf({ method: 'GET', url }));
    for (const sentence of answer.skipped) this.#options.onNotice?.(sentence);
    return answer;
  }

  /** Operation 2: the records of one name at one commit, newest first. */
  async findAttestations(query: RecordsQuery): Promise<readonly AttestationRecord[]> {
    const direct = await this.#byCommit('findAttestations', query);
    if (isItems(direct)) return this.#recordsOf(direct, query);
    // Some services answer the search by commit under a path of its own, and a plain listing here.
    const criteria = await this.#byCommit('findAttestationsForCriteria', query);
    return this.#recordsOf(isItems(criteria) ? criteria : [], query);
  }

  /**
   * Operation 2: one record by its id, whatever its commit; several where it stands on several artifacts. Empty where the
   * service shows none, or has no such lookup (404 in its own words, 405, 501). Any other answer is a fault.
   */
  async getAttestation(org: string, id: string): Promise<readonly AttestationRecord[]> {
    const url = this.#url('findAttestations', pathOf('findAttestations', { org }));
    url.searchParams.set('attestation_id', id);
    const request = nameOf({ method: 'GET', url });
    let reply: unknown;
    try {
      reply = await this.#send('findAttestations', url);
    } catch (error) {
      if (isNotThere(error) && (error.status !== 404 || error.isJson)) return [];
      throw error;
    }
    return recordsWithId(reply, { org, id }, request);
  }

  /** Creates or updates a flow with its template (YAML text; without one a stored template stays). Resolves to whether it is new. */
  async putFlow(org: string, flow: FlowInput, template: string | undefined): Promise<'created' | 'updated'> {
    const url = this.#url('putFlow', pathOf('putFlow', { org }));
    const file =
      template === undefined ? undefined : { part: 'template_file', attachment: { name: 'template.yml', content: Buffer.from(template) } };
    const answer = await this.#exchange('putFlow', url, await formOf(flow, file));
    return answer.status === 201 ? 'created' : 'updated';
  }

  /** Ends the kept-alive connections. Idle ones hold no process open, so that nobody needs to wait for this. */
  close(): void {
    this.#connections.close();
  }

  /** The list under our commit, or the envelope as it came when the answer is one. */
  async #byCommit(operation: 'findAttestations' | 'findAttestationsForCriteria', query: RecordsQuery): Promise<unknown> {
    const url = this.#url(operation, pathOf(operation, { org: query.org }));
    url.searchParams.set('commit_list', query.commit);
    url.searchParams.set('flow_name', query.flow);
    url.searchParams.set('attestation_name', query.name);
    const reply = await this.#send(operation, url);
    if (isPage(reply) && operation === 'findAttestations') return reply;
    const byCommit = await expect(isAttestationsByCommit, 'AttestationsByCommit', reply, nameOf({ method: 'GET', url }));
    const records = byCommit[query.commit];
    // An object of another kind, such as a message, or an answer about other commits, would otherwise read as "no
    // records", and hide a red one.
    const [stranger] = records === undefined ? Object.keys(byCommit) : [];
    if (stranger === undefined) return records ?? [];
    throw new ContractError(
      'wrong-shape',
      `${nameOf({ method: 'GET', url })} answered with something that is not in the contract: expected the commit ${query.commit} as its key, not ${JSON.stringify(cut(stranger, 80))}`,
      {
        expected: 'an object of lists by commit SHA',
        fix: 'Look whether base-url is that of a compliance evidence service, and report this to those who run it',
      },
    );
  }

  async #recordsOf(items: readonly unknown[], query: RecordsQuery): Promise<readonly AttestationRecord[]> {
    const records: AttestationRecord[] = [];
    for (const item of items) {
      if (isAttestationRecord(item)) {
        if (item.attestation_name !== query.name || (item.flow_name ?? query.flow) !== query.flow) continue;
        refuseOtherCommit(item, query);
        records.push(item);
      } else if (mayBeNamed(item, query.name)) {
        records.push(await expect(isAttestationRecord, 'AttestationRecord', item, `the records of ${query.name}`));
      } else {
        this.#options.onNotice?.(`A record of another name at commit ${query.commit} is not in the contract and was skipped`);
      }
    }
    return records.toSorted((a, b) => b.created_at - a.created_at);
  }

  #url(operation: OperationName, path: string): URL {
    const url = new URL(this.#options.baseUrl);
    url.pathname += path;
    if (!url.pathname.startsWith(this.#options.baseUrl.pathname)) throw new RangeError(`${operation}: ${path} leaves the base URL`);
    return url;
  }

  async #send(operation: OperationName, url: URL, form?: Form, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const answer = await this.#exchange(operation, url, form, headers);
    return readJson(answer, nameOf({ method: paths[operation].method, url }));
  }

  /** Exchange, retries, and the judgement of the status: success is 200 or 201, as the interface says. */
  async #exchange(operation: OperationName, url: URL, form?: Form, headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
    const { method } = paths[operation];
    const { deadline, token, userAgent } = this.#options;
    const request: HttpRequest = {
      method,
      url,
      headers: { accept: 'application/json', authorization: `Bearer ${token}`, 'user-agent': userAgent, ...headers },
      ...(form === undefined ? {} : { form }),
    };
    const { answer, attempts } = await retry(
      async () => withoutToken(await exchangeFollowing(request, this.#connections, deadline), token),
      {
        policy: this.#options.retry ?? defaultRetry,
        deadline,
        name: nameOf(request),
        onWait: (sentence) => this.#options.onNotice?.(sentence),
      },
    );
    if (answer.status !== 200 && answer.status !== 201) throw responseError(answer, nameOf(request), attempts);
    return answer;
  }
}

/** Services have been seen to repeat the token in an error or a page; what may be in the contract stays as it came. */
function withoutToken(answer: HttpAnswer, token: string): HttpAnswer {
  const isReply = (answer.status === 200 || answer.status === 201) && /^\s*[[{"]/.test(answer.text);
  return isReply ? answer : { ...answer, text: redact(answer.text, [token]) };
}

/** Whether a broken record could be one of the name we need: it says so, or does not say. */
function mayBeNamed(item: unknown, name: string): boolean {
  if (typeof item !== 'object' || item === null || !('attestation_name' in item)) return true;
  return typeof item.attestation_name !== 'string' || item.attestation_name === name;
}

/** Whether the service answered "there is none", or does not know the path. */
export function isNotThere(error: unknown): error is ResponseError {
  return error instanceof ResponseError && (error.status === 404 || error.status === 405 || error.status === 501);
}
