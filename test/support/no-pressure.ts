import type { FastifyPluginAsync } from 'fastify';

/**
 * In place of `@fastify/under-pressure` in tests: they share their process with the service and their machine with much else,
 * so that a service would refuse what it has the time for. `test/service/pressure.slow.test.ts` is about the real one.
 */
export const fastifyUnderPressure: FastifyPluginAsync = async () => {};
