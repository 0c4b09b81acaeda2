import { html, webLink, type Child, type Html } from '../../../html/index.ts';
import { count, grouped } from '../../../text/index.ts';
import type { Source } from '../../facts/line.ts';
import type { Audit } from '../../judge/audit.ts';
import { periodWords } from '../first-page/about.ts';
import { missingParts } from '../numbers.ts';
import { asOfWords, commitUrl, limitsOf, readAtOf, repositoryUrl } from '../words.ts';
import { code, codes, facts, joinChildren, leftOut, line, moment, name, printed, section, table } from './parts.ts';

interface Claim {
  readonly what: string;
  readonly word: Child;
  readonly so: Child;
}

function claims({ world }: Audit): readonly Claim[] {
  const { header, untold } = world;
  const asked = (source: Source): boolean => !untold.some((one) => one.source === source);
  return [
    ...landings(world),
    ...people(asked('pull-requests'), readAtOf(header)),
    ...evidence(world),
    ...delivery(world),
    ...repository(world),
  ];
}

type World = Audit['world'];

function landings({ header }: World): readonly Claim[] {
  const when = moment(readAtOf(header));
  if (header.basis === 'github') {
    return [
      {
        what: 'What landed, when, how and by whom',
        word: html`GitHub, as it told at ${when}`,
        so: 'The times are of its clock. It is the only source of who pushed, and of what a push by force took away.',
      },
    ];
  }
  const how = 'Git cannot tell when something landed, who pushed it, and whether it was merged or pushed.';
  const by: Readonly<Record<typeof header.period.by, string>> = {
    'committer-date': 'The period goes by committer dates: a claim of whoever committed. A commit with another date can be missing here.',
    'last-audit': 'It begins on each branch with what came after the last complete audit, whatever its date.',
    commits: 'The period is what lies between two commits.',
    landing: '',
  };
  return [
    { what: 'What landed', word: 'The copy of the repository that was read, by git alone', so: `${how} ${by[header.period.by]}`.trim() },
  ];
}

function people(isAsked: boolean, at: string): readonly Claim[] {
  return [
    {
      what: 'Who wrote a commit, and who else wrote in it',
      word: 'Whoever made the commit',
      so: 'Anybody can write any name, address, date and co-author into a commit. An account of GitHub stands behind an address only where GitHub knows it.',
    },
    ...(isAsked
      ? [
          {
            what: 'Pull requests, reviews, labels, and who merged',
            word: html`GitHub, as it told at ${moment(at)}`,
            so: 'GitHub changes some of it afterwards: a dismissal changes the review, and an approval can move to a new head. Who is behind an account is not known.',
          },
        ]
      : []),
  ];
}

function evidence({ approvals, header }: World): readonly Claim[] {
  if (header.service === null) return [];
  const service = html`<span class="name">${line(header.service.url)}</span>, organization
    <span class="name">${line(header.service.org)}</span>`;
  return [
    {
      what: 'Results of tests, and all other evidence',
      word: html`Whoever held the token that recorded it, at ${service}`,
      so: 'The service says which token recorded something, and when. What was recorded is the word of its holder: also the counts of tests, and the link to the run.',
    },
    {
      what: 'When evidence was recorded',
      word: 'The clock of the service',
      so:
        header.basis === 'github'
          ? 'Before or after a merge is told by two clocks, of the service and of GitHub.'
          : 'No moment of a merge is there to hold it against.',
    },
    ...(approvals.length === 0
      ? []
      : [
          {
            what: 'The names of those who approved an artifact',
            word: 'Whoever reported the approval',
            so: 'The service proves which token reported it, and not who approved.',
          },
        ]),
  ];
}

function delivery({ deployments }: World): readonly Claim[] {
  const sources = new Set(deployments.map(({ source }) => source));
  const by = [
    ...(sources.has('github') ? ["whoever may set a deployment's status on GitHub"] : []),
    ...(sources.has('service') ? ['whoever reports what an environment runs to the service'] : []),
  ];
  if (by.length === 0) return [];
  return [
    {
      what: 'What was deployed, where and when',
      word: by.join(', and '),
      so: 'Nobody looked into the environment itself. What was deployed without a report is not here.',
    },
  ];
}

