import { auditWords, untestedWords, type AuditNumbers, type AuditWords } from '../../presentation/index.ts';
import { count } from '../../text/index.ts';
import type { Audit } from '../judge/audit.ts';
import { numbersOf } from './numbers.ts';

const label = 'audit';

interface Badge {
  /** As shields.io calls it, and the colour that it stands for. */
  readonly color: string;
  readonly code: string;
  /** Our own words and numbers alone, none of which markup could be made of. */
  readonly message: (numbers: AuditNumbers) => string;
}

/** Green is for an audit that tested everything, alone. */
const badges: Readonly<Record<AuditWords['kind'], Badge>> = {
  unknown: { color: 'lightgrey', code: '#737373', message: () => 'unknown' },
  found: { color: 'red', code: '#b42318', message: ({ open }) => count(open, 'open finding') },
  accepted: { color: 'yellow', code: '#8a6100', message: ({ open }) => `${count(open, 'open finding')}, accepted` },
  empty: { color: 'lightgrey', code: '#737373', message: ({ changes }) => (changes === 0 ? 'nothing landed' : 'nothing owed evidence') },
  partial: { color: 'blue', code: '#175cd3', message: (numbers) => `no open findings, ${untestedWords(numbers) ?? ''}` },
  clear: { color: 'brightgreen', code: '#067647', message: () => 'no open findings' },
};

/** The badge as shields.io reads it from an address (https://shields.io/badges/endpoint-badge). */
export async function* badgeJson(audit: Audit): AsyncGenerator<string> {
  const numbers = numbersOf(audit);
  const { kind } = auditWords(numbers);
  const { color, message } = badges[kind];
  // Nobody can change the colour of a badge with `isError` by a parameter of its address.
  yield `${JSON.stringify({ schemaVersion: 1, label, message: message(numbers), color, isError: kind !== 'clear' })}\n`;
}

/** The same as a picture. It loads nothing, and says the same to those who cannot see it. */
export async function* badgeSvg(audit: Audit): AsyncGenerator<string> {
  const numbers = numbersOf(audit);
  const badge = badges[auditWords(numbers).kind];
  const message = badge.message(numbers);
  const [left, right] = [width(label), width(message)];
  const whole = left + right;
  yield `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="20" role="img" aria-label="${label}: ${message}">
<title>${label}: ${message}</title>
<clipPath id="r"><rect width="${whole}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#404040"/><rect x="${left}" width="${right}" height="20" fill="${badge.code}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="${left / 2}" y="14" textLength="${left - 12}">${label}</text>
<text x="${left + right / 2}" y="14" textLength="${right - 12}">${message}</text>
</g>
</svg>
`;
}

/** Pixels that a text takes up, about: the picture stretches it to that. */
function width(text: string): number {
  return Math.round(text.length * 6.4) + 12;
}
