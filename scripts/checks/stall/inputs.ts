export interface Input {
  readonly name: string;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly form: (size: number) => { readonly data_json: string; readonly template_file?: string };
  /** The size that once stalled the service. It is refused now with a reason that names the bound. */
  readonly beyond: number;
  readonly refusal: RegExp;
  /** A size that is read to its end. */
  readonly within: number;
  readonly status: 201 | 400;
}

const post = '/attestations/acme/f/trail/t/junit';
const put = '/flows/acme/template_file';
const times = (count: number, each: (index: number) => string, separator = ',') =>
  Array.from({ length: count }, (_, index) => each(index)).join(separator);
/** Three letters for each number, so that 50,000 keys fit into 255 KB and none of them is a number. */
const letters = (index: number) =>
  [index % 26, Math.floor(index / 26) % 26, Math.floor(index / 676)]
    .map((place) => String.fromCodePoint((place < 26 ? 97 : 39) + place))
    .join('');
const record = (more: string) => `{"attestation_name":"unit","junit_results":[]${more}}`;
const row = '{"name":"suite","failures":0,"errors":0,"skipped":0,"total":3,"duration":0.5,"timestamp":1767323045}';

export const inputs: readonly Input[] = [
  {
    name: 'a template of distinct keys',
    method: 'PUT',
    path: put,
    form: (size) => ({ data_json: '{"name":"f"}', template_file: times(size, (index) => `${letters(index)}:`, '\n') }),
    beyond: 50_000,
    refusal: /pieces of YAML/,
    within: 4800,
    status: 400,
  },
  {
    name: 'a template of attestations',
    method: 'PUT',
    path: put,
    form: (size) => ({
      data_json: '{"name":"f"}',
      template_file: `trail:\n  attestations:\n${times(size, (index) => `    - name: n${index}\n      type: junit`, '\n')}\n`,
    }),
    beyond: 6000,
    refusal: /pieces of YAML/,
    within: 1000,
    status: 201,
  },
  {
    name: 'a record of unknown keys',
    method: 'POST',
    path: post,
    form: (size) => ({ data_json: `{${times(size, (index) => `"k${index}":0`)}}` }),
    beyond: 600_000,
    refusal: /20000 different/,
    within: 20_000,
    status: 400,
  },
  {
    name: 'user_data of distinct keys',
    method: 'POST',
    path: post,
    form: (size) => ({ data_json: record(`,"user_data":{${times(size, (index) => `"k${index}":0`)}}`) }),
    beyond: 500_000,
    refusal: /20000 different/,
    within: 19_000,
    status: 201,
  },
  {
    name: 'user_data of empty lists',
    method: 'POST',
    path: post,
    form: (size) => ({ data_json: record(`,"user_data":[${times(size, () => '[]')}]`) }),
    beyond: 2_500_000,
    refusal: /150000 are taken/,
    within: 149_000,
    status: 201,
  },
  {
    name: 'user_data of lists in lists',
    method: 'POST',
    path: post,
    form: (size) => ({ data_json: record(`,"user_data":${'['.repeat(size)}${']'.repeat(size)}`) }),
    beyond: 4_000_000,
    refusal: /deeper than 64/,
    within: 60,
    status: 201,
  },
  {
    name: 'user_data of escaped text',
    method: 'POST',
    path: post,
    form: (size) => ({ data_json: record(`,"user_data":[${times(150, () => `"${'\\u0001'.repeat(size)}"`)}]`) }),
    beyond: 11_000,
    refusal: /8192 KiB/,
    within: 9000,
    status: 201,
  },
  {
    name: 'test suites',
    method: 'POST',
    path: post,
    form: (size) => ({ data_json: `{"attestation_name":"unit","junit_results":[${times(size, () => row)}]}` }),
    beyond: 18_000,
    refusal: /at most 10000 entries, and has 18000/,
    within: 10_000,
    status: 201,
  },
  {
    name: 'wrong test suites',
    method: 'POST',
    path: post,
    form: (size) => ({
      data_json: `{"attestation_name":"unit","junit_results":[${times(size, () => '{"name":0,"failures":-1,"total":"","x":0}')}]}`,
    }),
    beyond: 18_000,
    refusal: /at most 10000 entries, and has 18000/,
    within: 10_000,
    status: 400,
  },
  {
    name: 'parents of a commit',
    method: 'POST',
    path: post,
    form: (size) => ({
      data_json: record(`,"git_commit_info":{"sha1":"${'a'.repeat(40)}","parents":[${times(size, () => `"${'b'.repeat(40)}"`)}]}`),
    }),
    beyond: 140_000,
    refusal: /"git_commit_info.parents":"must have at most 256 entries, and has 140000/,
    within: 256,
    status: 201,
  },
  {
    name: 'target artifacts',
    method: 'POST',
    path: post,
    form: (size) => ({
      data_json: record(`,"git_commit_info":{"sha1":"${'a'.repeat(40)}"},"target_artifacts":[${times(size, (index) => `"n${index}"`)}]`),
    }),
    beyond: 140_000,
    refusal: /at most 256 entries, and has 140000/,
    within: 256,
    status: 201,
  },
  {
    name: 'links',
    method: 'POST',
    path: post,
    form: (size) => ({
      data_json: record(`,"external_urls":{${times(size, (index) => `"l${index}":{"href":"https://example.com/${'x'.repeat(100)}"}`)}}`),
    }),
    beyond: 15_000,
    refusal: /at most 256 entries, and has 15000/,
    within: 256,
    status: 201,
  },
];

export interface Body {
  readonly content: Buffer;
  readonly type: string;
}

/** Made before anything is measured. */
export function bodyOf(input: Input, size: number): Body {
  const { data_json, template_file } = input.form(size);
  const parts = [`--b\r\nContent-Disposition: form-data; name="data_json"\r\n\r\n${data_json}\r\n`];
  if (template_file !== undefined)
    parts.push(`--b\r\nContent-Disposition: form-data; name="template_file"; filename="t.yml"\r\n\r\n${template_file}\r\n`);
  return { content: Buffer.from(`${parts.join('')}--b--\r\n`), type: 'multipart/form-data; boundary=b' };
}