function repository({ file, header }: World): readonly Claim[] {
  return [
    {
      what: 'Which evidence a change owes, whose address is whose, what is left out, and what is accepted',
      word:
        header.file === null
          ? 'Nobody: the repository has no .github/compliance-audit.yml'
          : 'The repository itself, in .github/compliance-audit.yml',
      so:
        header.file === null || (file !== null && file.flows.length === 0)
          ? 'Nothing maps paths to flows, so that one trail in any flow was enough for a change.'
          : file === null
            ? 'The file of now could not be read.'
            : 'It was read as it stood before each landing. Whoever can change that file can change what is asked from the next landing on.',
    },
    {
      what: 'This page',
      word: 'Whoever hands it over',
      so: 'It carries no signature, and anybody can change a copy. The collected file gives the same bytes again; the last part says how to count everything anew.',
    },
  ];
}

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
        service === null
          ? world.header.evidence === 'github'
            ? 'none was asked: GitHub’s checks are the evidence'
            : 'none was asked'
          : html`${webLink(service.url, line(service.url))}, organization ${name(service.org)}`,
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
    showMapping(world),
  );
}

function showMapping({ file }: Audit['world']): Html | undefined {
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

const mostRows = 200;

export function limits(audit: Audit): Html {
  return section('limits', 'Limits of this audit', showHoles(audit), showUntested(audit), showClaims(audit), showOutside(audit));
}

function showHoles(audit: Audit): Html {
  const all = missingParts(audit);
  return html`<h3 id="missing">What is missing from the population</h3>
    ${
      all.length === 0
        ? html`<p>As far as its sources told, nothing is missing.</p>`
        : html`${table(
            'holes',
            'What belongs to the population and could not be read',
            ['Missing', 'Why', 'Fix'],
            all.slice(0, mostRows).map(({ fix, what, why }) => [line(what), line(why), line(fix)]),
          )}${leftOut(all.length - mostRows, 'missing part')}`
    } `;
}

function showUntested({ rules, world }: Audit): Html {
  const without = rules.filter(({ result }) => result === 'not tested');
  const unasked = without.filter(({ lack }) => lack !== null && lack !== 'answer').length;
  const limited = limitsOf(world);
  const reasons = [...Map.groupBy(limited, ({ why }) => why).values()];
  return html`<h3 id="not-tested">What was not tested, and why</h3>
    ${
      without.length === 0
        ? html`<p>${rules.length === 0 ? 'No rule was run.' : 'Each rule was tested wherever it applies.'}</p>`
        : table(
            'untested',
            html`${count(without.length, 'rule')} of ${grouped(rules.length)} not tested, or not
            everywhere${unasked === 0 ? undefined : `, ${grouped(unasked)} of them because there is nothing to compare with`}`,
            ['Why not, or not everywhere', { number: 'Rules' }, 'Which'],
            [...Map.groupBy(without, ({ why }) => why ?? 'nobody said why')].map(([why, all]) => [
              line(why),
              grouped(all.length),
              joinChildren(all.map(({ rule, tested }) => html`${code(rule)}${tested === 0 ? undefined : ' (not everywhere)'}`)),
            ]),
          )
    }
    ${
      limited.length === 0
        ? undefined
        : html`${table(
            'untold',
            'Sources that were not asked, or did not answer, and what dates may hide',
            ['Why', 'Sources', 'Fix'],
            reasons
              .slice(0, mostRows)
              .map((all) => [
                line(all[0]?.why ?? ''),
                joinChildren([...new Set(all.map(({ source }) => line(source)))]),
                joinChildren([...new Set(all.map(({ fix }) => line(fix)))], '; '),
              ]),
          )}${leftOut(reasons.length - mostRows, 'reason')}`
    } `;
}

function showClaims(audit: Audit): Html {
  return html`<h3>What rests on the word of one party</h3>
    ${table(
      'claims',
      'Nobody but the party in the second column vouches for these',
      ['What', 'Whose word', 'So'],
      claims(audit).map(({ so, what, word }) => [what, word, so]),
    )} `;
}

function showOutside({ world }: Audit): Html {
  const { branches, flows } = world.header;
  const elsewhere = world.end.trailsElsewhere;
  const asOf = asOfWords(world.header);
  return html`<h3>What is outside of this audit</h3>
    <ul>
      ${
        asOf === undefined
          ? undefined
          : html`<li>
              All that the service recorded later. ${asOf}; a fact of GitHub as it was then is known only where a record has it.
            </li>`
      }
      <li>
        Changes that are not in git: infrastructure that is changed by hand, feature flags, data, and the settings of GitHub and of the
        service.
      </li>
      <li>
        ${
          branches.length === 0
            ? 'Every branch: none was named.'
            : `Every branch but the ${branches.length === 1 ? 'one' : grouped(branches.length)} in the scope, until what is on it lands there.`
        }
      </li>
      ${flows.length === 0 ? undefined : html`<li>Every flow but the ${flows.length === 1 ? 'one' : grouped(flows.length)} that the scope names.</li>`}
      <li>
        ${count(elsewhere, 'trail')} about no commit of an audited branch: ${elsewhere === 1 ? 'it was' : 'they were'} counted, and not
        judged.
      </li>
    </ul> `;
}
