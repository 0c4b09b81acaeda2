/** Answers come by the number of their command: the protocols of Chromium and Firefox share this form. */
export interface Commands {
  send(method: string, params: object, more?: object): Promise<Readonly<Record<string, unknown>>>;
  close(): void;
}

export async function openCommands(url: string): Promise<Commands> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error(`Nobody answers at ${url}`)), { once: true });
  });
  const waiting = new Map<number, (answer: Readonly<Record<string, unknown>>) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = asObject(JSON.parse(String(data)));
    waiting.get(Number(answer.id))?.(answer);
    waiting.delete(Number(answer.id));
  });
  let last = 0;
  return {
    async send(method, params, more = {}) {
      const id = (last += 1);
      const answer = await new Promise<Readonly<Record<string, unknown>>>((resolve) => {
        waiting.set(id, resolve);
        socket.send(JSON.stringify({ id, method, params, ...more }));
      });
      if (answer.error !== undefined) throw new Error(`${method}: ${JSON.stringify(answer)}`);
      return asObject(answer.result);
    },
    close: () => socket.close(),
  };
}

export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new Error(`This is no object: ${JSON.stringify(value)}`);
  return { ...value };
}
