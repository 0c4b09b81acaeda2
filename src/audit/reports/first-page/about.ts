import { webAddress } from '../../../text/index.ts';
import type { Header } from '../../facts/line.ts';
import type { Audit } from '../../judge/audit.ts';
import { asOfWords, commitUrl, gitAloneWords, readAtOf, scopeWords } from '../words.ts';
import { code, joinWords, link, moment, name, type Facts, type Words } from './page.ts';

const mostNames = 5;

export function headingOf({ repository }: Header): string {
  return `Compliance audit of ${repository ?? 'a repository'}`;
}

export function about({ world }: Audit): Facts {
  const { header } = world;
  const { branches, flows, service } = header;
  const asOf = asOfWords(header);
  return [
    ['Landed', [...periodWords(header), ...(header.scope === undefined ? [] : ['. This says nothing of any other change'])]],
    [
      branches.length === 1 ? 'Branch' : 'Branches',
      branches.length === 0 ? ['none was named'] : someNames(branches.map((one) => one.name)),
    ],
    ['Read at', [moment(readAtOf(header)), ...(asOf === undefined ? [] : [`. ${asOf}`])]],
    ['Landings by', [gitAloneWords(world) ?? 'GitHub']],
    [
      'Evidence of',
      service === null
        ? [header.evidence === 'github' ? 'GitHub’s checks; no evidence service was asked' : 'no service: none was asked']
        : [
            'organization ',
            name(service.org),
            ' at ',
            name(service.url),
            ...(flows.length === 0 ? [] : [flows.length === 1 ? ', flow ' : ', flows ', ...someNames(flows), ' alone']),
          ],
    ],
    ['Run by', runWords(header)],
    ['Tokens', tokenWords(header)],
    ['Program', programWords(header)],
  ];
}

function someNames(names: readonly string[]): Words {
  const left = names.length - mostNames;
  return [...joinWords(names.slice(0, mostNames).map((one) => [name(one)])), ...(left > 0 ? [` and ${left} more`] : [])];
}

/** By the word of the machine alone. */
function runWords({ ranBy, run, workflow }: Header): Words {
  const user = name(ranBy?.name, 'that is not known');
  if (workflow === null && ranBy?.kind !== 'job')
    return ['a person or a machine on a command line', ...(ranBy === undefined ? [] : [', as the user ', user])];
  const page = webAddress(run);
  return [
    'a job of the workflow ',
    name(workflow),
    ...(ranBy === undefined ? [] : [', started by the user ', user]),
    ...(page === undefined ? [] : [' (', link(page.href, 'the run'), ')']),
  ];
}

function programWords({ ranBy, tool }: Header): Words {
  const commit = ranBy?.commit ?? null;
  return [
    name(`${tool.name} ${tool.version}`),
    ', ',
    ...(commit === null ? ['built from a commit that it does not name'] : ['commit ', code(commit)]),
    ...(tool.digest === null ? [] : [', SHA-256 ', code(tool.digest.slice(0, 16)), '…']),
  ];
}

const githubTokens = {
  app: 'a token of a job or an app for GitHub',
  person: 'a token of an account of GitHub',
  unknown: 'a token of a kind that is not known for GitHub',
} as const;

function tokenWords({ ranBy, service }: Header): Words {
  const github = ranBy === undefined ? [] : [ranBy.githubToken === null ? 'none for GitHub' : githubTokens[ranBy.githubToken]];
  return [[...github, ...(service === null ? [] : ['one for the service, and the service does not tell whose it is'])].join('; ')];
}

/** The period: half open, and by which clock. */
export function periodWords(header: Header): Words {
  const alone = scopeWords(header);
  if (alone !== undefined) return ['with the commits of ', name(alone), ' alone, up to ', moment(header.period.until)];
  const { by, since, sinceSha, until } = header.period;
  const linked = (sha: string): Words => [link(commitUrl(header, sha), sha.slice(0, 12))];
  const from: Words =
    since !== null ? ['from ', moment(since)] : sinceSha === null ? ['from the beginning'] : ['after commit ', ...linked(sinceSha)];
  if (by === 'commits') {
    const [tip, ...more] = header.branches.map((branch) => branch.tip);
    return [
      ...from,
      ' up to ',
      ...(tip === undefined || more.length > 0 ? ['the tip of each branch'] : ['commit ', ...linked(tip)]),
      ', by commits',
    ];
  }
  const isAdded = by === 'committer-date' && header.branches.some(({ after }) => after !== undefined);
  const added = isAdded ? ', and what came before that after the last complete audit' : '';
  return [...from, ' up to ', moment(until), `, ${clocks[by]}${added}`];
}

const clocks: Readonly<Record<Exclude<Header['period']['by'], 'commits'>, string>> = {
  landing: 'by the time of landing',
  'committer-date': 'by committer dates: a claim of whoever committed',
  'last-audit': 'and on each branch after the commit that the last complete audit ended with, whatever its date',
};
