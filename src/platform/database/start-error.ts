/** Reason why the database did not open; `main` prints the message and exits. `no_answer` may be temporary. */
export type DatabaseStartCode = 'in_use' | 'no_binaries' | 'not_writable' | 'unsupported_server' | 'not_running' | 'no_answer'

/** Refuses the start; the message tells the operator what to do. */
export class DatabaseStartError extends Error {
  readonly code: DatabaseStartCode
  /** Owner of the data folder, when known. */
  readonly pid: number | null

  constructor(code: DatabaseStartCode, message: string, details: { pid?: number | null; cause?: unknown } = {}) {
    super(message, { cause: details.cause })
    this.name = 'DatabaseStartError'
    this.code = code
    this.pid = details.pid ?? null
  }
}
