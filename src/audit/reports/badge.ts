import type { Audit } from '../judge/audit.ts';
import { outcomeOf } from './numbers.ts';

const label = 'audit';

/**
 * As shields.io reads it from an address (https://shields.io/badges/endpoint-badge). Only our own words and numbers, from
 * which no markup can be made.
 */
export async function* badgeJson(audit: Audit): AsyncGenerator<string> {
  const { badge, tone, word } = outcomeOf(audit);
  // `isError` keeps the colour of a badge safe from a parameter of its address.
  yield `${JSON.stringify({ schemaVersion: 1, label, message: word.toLowerCase(), color: badge.color, isError: tone !== 'good' })}\n`;
}

/** The badge as a picture. It loads nothing, and has a text for those who cannot see it. */
export async function* badgeSvg(audit: Audit): AsyncGenerator<string> {
  const { badge, word } = outcomeOf(audit);
  const message = word.toLowerCase();
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

/** The width of a text in pixels, about: the picture stretches it to that. */
function width(text: string): number {
  return Math.round(text.length * 6.4) + 12;
}
