/** Ends this process when the one that started it over an open channel is gone, as `bin` does on an old Node. */
export function endWithParent(interrupt: () => void): void {
  if (process.channel === undefined || process.channel === null) return;
  process.on('disconnect', interrupt);
  // Listening keeps the channel, and so the process, alive: it must not.
  process.channel.unref();
}
