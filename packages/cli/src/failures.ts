import {
  ApiError,
  ApprovalNeeded,
  ApprovalRefused,
  AuthenticationError,
  ConnectionError,
  RateLimitError,
  ServerError,
  UnavailableError,
  UsageLimitError,
} from '@resale/sdk'
import { CommanderError } from 'commander'

/** Exit codes. Scripts rely on them, because docs/cli.md documents them. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  signedOut: 3,
  refused: 4,
  unreachable: 5,
  waits: 6,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** An error that the user of the command can correct. */
export class Failure extends Error {
  readonly code: ExitCode

  constructor(message: string, code: ExitCode = EXIT.failed, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Returns a one-line message and the exit code for an error. The message is null if the command has already printed it. */
export function explained(error: unknown): { message: string | null; code: number } {
  if (error instanceof CommanderError) return { message: null, code: error.exitCode === 0 ? EXIT.ok : EXIT.usage }
  if (error instanceof Failure) return { message: error.message, code: error.code }
  // the access token could not be renewed, so the CLI did not send the request
  if (error instanceof ConnectionError && error.cause instanceof Failure) return explained(error.cause)
  if (error instanceof ApprovalNeeded || error instanceof ApprovalRefused) return { message: error.message, code: EXIT.waits }
  if (error instanceof AuthenticationError) return { message: `${error.message} Sign in with: resale login`, code: EXIT.signedOut }
  const isAway = [ConnectionError, RateLimitError, UsageLimitError, ServerError, UnavailableError].some((kind) => error instanceof kind)
  if (isAway) return { message: (error as Error).message, code: EXIT.unreachable }
  if (error instanceof ApiError) {
    return { message: error.param === undefined ? error.message : `${error.message} (${error.param})`, code: EXIT.refused }
  }
  return { message: error instanceof Error ? error.message : String(error), code: EXIT.failed }
}
