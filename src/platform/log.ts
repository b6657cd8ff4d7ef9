import { pino, type Logger } from 'pino'
import { traceIds } from './tracing/index.ts'

export type Log = Logger

const SECRET = /\b(?:(?:rsk|ral)_[0-9A-Za-z]{8,}|whsec_[0-9A-Za-z]+)\b/g

/** Secrets in free text become their kind and four dots. */
export const redact = (text: string): string => text.replace(SECRET, (secret) => `${secret.slice(0, secret.indexOf('_') + 1)}····`)

const REDACTED_PATHS = ['authorization', 'cookie', 'password', 'secret', 'lowest_price', 'lowest_percent'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
])

/** Structured logs, one JSON line each. Secrets, passwords and floors never get into them. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    mixin: traceIds,
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
    hooks: {
      logMethod(args, method) {
        method.apply(this, args.map((arg) => (typeof arg === 'string' ? redact(arg) : arg)) as typeof args)
      },
    },
    serializers: {
      err: (error: unknown) => {
        const shown = pino.stdSerializers.err(error as Error)
        return { type: shown.type, message: redact(shown.message), stack: redact(shown.stack) }
      },
    },
  })
}
