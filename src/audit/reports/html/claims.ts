import { html, type Child } from '../../../html/index.ts';
import type { Source } from '../../facts/source.ts';
import type { Audit } from '../../judge/audit.ts';
import { readAtOf } from '../as-of-words.ts';
import { line, moment } from './parts.ts';

/** A fact that one party alone vouches for. */
export interface Claim {
  readonly what: string;
  readonly word: Child;
  readonly so: Child;
}

/** Those that this audit rests on: it goes by what was asked, and by what there is. */
export function claims({ world }: Audit): readonly Claim[] {
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
