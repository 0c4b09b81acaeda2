import { expect, it } from 'vitest';
import { pathOf, type AsSent, type OperationName, type QueryOf, type Taken, type TrailInput } from '../../src/contract/index.ts';

/** The compiler says whether each is right: a mistake that it accepts is an error here. */
it('takes the path and the query of an operation, and no other', () => {
  expect(pathOf('getTrail', { org: 'acme', flow_name: 'shop', trail_name: 'one' })).toBe('/trails/acme/shop/one');
  // @ts-expect-error a misspelled name
  pathOf('getTrail', { org: 'acme', flow_name: 'shop', trial_name: 'one' });
  // @ts-expect-error a name that is missing
  pathOf('getTrail', { org: 'acme', flow_name: 'shop' });
  // @ts-expect-error a name that the operation does not take
  pathOf('listTrails', { org: 'acme', flow_name: 'shop', trail_name: 'one' });
  // @ts-expect-error not one of the choices
  pathOf('patchTags', { org: 'acme', resource_type: 'trail', resource_id: 'one' });
  // @ts-expect-error not an operation
  const operation: OperationName = 'getTrial';
  const query: QueryOf<'listTrails'> = { prefix: 'release', page: 1 };
  // @ts-expect-error a number is not a text
  const text: QueryOf<'listTrails'> = { page: '1' };
  // @ts-expect-error a misspelled filter
  const misspelled: QueryOf<'listTrails'> = { prefx: 'release' };
  // @ts-expect-error one of two is missing
  const missing: QueryOf<'diffSnapshots'> = { snappish1: 'one' };
  // @ts-expect-error not one of the choices
  const choice: QueryOf<'listEnvironments'> = { sort: 'size' };
  // @ts-expect-error it takes no query
  const none: QueryOf<'getTrail'> = {};
  void [operation, query, text, misspelled, missing, choice, none];
});

it('takes the body of an operation as it is sent, and no other', () => {
  const sent: AsSent<TrailInput> = { name: 'one' };
  // @ts-expect-error the name is missing
  const unnamed: AsSent<TrailInput> = { description: 'A trail' };
  // @ts-expect-error a misspelled field
  const misspelled: AsSent<TrailInput> = { name: 'one', descripton: 'A trail' };
  // @ts-expect-error a number is no text
  const text: AsSent<TrailInput> = { name: 1 };
  // @ts-expect-error a repository that is not known is left out
  const unknown: AsSent<TrailInput> = { name: 'one', repo_info: null };
  // @ts-expect-error nothing of it changes any more
  sent.name = 'two';
  expect(sent).toEqual({ name: 'two' });
  void [unnamed, misspelled, text, unknown];
});

it('takes what the row of an operation takes, and no other', () => {
  const flow: Taken<'putFlow'> = [{ name: 'shop' }, undefined];
  const nothing: Taken<'archiveFlow'> = [];
  // @ts-expect-error the data is missing
  const absent: Taken<'renameFlow'> = [];
  // @ts-expect-error whether it brings a file is not said
  const unsaid: Taken<'putFlow'> = [{ name: 'shop' }];
  // @ts-expect-error it takes no file
  const file: Taken<'renameFlow'> = [{ new_name: 'shop' }, 'version: 1'];
  expect([flow, nothing]).toEqual([[{ name: 'shop' }, undefined], []]);
  void [absent, unsaid, file];
});
