/** Reason why the database could not be opened. `main` prints the error message and exits. Only `no_answer` may be temporary. */
export type DatabaseStartCode = 'in_use' | 'no_binaries' | 'not_writable' | 'unsupported_server' | 'not_running' | 'no_answer'

/** Error that stops the startup. The message says what the operator can do. */
export class DatabaseStartError extends Error {
  readonly code: DatabaseStartCode
  /** Id of the process that uses the data folder, or null if unknown. */
  readonly pid: number | null

  constructor(code: DatabaseStartCode, message: string, details: { pid?: number | null; cause?: unknown } = {}) {
    super(message, { cause: details.cause })
    this.name = 'DatabaseStartError'
    this.code = code
    this.pid = details.pid ?? null
  }
}
