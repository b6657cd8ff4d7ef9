import type { OfferStatus } from '#commerce/offers/rules.ts'
import type { InvitationStatus } from '#commerce/invitations/rules.ts'

/**
 * Error types that a caller can receive, each with its HTTP status (spec: completions 2, Errors). A test compares the documentation with
 * this list.
 */
export const ERROR_STATUS = {
  invalid_request: 400,
  authentication: 401,
  payment: 402,
  permission: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  idempotency_mismatch: 422,
  rate_limit: 429,
  usage_limit: 429,
  server: 500,
  unavailable: 503,
} as const

export type ErrorType = keyof typeof ERROR_STATUS

/** Every error `code`, with its error type. The statuses of offers and invitations are also codes. */
export const ERROR_CODES = {
  client_gone: 'invalid_request',
  token: 'invalid_request',
  second_factor: 'authentication',
  ticket: 'authentication',
  scope: 'permission',
  over_limit: 'permission',
  brake: 'permission',
  suspended: 'permission',
  proof: 'permission',
  guest: 'permission',
  origin: 'permission',
  form_token: 'permission',
  test_data: 'permission',
  host: 'permission',
  away: 'conflict',
  changed: 'conflict',
  quota: 'conflict',
  unavailable: 'conflict',
  does_not_ship: 'conflict',
} as const satisfies Record<string, ErrorType>

export type ErrorCode = keyof typeof ERROR_CODES

export type ErrorDetails = {
  /** Name of the invalid input, in the caller's notation, such as `price` or `photo_urls[2]`. */
  param?: string
  code?: ErrorCode | OfferStatus | InvitationStatus
  headers?: Record<string, string>
  more?: Record<string, unknown>
  cause?: unknown
}

/** Error that the caller receives. The message says what to do and names the field. */
export class ApiError extends Error {
  readonly type: ErrorType
  readonly param: string | undefined
  readonly code: ErrorCode | OfferStatus | InvitationStatus | undefined
  readonly headers: Record<string, string>
  readonly more: Record<string, unknown>

  constructor(type: ErrorType, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.name = 'ApiError'
    this.type = type
    this.param = details.param
    this.code = details.code
    this.headers = details.headers ?? {}
    this.more = details.more ?? {}
  }

  get status(): (typeof ERROR_STATUS)[ErrorType] {
    return ERROR_STATUS[this.type]
  }
}

/** Creates a 400 error that names the invalid field. */
export const invalid = (param: string, message: string): ApiError => new ApiError('invalid_request', message, { param })

/** Creates a 404 error. Missing records and records of other accounts have the same message (spec: completions 2). */
export const notFound = (what: string): ApiError =>
  new ApiError('not_found', `No such ${what}. Check the id, and that the ${what} belongs to you.`)

/**
 * Creates a 404 error for a listing or shop that is missing, or hidden from this caller. `param`: set if the request body named the record.
 */
export const notSeen = (what: 'listing' | 'shop', param?: string): ApiError =>
  new ApiError(
    'not_found',
    `No such ${what}. Check its ${what === 'shop' ? 'slug' : 'id'}; it may have been removed.`,
    param === undefined ? {} : { param },
  )

/** Creates a 409 error for an action that the record's state does not allow. */
export const conflict = (message: string, param?: string): ApiError =>
  new ApiError('conflict', message, param === undefined ? {} : { param })

/**
 * Creates a 400 error for a client that has disconnected. The client never receives the error, but the logged status shows that the service
 * is not at fault.
 */
export const clientGone = (cause: unknown): ApiError =>
  new ApiError('invalid_request', 'The connection ended before the whole body had arrived.', { code: 'client_gone', cause })
