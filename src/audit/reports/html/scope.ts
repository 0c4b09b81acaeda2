import { html, webLink, type Html } from '../../../html/index.ts';
import { count } from '../../../text/index.ts';
import type { Audit } from '../../judge/audit.ts';
import { scopeWords } from '../scope-words.ts';
import { asOfWords } from '../as-of-words.ts';
import { code, codes, commit, facts, leftOut, line, moment, name, section, table } from './parts.ts';

const mostFlows = 200;

export function scope({ totals, world }: Audit): Html {
  const { branches, file, flows, repository, service, timeZone } = world.header;
  const left = totals.states['excluded'] ?? 0;
  const asOf = asOfWords(world.header);
  return section(
    'scope',
    'Scope',
    facts(
      ['Repository', repository === null ? name(null) : webLink(repositoryUrl(world.header), line(repository))],
      ['Period', period(world.header)],
      ...(timeZone === undefined
        ? []
        : [['Time zone', `${line(timeZone)}; weeks, sentences that say UTC, and the data are in UTC`] as const]),
      [
        'Evidence service',
        service === null ? 'none was asked' : html`${webLink(service.url, line(service.url))}, organization ${name(service.org)}`,
      ],
      ...(asOf === undefined ? [] : [['Moment', asOf] as const]),
      ['Flows asked for', flows.length === 0 ? "none by name: those of the audit's file, else all" : codes(flows, '', 50)],
      [
        "The audit's file",
        file === null ? 'there is none' : html`<code>.github/compliance-audit.yml</code>, SHA-256 <code class="long">${line(file)}</code>`,
      ],
      ['Left out', left === 0 ? 'no change' : html`${count(left, 'change')}, <a href="#excluded">each with its reason and its owner</a>`],
    ),
    table(
      'branches',
      'Audited branches, and where each stood when the audit began',
      ['Branch', 'Tip'],
      branches.map((branch) => [
        name(branch.name),
        webLink(commitUrl(world.header, branch.tip), html`<code class="long">${line(branch.tip)}</code>`),
      ]),
    ),
    mapping(world),
  );
}

const mostInShort = 5;

/** The scope in a sentence, for the first page. */
export function inShort({ branches, flows, service }: Header): Html {
  const names = (some: readonly string[]): Html => {
    const left = some.length - mostInShort;
    const shown = some.slice(0, mostInShort).map((one, index) => html`${index === 0 ? undefined : ', '}${name(one)}`);
    return html`${shown}${left <= 0 ? undefined : ` and ${left} more`}`;
  };
  const [branch, flow] = [branches.length === 1 ? 'Branch' : 'Branches', flows.length === 1 ? 'flow' : 'flows'];
  return html`${branches.length === 0 ? 'No branch' : html`${branch} ${names(branches.map((one) => one.name))}`};
    ${
      service === null ? 'no evidence service was asked' : html`evidence of organization ${name(service.org)} at ${name(service.url)}`
    }${flows.length === 0 ? undefined : html`, ${flow} ${names(flows)} alone`}. <a href="#scope">All of the scope</a>`;
}

function mapping({ file }: Audit['world']): Html | undefined {
  if (file === null || file.flows.length === 0) return undefined;
  return html`${table(
    'mapping',
    "What owes which evidence, by the audit's file of now",
    ['Flow', 'Paths', 'Branches', 'From', "Evidence of the pull request's head"],
    file.flows
      .slice(0, mostFlows)
      .map((flow) => [
        code(flow.name),
        codes(flow.paths, 'every path'),
        codes(flow.branches, 'every audited branch'),
        moment(flow.from, 'always'),
        flow.headIsEnough ? 'is enough' : 'is not enough where the base moved',
      ]),
  )}${leftOut(file.flows.length - mostFlows, 'flow', "The audit's file has all.")}`;
}

type Header = Audit['world']['header'];

/** The period in words: half open, and by which clock. */
export function period(header: Header): Html {
  const alone = scopeWords(header);
  if (alone !== undefined) return html`with the commits of <strong>${line(alone)}</strong> alone, up to ${moment(header.period.until)}`;
  const { by, since, sinceSha, until } = header.period;
  const linked = (sha: string): Html => commit(sha, commitUrl(header, sha));
  const from =
    since !== null ? html`from ${moment(since)}` : sinceSha === null ? html`from the beginning` : html`after commit ${linked(sinceSha)}`;
  if (by === 'commits') {
    const [tip, ...more] = header.branches.map((branch) => branch.tip);
    return html`${from} up to ${tip === undefined || more.length > 0 ? 'the tip of each branch' : html`commit ${linked(tip)}`}, by commits`;
  }
  return html`${from} up to ${moment(until)}, ${clocks[by]}`;
}

const clocks: Readonly<Record<Exclude<Header['period']['by'], 'commits'>, string>> = {
  landing: 'by the time of landing',
  'committer-date': 'by committer dates: a claim of whoever committed',
  'last-audit': 'and on each branch after the commit that the last complete audit ended with, whatever its date',
};

export function repositoryUrl({ repository, serverUrl }: Header): string | null {
  return repository === null ? null : `${serverUrl}/${repository}`;
}

export function commitUrl(header: Header, sha: string): string | null {
  const repository = repositoryUrl(header);
  return repository === null ? null : `${repository}/commit/${encodeURIComponent(sha)}`;
}
