import { pino, type DestinationStream, type Logger } from 'pino'
import { SECRETS_IN_TEXT } from '#core/secrets.ts'
import { createRepeatFilter } from './log-repeats.ts'
import { isTraced, traceIds } from './tracing.ts'

export type Log = Logger

/** Replaces each secret in a string with its prefix and four dots. */
export const redact = (text: string): string =>
  // skips short strings, because every secret is longer and most strings are short; this saves time
  text.length < 8 ? text : text.replace(SECRETS_IN_TEXT, (secret) => `${secret.slice(0, secret.indexOf('_') + 1)}····`)

const SECRET_NAMES = new Set(['authorization', 'cookie', 'password', 'secret', 'lowest_price', 'lowest_percent'])
const MAX_DEPTH = 6

/** Limits for the write buffer. Writing each line separately would cost as much as sending a cached response. */
const BUFFERED_BYTES = 8 * 1024
const BUFFERED_MS = 100
/** Maximum number of bytes to buffer when the output blocks. After that, lines are dropped so that the buffer does not fill the memory. */
const MOST_BYTES = 16 * 2 ** 20
const WARN = 40
const FATAL = 60

/**
 * Creates a log that writes JSON lines without secrets, passwords or minimum prices. Writes are batched. Lines of level `warn` and above
 * are flushed immediately. All other lines are flushed within 0.1 s, and when the process exits; `kill -9` loses the lines that were not
 * flushed. A repeated error is written only once a minute, with the number of repetitions.
 */
export function createLog(level: string, to?: DestinationStream): Log {
  const out = to ?? batched()
  const isRepeat = createRepeatFilter()
  return pino(
    {
      level,
      base: null,
      mixin: traceIds,
      formatters: { log: redactedFields },
      hooks: {
        logMethod(args, method, lineLevel) {
          const write = (...each: unknown[]) => {
            writePending()
            method.apply(this, each.map((arg) => (typeof arg === 'string' ? redact(arg) : arg)) as typeof args)
            if (lineLevel >= WARN && 'flush' in out) (out as { flush(): void }).flush()
          }
          if (lineLevel >= WARN && lineLevel < FATAL && isRepeat(args, write)) return
          write(...args)
        },
      },
      serializers: {
        err: (error: unknown) => {
          const shown = pino.stdSerializers.err(error as Error)
          return { type: shown.type, message: redact(shown.message), stack: redact(shown.stack) }
        },
      },
    },
    out,
  )
}

/** Fields of the log line for a request. */
export type RequestLine = { request_id: string; method: string; path: string; status: number; ms: number; address: string }

/**
 * Writes the same line as `log.info(line, 'request')` at a sixth of the cost, because the service writes a line for each request. Checks
 * only the path for secrets, because no other field can contain a secret.
 */
export function requestLine(log: Log): (line: RequestLine) => void {
  const out = (log as unknown as Record<symbol, DestinationStream>)[pino.symbols.streamSym]!
  return (line) => {
    if (!log.isLevelEnabled('info')) return
    if (isTraced()) return log.info(line, 'request')
    if (pending?.out !== out) {
      writePending()
      setImmediate(writePending)
      pending = { out, text: '' }
    }
    pending.text += textOf(line)
  }
}

const textOf = ({ request_id: id, method, path, status, ms, address }: RequestLine): string =>
  `{"level":30${pino.stdTimeFunctions.epochTime()},"request_id":"${id}","method":"${method}","path":${JSON.stringify(redact(path))},"status":${status},"ms":${ms},"address":${JSON.stringify(address)},"msg":"request"}\n`

/** Request lines from the current event-loop turn. They are written together, before all other lines. */
let pending: { out: DestinationStream; text: string } | null = null

function writePending(): void {
  const lines = pending
  pending = null
  lines?.out.write(lines.text)
}

/** All loggers in the process share one destination, because each destination registers an exit handler. */
let shared: ReturnType<typeof pino.destination> | undefined

function batched(): DestinationStream {
  if (shared) return shared
  const out = (shared = pino.destination({ dest: 1, sync: false, minLength: BUFFERED_BYTES, maxLength: MOST_BYTES }))
  setInterval(() => out.flush(), BUFFERED_MS).unref()
  return out
}

const redactedFields = (fields: object): Record<string, unknown> => redacted(fields, 0) as Record<string, unknown>

/** Copies a value and replaces the secrets in it. Leaves errors unchanged, because the log's serializers redact errors. */
function redacted(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redact(value)
  if (typeof value !== 'object' || value === null || value instanceof Error) return value
  if ('toJSON' in value && typeof value.toJSON === 'function') return redacted(value.toJSON(), depth + 1)
  if (depth === MAX_DEPTH) return '[too deep]'
  if (Array.isArray(value)) return value.map((each) => redacted(each, depth + 1))
  const copy: Record<string, unknown> = {}
  for (const [name, each] of Object.entries(value))
    copy[name] = SECRET_NAMES.has(name.toLowerCase()) ? '[redacted]' : redacted(each, depth + 1)
  return copy
}
