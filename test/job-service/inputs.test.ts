import { expect, it } from 'vitest';
import { readServeInputs, requiredToServe, serveInputs } from '../../src/job-service/inputs.ts';

const read = (inputs: Readonly<Record<string, string>>): unknown =>
  readServeInputs({
    PATH: '/bin',
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
  });

it('reads the inputs, with what the manifest would fill in', () => {
  expect(read({ org: ' acme ' })).toEqual({ org: 'acme', flowFiles: [], timeLimit: 6 * 3_600_000 });
  expect(read({ org: 'acme', 'flow-files': 'a.yml\r\n\n  b c.yml ', 'time-limit': '90s' })).toEqual({
    org: 'acme',
    flowFiles: ['a.yml', 'b c.yml'],
    timeLimit: 90_000,
  });
  expect(read({ org: 'acme', 'flow-files': '', 'time-limit': '' })).toEqual({ org: 'acme', flowFiles: [], timeLimit: 21_600_000 });
});

it('names all that is wrong at once', () => {
  expect(() => read({ orgs: 'acme', 'time-limit': '6 days' })).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(
        /Input org is missing[^]*Input time-limit is not a time: "6 days"[^]*Input orgs \(it says "acme"\) is not of this action/,
      ),
      fix: expect.stringContaining('Did you mean org? The inputs are org, flow-files and time-limit'),
    }),
  );
});

it('proposes for each mistyped input the one that was probably meant, if there is one', () => {
  expect(() => read({ org: 'acme', flowfiles: 'flow.yml', Time_Limit: '6h', version: '1' })).toThrow(
    expect.objectContaining({
      message:
        'Input flowfiles (it says "flow.yml"), Input time_limit (it says "6h") and Input version (it says "1") are not of this action',
      fix: 'Did you mean flow-files? Did you mean time-limit? The inputs are org, flow-files and time-limit',
    }),
  );
});

it('has a description for each input, and needs those that are there', () => {
  expect(serveInputs.map(({ name }) => name)).toEqual(expect.arrayContaining([...requiredToServe]));
  for (const { description } of serveInputs) expect(description).toMatch(/^[A-Z].*\.$/);
});
