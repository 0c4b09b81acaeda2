import type { FastifyRequest } from 'fastify';
import type { Principal } from '../store/model/roles.ts';

const callers = new WeakMap<FastifyRequest, Principal>();

/** Notes for the log who sent a request, also if it is refused later. */
export function noteCaller(request: FastifyRequest, principal: Principal): void {
  callers.set(request, principal);
}

/** Who sent a request; `undefined` if nobody was recognized. */
export function callerOf(request: FastifyRequest): Principal | undefined {
  return callers.get(request);
}
