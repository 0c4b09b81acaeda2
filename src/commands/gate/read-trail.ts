import { isNotThere, searchListing, type EvidenceClient, type TrailListing, type TrailName } from '../../client/index.ts';
import type { TrailAnswer } from '../../gate/index.ts';
import { faultFacts } from '../fault.ts';

/** Asks for one trail, again and again, and remembers what the service turned out to know. */
export interface TrailAsker {
  ask(client: EvidenceClient): Promise<TrailAnswer>;
}

/**
 * The trail is asked for directly. Where the service does not know that path, its flow's listing is paged from the
 * newest, and the page is remembered between polls.
 */
export function trailAsker(of: TrailName, report: (sentence: string) => void): TrailAsker {
  let way: 'direct' | 'listing' | undefined;
  let listing: TrailListing | undefined;
  let listingClient: EvidenceClient;

  async function direct(client: EvidenceClient): Promise<TrailAnswer | undefined> {
    try {
      const trail = await client.getTrail(of);
      way = 'direct';
      return { kind: 'trail', trail };
    } catch (error) {
      if (!isNotThere(error)) throw error;
      // A service that knows the path names the trail or flow that it does not have; one that does not, cannot.
      if (way !== 'direct' && !(error.status === 404 && namesIt(error.serverMessage))) return undefined;
      way = 'direct';
      return (await flowExists(client)) ? { kind: 'no-trail' } : { kind: 'no-flow' };
    }
  }

  function namesIt(message: string | undefined): boolean {
    return message !== undefined && (message.includes(of.trail) || message.includes(of.flow));
  }

  async function flowExists(client: EvidenceClient): Promise<boolean> {
    try {
      await client.listTrails(of, 1, 1);
      return true;
    } catch (error) {
      if (isNotThere(error)) return false;
      throw error;
    }
  }

  async function byListing(client: EvidenceClient): Promise<TrailAnswer> {
    listingClient = client;
    if (listing === undefined)
      report(`The service does not answer for a single trail: reading the trails of flow ${of.flow}, newest first`);
    way = 'listing';
    listing ??= searchListing((page) => listingClient.listTrails(of, page));
    try {
      const { found, read } = await listing.find();
      return found === undefined ? { kind: 'no-trail', read } : { kind: 'trail', trail: found };
    } catch (error) {
      if (isNotThere(error)) return { kind: 'no-flow' };
      throw error;
    }
  }

  return {
    async ask(client) {
      try {
        const answer = way === 'listing' ? undefined : await direct(client);
        return answer ?? (await byListing(client));
      } catch (error) {
        return { kind: 'failed', fault: faultFacts(error) };
      }
    },
  };
}
