import { messagesOf } from '../../git/index.ts';
import type { LandingFact, NamedTickets } from '../facts/line.ts';
import { fileInForce, type AuditFile } from '../file/audit-file.ts';
import { longestText, ticketAsked, ticketsIn, type TicketDemand, type TicketPlace } from '../file/ticket.ts';
import { changesIn } from '../population/changes.ts';
import { itemsOf } from './gaps.ts';
import type { Parts } from './landing-facts.ts';
import type { GitHubPort, PullTexts } from './port.ts';
import type { CollectSources } from './settings.ts';

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

const ofPulls: readonly TicketPlace[] = ['branch', 'title', 'body', 'commits'];

export function pullsToRead(asked: readonly Asked[]): readonly number[] {
  return asked.flatMap(({ demand, pull }) => (pull === undefined || !demand.in.some((place) => ofPulls.includes(place)) ? [] : [pull]));
}

const notTold = 'GitHub did not tell what the pull request says';

/** The tickets that a pull request names, by GitHub's answer. */
export function namedByPull({ demand, pull }: Asked, texts: PullTexts | undefined): NamedTickets {
  if (pull === undefined) return [];
  return ofPulls.flatMap((place) => {
    if (place === 'jira' || !demand.in.includes(place)) return [];
    if (texts === undefined) return [{ in: place, named: [], untold: notTold }];
    if (place === 'commits')
      return [named(place, texts.messages, texts.cut ? 'GitHub does not list the messages of all its commits' : undefined)];
    const text = texts[place];
    return [named(place, text === null ? [] : [text], text === null ? 'its body was edited after the merge' : undefined)];
  });

  function named(place: NamedTickets[number]['in'], all: readonly string[], untold: string | undefined): NamedTickets[number] {
    return namedIn(place, all, { demand, pull }, untold);
  }
}

function namedIn(
  place: NamedTickets[number]['in'],
  texts: readonly string[],
  { demand, pull }: Pick<Asked, 'demand' | 'pull'>,
  untold: string | undefined,
): NamedTickets[number] {
  const why = untold ?? (texts.some((text) => text.length > longestText) ? 'a text of it is too long to be read' : undefined);
  const found = [...new Set(texts.flatMap((text) => ticketsIn(demand, text, pull)))];
  return { in: place, named: found, ...(why === undefined ? {} : { untold: why }) };
}

interface KnownTickets {
  /** Adds to landings the tickets that their changes name. Nothing is asked where no file that counts asks for a ticket. */
  of(facts: readonly LandingFact[]): Promise<readonly LandingFact[]>;
}

/** @param tip digest of the audit's file of today */
export function openTickets(
  { github, readAuditFile }: Pick<CollectSources, 'github' | 'readAuditFile'>,
  { controls, gaps, plan, store }: Parts,
  tip: string | null,
): KnownTickets {
  const files = new Map<string, AuditFile | null>();
  const fileOf = (digest: string | null): AuditFile | null => {
    if (digest === null) return null;
    const text = files.has(digest) ? undefined : controls.textOf(digest);
    const read = text === undefined ? undefined : readAuditFile(text);
    if (!files.has(digest)) files.set(digest, read !== undefined && 'file' in read ? read.file : null);
    return files.get(digest) ?? null;
  };
  return {
    async of(facts) {
      const file = fileOf(tip);
      for (const fact of facts) fileOf(fact.file);
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
        const named = own.map((one) => [
          String(one.pull ?? ''),
          [...namedByPull(one, texts.get(one.pull ?? 0)), ...namedByGit(one, messages)],
        ]);
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
