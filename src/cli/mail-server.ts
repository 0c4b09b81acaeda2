import { readFile } from 'node:fs/promises';
import { UsageError } from '../errors/index.ts';
import type { ServiceOptions } from '../service/index.ts';
import { isLoopback } from '../text/index.ts';

type MailServer = NonNullable<ServiceOptions['mail']>;

export interface MailOptions {
  readonly smtpUrl?: string;
  readonly smtpPasswordFile?: string;
  readonly smtpFrom?: string;
}

const variable = 'EVIDENCE_SMTP_URL';
const form = 'Write it as smtps://USER@mail.example or smtp://USER@mail.example:587';

/** The mail server that the options and the variable name; `undefined` if they name none. */
export async function mailServerOf({ smtpFrom, smtpPasswordFile, smtpUrl }: MailOptions): Promise<MailServer | undefined> {
  const url = smtpUrl ?? (process.env[variable] || undefined);
  if (url === undefined) {
    const useless = smtpFrom === undefined ? (smtpPasswordFile === undefined ? undefined : '--smtp-password-file') : '--smtp-from';
    if (useless === undefined) return undefined;
    throw new UsageError('missing-input', `${useless} says how mail is sent, and no mail server is named`, {
      fix: `Set ${variable}, or add --smtp-url. ${form}`,
    });
  }
  const named = smtpUrl === undefined ? variable : '--smtp-url';
  const { login, ...server } = readUrl(named, url);
  if (smtpUrl !== undefined && login?.password !== undefined) {
    throw new UsageError('invalid-input', '--smtp-url has a password in it, and everybody on the machine can read it there', {
      fix: `Put the password into a file for --smtp-password-file, or the URL into the variable ${variable}`,
    });
  }
  if (smtpFrom === undefined || !/^[^\s<>@,;"]+@[^\s<>@,;"]+$/.test(smtpFrom)) {
    const what = smtpFrom === undefined ? 'is missing: the address that mail comes from' : 'is no address that mail can come from';
    throw new UsageError(smtpFrom === undefined ? 'missing-input' : 'invalid-input', `--smtp-from ${what}`, {
      fix: 'Write a plain one, such as --smtp-from evidence@acme.example',
    });
  }
  const password = smtpPasswordFile === undefined ? login?.password : await passwordIn(smtpPasswordFile);
  if (login === undefined && password === undefined) return { ...server, login: undefined, from: smtpFrom };
  if (login === undefined || password === undefined) {
    throw new UsageError('missing-input', `${named} has a user without a password, or a password without a user`, {
      fix: `Give both, or none: the user in the URL, the password in ${variable} or in a file for --smtp-password-file`,
    });
  }
  if (server.security === 'none' && !isLoopback(server.host)) {
    throw new UsageError('conflicting-inputs', `${named} sends a password without TLS to another machine`, { fix: 'Leave out ?tls=none' });
  }
  return { ...server, login: { user: login.user, password }, from: smtpFrom };
}

interface Address extends Pick<MailServer, 'host' | 'port' | 'security'> {
  readonly login: { readonly user: string; readonly password: string | undefined } | undefined;
}

/** Never repeats the URL: it may hold a password. */
function readUrl(named: string, text: string): Address {
  const url = URL.parse(text);
  const scheme = url?.protocol === 'smtps:' ? 'smtps' : url?.protocol === 'smtp:' ? 'smtp' : undefined;
  if (url === null || scheme === undefined || url.hostname === '' || !['', '/'].includes(url.pathname) || url.hash !== '') {
    throw new UsageError('invalid-input', `${named} is no address of a mail server`, { fix: form });
  }
  if (!['', '?tls=none'].includes(url.search) || (url.search !== '' && scheme === 'smtps')) {
    throw new UsageError('invalid-input', `${named} has something behind its host that it cannot have`, {
      fix: `${form}. ?tls=none behind smtp:// sends without TLS`,
    });
  }
  const isPlain = url.search !== '' || isLoopback(url.hostname);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (scheme === 'smtps' ? 465 : 587) : Number(url.port),
    security: scheme === 'smtps' ? 'tls' : isPlain ? 'none' : 'starttls',
    login: url.username === '' ? undefined : { user: decoded(named, url.username), password: decoded(named, url.password) || undefined },
  };
}

function decoded(named: string, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UsageError('invalid-input', `${named} has a % in its user or password that encodes nothing`, { fix: 'Write %25 for a %' });
  }
}

async function passwordIn(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UsageError('invalid-input', `--smtp-password-file cannot be read: ${path}`, { cause, fix: 'Check its path and its rights' });
  });
  const password = text.replace(/\r?\n$/, '');
  if (password !== '' && !/[\r\n]/.test(password)) return password;
  throw new UsageError('invalid-input', `--smtp-password-file does not hold one password: ${path}`, {
    fix: 'Write the password into its first line, and nothing else',
  });
}
