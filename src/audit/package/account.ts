import type { Audit } from '../judge/audit.ts';
import { numbersOf, outcomeOf } from '../reports/numbers.ts';
import { given } from '../../text/index.ts';
import { hashOf } from './hash.ts';
import { attachments, members, reportFiles, type PackedAudit, type PackedMember } from './manifest.ts';
import { sha256 } from './node-sha256.ts';

export const readmeName = 'README.txt';

/** One whose name ends with `/` is a folder. */
const texts: readonly (readonly [path: string, text: string])[] = [
  ['index.html', 'the report; audit.md, audit.json, changes.csv and oscal.json say the same'],
  ['collected.ndjson', 'the facts, a line each, as git, GitHub and the evidence service told them'],
  [members.records, 'the log of the service: each record as it was hashed, or the hash of one that is about something else'],
  [members.previous, 'what the audit took from the report of the one before it'],
  [attachments, 'the files that the records have attached, each named by its SHA-256'],
  [
    members.answers,
    'what GitHub answered and when, a line an answer: GitHub signs none of it, so that these are what the run read,\nand no proof',
  ],
  [
    'in-force/',
    'templates of flows, policies, types of evidence and environments as they were in force, to be read: index.csv\nsays from when, and by which record, which is the one that counts',
  ],
  ['statements.jsonl', 'the verdict of each change as an in-toto statement that nobody signed, a line each'],
  [members.manifest, 'every file here with its SHA-256, and the end of the log'],
  [members.sums, `the same for: sha256sum -c ${members.sums}`],
  ['verify.html', 'checks this package in a browser; take the page from the release and not from here'],
  ['sample/', 'a sample of the changes, with a test sheet each; begin with its README.txt'],
];

/** Describes only the members that the package has. `paths` are those besides the readme. */
export function readme(paths: readonly string[], evidence?: PackedAudit['evidence']): string {
  const there = [...paths, members.manifest, members.sums];
  const shown = texts.filter(([path]) => there.some((one) => (path.endsWith('/') ? one.startsWith(path) : one === path)));
  const rows = shown.map(([path, text]) => `  ${path.padEnd(18)}${text.replaceAll('\n', `\n${' '.repeat(20)}`)}\n`).join('');
  return `This is a package of compliance evidence: what an audit found, and all that it found it by.

Begin with index.html: the findings, what was looked at, and what was not.

${rows}
${there.includes(members.records) ? proof : `${evidence === 'github' ? noService : noChain}${noProof}`}`;
}

/** A sentence for each member that this program never packs, and for a readme that does not fit the members. */
export function oddMembers(packed: readonly PackedMember[], evidence?: PackedAudit['evidence']): readonly string[] {
  const known = [readmeName, ...texts.map(([path]) => path), ...reportFiles.map(([path]) => path)];
  const paths = packed.map(({ path }) => path).filter((path) => path !== readmeName);
  const strange = paths.filter((path) => !known.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one)));
  const isRight = packed.some(({ path, sha256: said }) => path === readmeName && said === hashOf(sha256, readme(paths, evidence)));
  return [
    ...strange.map((path) => `${path} was added: no audit of this program gives a package such a member`),
    ...(isRight ? [] : [`${readmeName} is missing, or does not say what the other members are`]),
  ];
}

const proof = `To prove that nothing was changed, added or left out, you need a head of the log that somebody noted elsewhere, such as the
witness in the log of a job or in an earlier report:

  compliance-evidence verify --package PACKAGE.tgz --head HEAD

A package without such a head is consistent in itself, and no more: whoever made it could have made all of it.
The role of the service that reads the log shows all of it; the records that are about something else are here as hashes.
`;

const noChain = `The service has no log with a chain, so that the package has none: nothing here proves that nothing was changed, added or left
out. `;

const noService = `No evidence service was asked: GitHub's checks are the evidence. Its answers are here as the token of the audit got them, and
GitHub signs none. So there is no log, no head and no witness, and nothing here proves that nothing was changed, added or left
out. `;

const noProof = `Whether its files fit together:

  compliance-evidence verify --package PACKAGE.tgz
`;

/** For the manifest of its package: by the severity that its facts were collected for. */
export function packedAudit(audit: Audit): PackedAudit {
  const { basis, branches, evidence, period, repository } = audit.world.header;
  return {
    repository,
    branches: branches.map(({ name }) => name),
    basis,
    ...given({ evidence }),
    since_sha: period.sinceSha,
    verdict: outcomeOf(audit).kind,
    findings: numbersOf(audit).open,
  };
}
