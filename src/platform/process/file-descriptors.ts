import { open } from 'node:fs/promises'
import type { Log } from '#platform/telemetry/log.ts'

const EVERY_MS = 2_000

/** Logs an error when no file descriptor is free. The system then drops connections silently. */
export function watchDescriptors(log: Pick<Log, 'error'>): { stop(): void } {
  const poll = async () => {
    try {
      await (await open('/dev/null')).close()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EMFILE' || code === 'ENFILE') log.error({ err: error }, 'no file descriptor is free: new connections are dropped')
    }
  }
  const timer = setInterval(() => void poll(), EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}
