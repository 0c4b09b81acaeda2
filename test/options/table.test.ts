import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { userAgent, version } from '../../src/commands/index.ts';
import { UsageError } from '../../src/errors/index.ts';
import { options, reading } from '../support/commands.ts';

/** The complaint about a wrong option. */
function complaint(read: () => unknown): UsageError {
  try {
    read();
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  return expect.fail('it was taken');
}

describe('the table of options', () => {
  const names = options.map(({ name }) => name);

  it('has every option once, in lower case, with a description of whole sentences', () => {
    expect(new Set(names).size).toBe(names.length);
    for (const { name, description } of options) {
      expect(name).toMatch(/^[a-z]+(?:-[a-z0-9]+)*$/);
      expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z`].{15,}\.$/s)]);
    }
  });

  it('has choices for what is chosen, and defaults that are among them', () => {
    for (const { name, kind, choices = [], default: standard } of options) {
      const isChosen = kind === 'choice' || kind === 'choices';
      expect([name, choices.length > 0]).toEqual([name, isChosen]);
      expect(isChosen ? (standard ?? '').split(',').filter((value) => value !== '' && !choices.includes(value)) : []).toEqual([]);
    }
  });

  it('refuses an empty text where it would loosen the gate, and where nothing can be done without', () => {
    const required = ['base-url', 'flow'];
    const strict = options.filter(({ whenEmpty }) => whenEmpty === 'error').map(({ name }) => name);
    expect(strict).toEqual(expect.arrayContaining(['required-attestations', 'fail-on', 'test-outcome', 'min-tests']));
    for (const name of [...strict, ...required]) {
      for (const text of ['', '  ', '\n']) {
        const error = complaint(() => reading({ [name]: text }, { required }).text(name));
        expect(error).toMatchObject({
          code: 'empty-input',
          message: expect.stringContaining(`Input ${name} is `),
          fix: expect.stringMatching(/\S{3}/),
        });
      }
    }
  });

  it('does not name `none` as a way out of an empty text: a check that was wanted would go', () => {
    const fix = (name: string): string | undefined => complaint(() => reading({ [name]: '' }).text(name)).fix;
    for (const name of ['required-attestations', 'fail-on', 'test-outcome']) expect(fix(name)).not.toContain('`none`');
    expect(fix('min-tests')).toMatch(/that one is not set: look at it\. Else leave it out for the default \(1\)$/);
  });

  it('takes an empty text for an unset one elsewhere, as the runner passes it', () => {
    for (const { name, default: standard } of options.filter(({ whenEmpty }) => whenEmpty !== 'error'))
      expect([name, reading({ [name]: ' ' }).text(name)]).toEqual([name, standard]);
  });

  it('names what is missing', () => {
    expect(complaint(() => reading({}).required('org'))).toMatchObject({
      code: 'missing-input',
      message: 'Input org is missing',
      fix: expect.stringContaining('Organization'),
    });
  });
});

it('reads no option that the command does not use', () => {
  expect(() => reading({}).text('no-such')).toThrow(new RangeError('the command does not use the option no-such'));
});

describe('an option', () => {
  it.each([
    ['true', true],
    ['True', true],
    ['TRUE', true],
    ['false', false],
    [' False ', false],
    ['', false],
  ])('is a yes or no: %j', (text, value) => {
    expect(reading({ 'dry-run': text }).flag('dry-run')).toBe(value);
  });

  it.each(['yes', '1', 'on', 'true false'])('is no yes or no: %j', (text) => {
    expect(complaint(() => reading({ 'dry-run': text }).flag('dry-run'))).toMatchObject({
      message: expect.stringContaining('Input dry-run must be true or false'),
      fix: 'Write true or false',
    });
  });

  it.each([
    ['90', 90_000],
    ['90s', 90_000],
    ['5m', 300_000],
    ['1h', 3_600_000],
    ['250ms', 250],
    ['0', 0],
  ])('is a time: %s', (text, milliseconds) => {
    expect(reading({ timeout: text }).duration('timeout')).toBe(milliseconds);
  });

  it.each(['5 m', '-5', '1.5h', 'five', '1d', '9999999', '1e3', '٣'])('is no time: %s', (text) => {
    const error = complaint(() => reading({ timeout: text }).duration('timeout'));
    expect(error.message).toContain('Input timeout is not a time');
    expect(error.fix).toContain('5m');
  });

  it('has the default of the table', () => {
    expect(reading({}).duration('evaluation-timeout')).toBe(60_000);
    expect(reading({}).duration('wait-timeout')).toBe(0);
    expect(reading({}).choices('fail-on')).toEqual(['non-compliant', 'incomplete', 'unknown', 'unusable']);
    expect(reading({}).choice('on-unusable')).toBe('post-error');
  });

  it('is a list of names, separated by anything and each once', () => {
    expect(reading({ 'required-attestations': ' unit, lint\n image.scan unit,' }).names('required-attestations')).toEqual([
      'unit',
      'lint',
      'image.scan',
    ]);
  });

  it('is one value a line', () => {
    expect(reading({ 'junit-paths': '\n a b.xml \r\n!c.xml\n\n' }).lines('junit-paths')).toEqual(['a b.xml', '!c.xml']);
  });

  it('is pairs, of which the first = parts key and value', () => {
    const pairs = reading({ annotations: 'build = 7\nquery=a=b\nempty=\n' }).pairs('annotations');
    expect([...pairs]).toEqual([
      ['build', '7'],
      ['query', 'a=b'],
      ['empty', ''],
    ]);
  });

  it.each([
    ['no pair', 'build', /not key=value: "build"/],
    ['no key', '=7', /not key=value/],
    ['a key twice', 'a=1\na=2', /names "a" twice/],
  ])('is no pair: %s', (_, text, message) => {
    expect(complaint(() => reading({ annotations: text }).pairs('annotations'))).toMatchObject({
      message: expect.stringMatching(message),
      fix: expect.stringMatching(/\S/),
    });
  });

  it('is chosen among others, which a wrong one is told', () => {
    expect(complaint(() => reading({ 'on-unusable': 'ignore' }).choice('on-unusable'))).toMatchObject({
      message: 'Input on-unusable does not know "ignore"',
      fix: 'Choose from post-error and post-nothing',
    });
    expect(complaint(() => reading({ 'fail-on': 'unknown,never' }).choices('fail-on'))).toMatchObject({
      message: 'Input fail-on does not know "never"',
      fix: expect.stringContaining('non-compliant'),
    });
  });

  it('that is mistyped is answered with the value which was probably meant', () => {
    const fixOf = (read: () => unknown): string | undefined => complaint(read).fix;
    expect(fixOf(() => reading({ 'dry-run': 'flase' }).flag('dry-run'))).toBe('Did you mean false? Write true or false');
    expect(fixOf(() => reading({ granularity: 'leafs' }).choice('granularity'))).toMatch(/^Did you mean leaf\? Choose from outermost/);
    expect(fixOf(() => reading({ 'fail-on': 'non-complient,never,unusabel' }).choices('fail-on'))).toMatch(
      /^Did you mean non-compliant\? Did you mean unusable\? Choose from/,
    );
  });

  it.each([
    ['5 min', '5m'],
    ['5min', '5m'],
    ['90 Seconds', '90s'],
    ['2 hrs', '2h'],
    ['100 msec', '100ms'],
    ['100 milliseconds', '100ms'],
  ])('that is a time with another unit is answered with the right one: %s', (text, meant) => {
    const { fix } = complaint(() => reading({ timeout: text }).duration('timeout'));
    expect(fix).toBe(`Did you mean ${meant}? Write seconds, or a number with s, m or h: 90, 90s, 5m, 1h`);
    expect(reading({ timeout: meant }).duration('timeout')).toBeGreaterThan(0);
  });
});

describe('the version', () => {
  it('is that of the package, and how we name ourselves', () => {
    const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(manifest).toMatchObject({ name: 'compliance-evidence', version });
    expect(userAgent).toBe(`compliance-evidence/${version}`);
  });
});
