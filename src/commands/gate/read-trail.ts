import { getTrail, isNotThere, listTrails, searchTrail, type Call, type TrailSearch } from '../../client/index.ts';
import type { ResponseError } from '../../errors/index.ts';
import type { TrailQuestion, TrailAnswer } from '../../gate/index.ts';
import { answerOrFault, ifThere } from '../run/fault.ts';
import { flowNow, otherFlow } from './flow-now.ts';

/** Reads one trail, again and again, and remembers what it learns about the service. */
export type TrailReader = (call: Call) => Promise<TrailAnswer>;

type Wanted = Pick<TrailQuestion, 'org' | 'flow' | 'trail'>;

/** Reads the trail, under the flow's current name where it was renamed. */
export function trailReader(wanted: Wanted): TrailReader {
  let read = readerOf(wanted);
  let renamed: string | undefined;
  return async (call) => {
    let answer = await read(call);
    if (answer.kind === 'failed' && answer.fault.code === otherFlow && renamed === undefined) {
      renamed = await flowNow(call, wanted);
      if (renamed !== undefined) {
        read = readerOf({ ...wanted, flow: renamed });
        answer = await read(call);
      }
    }
    return answer.kind === 'trail' && renamed !== undefined ? { ...answer, flow: renamed } : answer;
  };
}

/** Asks for the trail; where the service does not know that path, pages its flow's listing from the newest, and remembers the page. */
function readerOf({ org, flow, trail }: Wanted): TrailReader {
  const params = { org, flow_name: flow, trail_name: trail } as const;
  let knowsPath = false;
  let search: TrailSearch | undefined;

  async function direct(call: Call): Promise<TrailAnswer | undefined> {
    try {
      const answer = await getTrail(call, params);
      knowsPath = true;
      return { kind: 'trail', trail: answer };
    } catch (error) {
      if (!isNotThere(error)) throw error;
      // A service that knows the path names the trail or flow that it does not have; one without the path cannot.
      if (!knowsPath && !(error.status === 404 && namesIt(error))) return undefined;
      knowsPath = true;
      return (await flowExists(call)) ? { kind: 'no-trail' } : { kind: 'no-flow' };
    }
  }

  /** A page that is no JSON may repeat the path that was asked for. */
  function namesIt({ isJson, serverMessage = '' }: ResponseError): boolean {
    return isJson && (serverMessage.includes(trail) || serverMessage.includes(flow));
  }

  async function flowExists(call: Call): Promise<boolean> {
    return (await ifThere(listTrails(call, { org, flow_name: flow }, { page: 1, per_page: 1 }))) !== undefined;
  }

  async function byListing(call: Call): Promise<TrailAnswer> {
    if (search === undefined)
      call.onNotice?.(`The service does not answer for a single trail: reading the trails of flow ${flow}, newest first`);
    search ??= searchTrail(params);
    try {
      const { found, read } = await search.find(call);
      return found === undefined ? { kind: 'no-trail', read } : { kind: 'trail', trail: found };
    } catch (error) {
      if (isNotThere(error)) return namesIt(error) ? { kind: 'no-flow' } : { kind: 'no-flow', said: error.message };
      throw error;
    }
  }

  return (call) => answerOrFault(async () => (search === undefined ? await direct(call) : undefined) ?? (await byListing(call)));
}
