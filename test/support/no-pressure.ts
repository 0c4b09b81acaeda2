import type { FastifyPluginAsync } from 'fastify';

/**
 * Takes the place of `@fastify/under-pressure` in tests. They share their process with the service and their machine with much
 * else, so a service would refuse work that it has the time for. `test/service/pressure.slow.test.ts` is about the real one.
 */
export const fastifyUnderPressure: FastifyPluginAsync = async () => {};
