import { expect, it } from 'vitest';
import { pathOf, type OperationName, type QueryOf } from '../../src/contract/index.ts';

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
