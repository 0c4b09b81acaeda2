import type { Command as Program } from 'commander';
import { endings, verdictNames, type Ending } from '../errors/index.ts';

/** A line that is too long continues in the next, as a shell reads it. */
export function exampleText(examples: readonly string[], columns = 80): string {
  return `\nExamples:\n${examples
    .map(
      (example) =>
        `${example
          .split('\n')
          .map((line) => broken(line, columns))
          .join('\n')}\n`,
    )
    .join('')}`;
}

/** Breaks only before an option, so that its value stays with it. */
function broken(line: string, columns: number): string {
  const lines = [''];
  for (const part of line.split(/ (?=--)/)) {
    const last = lines.at(-1) ?? '';
    const margin = lines.length === 1 ? '  ' : '      ';
    if (last === '') lines[lines.length - 1] = `${margin}${part}`;
    else if (last.length + 1 + part.length + 2 <= columns) lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(`      ${part}`);
  }
  return lines.join(' \\\n');
}

export type ExitCodeRow = readonly [code: number, meaning: string];

const usual = (['usage', 'interrupted'] as const).map((name): ExitCodeRow => [endings[name].exitCode, meaningOf(name)]);

export const verdictRows: readonly ExitCodeRow[] = [
  ...verdictNames.map((name): ExitCodeRow => [endings[name].exitCode, meaningOf(name)]),
  ...usual,
];

function meaningOf(name: Ending): string {
  return `${name}: ${endings[name].means}`;
}

export const auditRows: readonly ExitCodeRow[] = [
  [0, 'audited, or nothing landed: complete, and nothing was found that fails it'],
  [1, 'non-compliant: there are open findings, of the severity that fails it'],
  [2, 'incomplete: with --reperform alone, something came after the package'],
  [3, 'unknown: something is missing, or somebody did not answer'],
  ...usual,
];

const done: ExitCodeRow = [0, 'done'];
const unknown: ExitCodeRow = [endings.unknown.exitCode, 'unknown: it could not be done, or nobody knows'];
const unusable: ExitCodeRow = [endings.unusable.exitCode, 'unusable: the files cannot become evidence'];

export const readingRows: readonly ExitCodeRow[] = [done, unusable, ...usual];
export const plainRows: readonly ExitCodeRow[] = [done, unknown, ...usual];
export const recordingRows: readonly ExitCodeRow[] = [done, unknown, unusable, ...usual];

export function exitCodeTable(rows: readonly ExitCodeRow[]): string {
  const width = Math.max(...rows.map(([code]) => String(code).length));
  return `\nExit codes:\n${rows.map(([code, meaning]) => `  ${String(code).padStart(width)}  ${meaning}\n`).join('')}`;
}

/** Those with a comma between them share a line, so that all fit on a screen. */
const groups = {
  'Work:': 'attest-and-gate attest gate explain junit trail,artifact approval,fork sign,key',
  'Look up:': 'search attestation flow,test environment snapshot policy,type notification query',
  'Audit:': 'audit audit-issues audit-access audit-plan audit-part audit-merge',
  'Service:': 'serve,demo login,logout context,config default-org completion version',
  'Care:': 'token,member organization oidc-rule verify backup,restore',
};

/** In place of that of the command. */
const briefTexts: Readonly<Partial<Record<string, string>>> = {
  gate: 'Ask whether it is compliant: the exit code says so.',
  explain: 'Say what the gate says, why, and what fixes each reason.',
  junit: 'Show what would be sent for JUnit XML files. Sends nothing.',
  search: 'Find what is known of a commit or an artifact, by its SHA.',
  'flow,test': 'Flows, their templates, and tests that fail most.',
  query: 'Ask the service one question, by operation and parameters.',
  audit: 'Ask whether evidence covers every change that landed.',
  'audit-issues': 'Open, update and close the issues about its findings.',
  'audit-access': 'Say who had access to the service at a date.',
  'audit-plan': 'Plan the audit of all repositories of an organization.',
  'audit-part': 'Audit the repositories of one shard of a plan.',
  'audit-merge': 'Put the parts together, and report on all repositories.',
  'approval,fork': 'Approvals of artifacts, and evidence of forks.',
  'serve,demo': 'Run the evidence service, or see all of it work in seconds.',
  'login,logout': 'Keep a token for a service on this machine, and remove it.',
  'context,config': 'Say which service is meant, and show which one it is.',
  'policy,type': 'Policies of environments, and custom types of evidence.',
  completion: 'Complete commands, options and names in a shell.',
  'token,member': 'Say who may do what with a service, and see it.',
  'oidc-rule': 'Let jobs of GitHub Actions in without a stored token.',
  'trail,artifact': 'Trails of a flow, and artifacts that were reported.',
  'sign,key': 'Sign statements that others can check, and make a key.',
  verify: 'Check a record, a package of an audit, or a statement.',
  'backup,restore': 'Keep a copy of everything, and put it back.',
};

export function mainHelp(program: Program): string {
  const textOf = (name: string): string => briefTexts[name] ?? program.commands.find((one) => one.name() === name)?.description() ?? '';
  const line = (name: string): string => `  ${name.replace(',', ', ').padEnd(16)}  ${textOf(name)}`;
  return [
    `Usage: ${program.name()} COMMAND [options]\n`,
    `${program.description()}\n`,
    ...Object.entries(groups).map(([heading, names]) => `${[heading, ...names.split(' ').map(line)].join('\n')}\n`),
    `${program.name()} help COMMAND says more of one of them. Besides:`,
    '  help connection   where the service is: options, variables, contexts',
    '  help exit-codes   what the exit code says\n',
  ].join('\n');
}
