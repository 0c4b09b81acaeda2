import { html, webLink, type Html } from '../../../html/index.ts';
import { count } from '../../../text/index.ts';
import type { Audit } from '../../judge/audit.ts';
import { periodWords } from '../first-page/about.ts';
import { commitUrl, repositoryUrl } from '../pages.ts';
import { asOfWords } from '../as-of-words.ts';
import { printed } from './first-page.ts';
import { code, codes, facts, leftOut, line, moment, name, section, table } from './parts.ts';

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
      ['Period', printed(periodWords(world.header))],
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
