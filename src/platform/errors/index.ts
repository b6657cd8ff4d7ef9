import type { OfferStatus } from '#commerce/offers/rules.ts'

/**
 * Every error a caller can meet is one row here: completions 2, Errors. A test holds the docs against it.
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

/** Every `code`, which tells apart what has one type, with that type. What an offer has become is one too. */
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
  origin: 'permission',
  form_token: 'permission',
  test_data: 'permission',
  host: 'permission',
  changed: 'conflict',
  quota: 'conflict',
} as const satisfies Record<string, ErrorType>

export type ErrorCode = keyof typeof ERROR_CODES

export type ErrorDetails = {
  /** The offending input, as the caller wrote it: `price`, `photo_urls[2]`. */
  param?: string
  code?: ErrorCode | OfferStatus
  headers?: Record<string, string>
  /** What a caller needs to go on, beside the words. */
  more?: Record<string, unknown>
  cause?: unknown
}

/** An error that a caller is meant to read: the message says what to do and names the field. */
export class ApiError extends Error {
  readonly type: ErrorType
  readonly param: string | undefined
  readonly code: ErrorCode | OfferStatus | undefined
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

/** 400 with the field that is wrong. */
export const invalid = (param: string, message: string): ApiError => new ApiError('invalid_request', message, { param })

/** 404, the same words for what does not exist and for what is somebody else's (completions 2). */
export const notFound = (what: string): ApiError => new ApiError('not_found', `No such ${what}. Check the id, and that it is yours.`)

/** 404 for what is on the market for all: also where it is hidden from this caller. `param` where the body named it. */
export const notSeen = (what: 'listing' | 'shop', param?: string): ApiError =>
  new ApiError(
    'not_found',
    `No such ${what}. Check its ${what === 'shop' ? 'slug' : 'id'}; it may have been taken down.`,
    param === undefined ? {} : { param },
  )

/** 409: the record is in a state that does not allow this. */
export const conflict = (message: string, param?: string): ApiError =>
  new ApiError('conflict', message, param === undefined ? {} : { param })

/** 400 that nobody reads: the caller hung up before its request was whole. Nothing is wrong with the service. */
export const clientGone = (cause: unknown): ApiError =>
  new ApiError('invalid_request', 'The connection ended before the whole body had arrived.', { code: 'client_gone', cause })
