/** Why the database could not be opened; `main` prints the message and exits. `no_answer`: the server may answer in a moment. */
export type DatabaseStartCode = 'in_use' | 'no_binaries' | 'not_writable' | 'unsupported_server' | 'not_running' | 'no_answer'

/** A refusal to start. The message is written for the person at the terminal and says what to do. */
export class DatabaseStartError extends Error {
  readonly code: DatabaseStartCode
  /** The process that stands in the way, where one is known. */
  readonly pid: number | null

  constructor(code: DatabaseStartCode, message: string, details: { pid?: number | null; cause?: unknown } = {}) {
    super(message, { cause: details.cause })
    this.name = 'DatabaseStartError'
    this.code = code
    this.pid = details.pid ?? null
  }
}
