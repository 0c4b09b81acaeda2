import { auditWords, untestedWords, type AuditWords } from '../../presentation/index.ts';
import { count } from '../../text/index.ts';
import type { Audit } from '../judge/audit.ts';
import { numbersOf } from './numbers.ts';

const label = 'audit';

/** Green is for an audit that tested everything, alone. The names are those of shields.io, with the colours they stand for. */
const colors: Readonly<Record<AuditWords['kind'], readonly [name: string, code: string]>> = {
  unknown: ['lightgrey', '#737373'],
  found: ['red', '#b42318'],
  accepted: ['yellow', '#8a6100'],
  empty: ['lightgrey', '#737373'],
  partial: ['blue', '#175cd3'],
  clear: ['brightgreen', '#067647'],
};

/** The badge as shields.io reads it from an address (https://shields.io/badges/endpoint-badge). */
export async function* badgeJson(audit: Audit): AsyncGenerator<string> {
  const { kind, message } = told(audit);
  const [color] = colors[kind];
  // Nobody can change the colour of a badge with `isError` by a parameter of its address.
  yield `${JSON.stringify({ schemaVersion: 1, label, message, color, isError: kind !== 'clear' })}\n`;
}

/** The same as a picture. It loads nothing, and says the same to those who cannot see it. */
export async function* badgeSvg(audit: Audit): AsyncGenerator<string> {
  const { kind, message } = told(audit);
  const [, color] = colors[kind];
  const [left, right] = [width(label), width(message)];
  const whole = left + right;
  yield `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="20" role="img" aria-label="${label}: ${message}">
<title>${label}: ${message}</title>
<clipPath id="r"><rect width="${whole}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#404040"/><rect x="${left}" width="${right}" height="20" fill="${color}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="${left / 2}" y="14" textLength="${left - 12}">${label}</text>
<text x="${left + right / 2}" y="14" textLength="${right - 12}">${message}</text>
</g>
</svg>
`;
}

/** Our own words and numbers alone, none of which markup could be made of. */
function told(audit: Audit): { readonly kind: AuditWords['kind']; readonly message: string } {
  const numbers = numbersOf(audit);
  const { kind } = auditWords(numbers);
  switch (kind) {
    case 'unknown':
      return { kind, message: 'unknown' };
    case 'empty':
      return { kind, message: 'nothing landed' };
    case 'clear':
      return { kind, message: 'no open findings' };
    case 'partial':
      return { kind, message: `no open findings, ${untestedWords(numbers) ?? ''}` };
    case 'accepted':
      return { kind, message: `${count(numbers.open, 'open finding')}, accepted` };
    case 'found':
      return { kind, message: count(numbers.open, 'open finding') };
  }
}

/** Pixels that a text takes up, about: the picture stretches it to that. */
function width(text: string): number {
  return Math.round(text.length * 6.4) + 12;
}
