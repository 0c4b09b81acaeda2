import { messagesOf } from '../../git/index.ts';
import { given } from '../../text/index.ts';
import type { LandingFact, NamedTickets } from '../facts/line.ts';
import { fileInForce, ticketAsked, type AuditFile, type TicketDemand } from '../file/audit-file.ts';
import { longestText, ticketsIn } from '../file/globs.ts';
import { auditFileIn } from '../file/read-audit-file.ts';
import { changesIn } from '../population/changes.ts';
import { itemsOf } from './gaps.ts';
import type { Parts } from './landing-facts.ts';
import type { GitHubPort, PullTexts } from './port.ts';

/** A change that needs a ticket, by the number of its pull request. */
export interface Asked {
  readonly pull: number | undefined;
  readonly shas: readonly string[];
  readonly demand: TicketDemand;
}

type Files = Parameters<typeof fileInForce>[1];

/** The changes of a landing that need a ticket, excepted or not. */
export function ticketsAsked(fact: LandingFact, branches: Parameters<typeof changesIn>[1], files: Files): readonly Asked[] {
  const demand = ticketAsked(fileInForce(fact.file, files), files.file, fact.landing.at);
  if (demand === undefined) return [];
  return changesIn(fact, branches).map(({ commits, pull }) => ({ pull: pull?.number, shas: commits, demand }));
}

const ofPulls = ['branch', 'title', 'body', 'commits'] as const;

export function pullsToRead(asked: readonly Asked[]): readonly number[] {
  return asked.flatMap(({ demand, pull }) => (pull === undefined || !ofPulls.some((place) => demand.in.includes(place)) ? [] : [pull]));
}

/** The tickets that a pull request names, by GitHub's answer. */
export function namedByPull(asked: Asked, texts: PullTexts | undefined): NamedTickets {
  if (asked.pull === undefined) return [];
  return ofPulls
    .filter((place) => asked.demand.in.includes(place))
    .map((place) => {
      if (texts === undefined) return namedIn(place, [], asked, 'GitHub did not tell what the pull request says');
      const all = place === 'commits' ? texts.messages : [texts[place]];
      const untold = place === 'commits' && texts.cut ? 'GitHub does not list the messages of all its commits' : undefined;
      const said = all.filter((text) => text !== null);
      return namedIn(place, said, asked, said.length < all.length ? 'its body was edited after the merge' : untold);
    });
}

function namedIn(
  place: NamedTickets[number]['in'],
  texts: readonly string[],
  { demand, pull }: Asked,
  untold: string | undefined,
): NamedTickets[number] {
  const why = untold ?? (texts.some((text) => text.length > longestText) ? 'a text of it is too long to be read' : undefined);
  const found = [...new Set(texts.flatMap((text) => ticketsIn(demand.patterns, text, pull)))];
  return { in: place, named: found, ...given({ untold: why }) };
}

interface KnownTickets {
  /** Adds to landings the tickets that their changes name. Nothing is asked where no file that counts asks for a ticket. */
  of(facts: readonly LandingFact[]): Promise<readonly LandingFact[]>;
}

/** @param tip digest of the audit's file of today */
export function openTickets(github: GitHubPort | null, { controls, gaps, plan, store }: Parts, tip: string | null): KnownTickets {
  const files = new Map<string, AuditFile | null>();
  return {
    async of(facts) {
      for (const digest of [tip, ...facts.map((fact) => fact.file)]) {
        const text = digest === null || files.has(digest) ? undefined : controls.textOf(digest);
        if (digest !== null && text !== undefined) files.set(digest, auditFileIn(text));
      }
      const file = files.get(tip ?? '') ?? null;
      const asked = facts.map((fact) => ticketsAsked(fact, plan.branches, { file, files }));
      if (asked.every((some) => some.length === 0)) return facts;
      const texts = await textsOf(github, [...new Set(asked.flatMap(pullsToRead))], gaps);
      const messages = await messagesOf(
        store,
        asked.flat().flatMap(({ demand, shas }) => (demand.in.includes('commits') ? shas : [])),
      );
      return facts.map((fact, index) => {
        const own = asked[index] ?? [];
        if (own.length === 0) return fact;
        const named = own.map((one) => [one.pull ?? '', [...namedByPull(one, texts.get(one.pull ?? 0)), ...namedByGit(one, messages)]]);
        return { ...fact, tickets: Object.fromEntries(named) };
      });
    },
  };
}

async function textsOf(
  github: GitHubPort | null,
  numbers: readonly number[],
  gaps: Parts['gaps'],
): Promise<ReadonlyMap<number, PullTexts>> {
  if (github === null || numbers.length === 0) return new Map();
  const items = await itemsOf(gaps, 'pull-requests', 'texts of pull requests', () => github.textsOf(numbers));
  return new Map((items ?? []).map((item) => [item.number, item]));
}

function namedByGit(asked: Asked, messages: ReadonlyMap<string, string>): NamedTickets {
  if (!asked.demand.in.includes('commits')) return [];
  const own = asked.shas.flatMap((sha) => messages.get(sha) ?? []);
  const untold = own.length < asked.shas.length ? 'git could not read the message of each commit' : undefined;
  return [namedIn('landed', own, asked, untold)];
}
