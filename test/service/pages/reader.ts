import { token, type World } from '../support.ts';

/** The answer to somebody with a browser. */
export interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The header that a browser sends for a user name and a password. */
export const basic = (user: string, password: string): string => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Opens an address of the service as a browser does that was given the token as the password. */
export async function open(
  it: World,
  address: string,
  authorization: string | undefined = basic('', token),
  method = 'GET',
): Promise<Shown> {
  const response = await fetch(new URL(address, it.service.url), {
    method,
    ...(authorization === undefined ? {} : { headers: { authorization } }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The text of a page, without its markup and without the style. */
export function textOf(page: string): string {
  return page
    .replace(/<\/?(?:a|b|code|span|time)\b[^>]*>/g, '')
    .replace(/<style>.*?<\/style>|<title>.*?<\/title>|<[^>]*>/gs, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The addresses that a page leads to. */
export function linksOf(page: string): readonly string[] {
  return [...page.matchAll(/href="([^"]*)"/g)].map(([, address = '']) =>
    address.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))),
  );
}

/** The page of the first record that the page of a trail leads to. */
export async function openRecord(it: World, trail: string): Promise<Shown> {
  const record = linksOf((await open(it, trail)).text).find((link) => link.includes('attestation_id='));
  return await open(it, record ?? 'there is no record');
}
