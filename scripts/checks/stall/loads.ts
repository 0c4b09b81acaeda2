import { bodyOf, inputs, type Body } from './inputs.ts';

export interface Load {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: Body;
  readonly times: number;
}

/** This trail has nearly as many names as a trail may have. */
export const wideTrail = 'wide';
export const wideNames = 9_900;

/** The commit of every attestation on a copied trail. */
export const commonCommit = 'c'.repeat(40);

function forms(): readonly Load[] {
  return inputs.flatMap((input) =>
    [input.within, input.beyond].map((size) => ({
      name: `${size.toLocaleString('en')} × ${input.name}`,
      method: input.method,
      path: input.path,
      body: bodyOf(input, size),
      times: 1,
    })),
  );
}

/** Each has its own name if there are several. */
export function small(name: string): Body {
  const json = `{"attestation_name":"${name}","junit_results":[],"git_commit_info":{"sha1":"${commonCommit}"}}`;
  return {
    content: Buffer.from(`--b\r\nContent-Disposition: form-data; name="data_json"\r\n\r\n${json}\r\n--b--\r\n`),
    type: 'multipart/form-data; boundary=b',
  };
}

function writes(): readonly Load[] {
  const endless = `{"attestation_name":"x","type_name":"endless","attestation_data":1}`;
  const content = Buffer.from(`--b\r\nContent-Disposition: form-data; name="data_json"\r\n\r\n${endless}\r\n--b--\r\n`);
  const post = (trail: string, kind = 'junit') => `/attestations/acme/bench/trail/${trail}/${kind}`;
  const custom = { path: post('t', 'custom'), body: { content, type: 'multipart/form-data; boundary=b' } };
  return [
    { name: 'a record on a trail of 9,900 names', method: 'POST', path: post(wideTrail), body: small('unit'), times: 1 },
    { name: 'the same, 32 at once', method: 'POST', path: post(wideTrail), body: small('unit'), times: 32 },
    { name: '200 records at once', method: 'POST', path: post('t'), body: small('unit'), times: 200 },
    { name: 'a custom rule without end, 4 at once', method: 'POST', ...custom, times: 4 },
  ];
}

function reads(trails: number): readonly Load[] {
  const last = Math.floor(trails / 50);
  const paths = [
    `/trails/acme/bench?per_page=50&page=${last}`,
    `/trails/acme?per_page=100&page=${Math.floor(last / 2)}`,
    `/trails/acme/bench?prefix=first&per_page=50&page=${last}`,
    `/trails/acme?flow_tag=team%3Dpayments&page=${last}`,
    '/attestations/acme?per_page=100&page=1000',
    `/attestations/acme?prefix=01&per_page=50&page=${last}`,
    `/attestations/acme?prefix=0&per_page=50&page=1`,
    `/attestations/acme?commit_list=${commonCommit}&attestation_name=none`,
    `/attestations/acme?${Array.from({ length: 500 }, (_, index) => `commit_list=${index.toString(16).padStart(40, '0')}`).join('&')}`,
    `/attestations/acme/bench?per_page=50&page=${last}`,
    `/attestations/acme/bench?from_timestamp=1&to_timestamp=9999999999&per_page=50&page=${last}`,
    `/search/acme/sha/${commonCommit.slice(0, 8)}`,
    '/records/acme?limit=1000',
    `/trails/acme/bench/${wideTrail}`,
    `/attestations/acme/bench/trail/${wideTrail}/n-7`,
    `/artifacts/acme/bench/commit_sha/${commonCommit}`,
  ];
  return paths.flatMap((path) => [
    { name: `GET ${path.slice(0, 60)}`, method: 'GET' as const, path, times: 1 },
    { name: '  the same, 8 at once', method: 'GET' as const, path, times: 8 },
  ]);
}

export function loads(trails: number): readonly Load[] {
  return [...forms(), ...writes(), ...reads(trails)];
}
