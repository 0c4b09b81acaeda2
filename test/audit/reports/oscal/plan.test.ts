import { describe, expect, it } from 'vitest';
import { sample, world } from '../sample.ts';
import { published } from './published.ts';

describe('the plan of OSCAL', () => {
  it('is in the results, byte for byte', async () => {
    const { planText, results } = await published(sample());
    const [resource] = results['back-matter'].resources;
    expect(results['import-ap'].href).toBe(`#${resource.uuid}`);
    expect(Buffer.from(resource.base64.value, 'base64').toString()).toBe(planText);
  });

  it('has each rule as an objective with a method, also one that was not tested', async () => {
    const { plan } = await published(sample());
    expect(plan).toMatchObject({
      'local-definitions': {
        'objectives-and-methods': [
          { parts: [{ id: 'soc-2-cc8.1_population' }, {}] },
          {
            'control-id': 'soc-2-cc8.1',
            parts: [
              {
                id: 'soc-2-cc8.1_change-without-trail',
                name: 'assessment-objective',
                props: [{ name: 'method-id', value: 'soc-2-cc8.1_change-without-trail_test' }],
                prose: 'Something is recorded about every change when it lands.',
              },
              { id: 'soc-2-cc8.1_change-without-trail_test', name: 'assessment-method', props: [{ name: 'method', value: 'TEST' }] },
            ],
          },
          { parts: [{ id: 'soc-2-cc8.1_tag-moved' }, {}] },
          { parts: [{ id: 'soc-2-cc8.1_record-altered' }, {}] },
        ],
        activities: [{}, { title: 'change-without-trail' }, { title: 'tag-moved' }, { title: 'record-altered' }],
      },
    });
  });

  it('makes up no system security plan', async () => {
    const { plan } = await published(sample({ world: { ...world, header: { ...world.header, repository: null } } }));
    expect(plan).toMatchObject({
      'import-ssp': { remarks: 'No system security plan was given. Put the address of yours here.' },
      'back-matter': { resources: [{ title: 'The assessed system' }] },
    });
  });
});
