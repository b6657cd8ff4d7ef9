import type { Approval } from './contract.ts'

/** What an error says of itself, as the service words it. */
export type ErrorBody = { type: string; message: string; param?: string; code?: string; request_id?: string }

/** Everything that this package throws. */
export class ResaleError extends Error {
  override name = this.constructor.name
}

/** The service refused a call. The message says what to do; there is a class for each type. */
export class ApiError extends ResaleError {
  readonly status: number
  readonly type: string
  /** The input that is to blame, as it was written: `price`, `photo_urls[2]`. */
  readonly param: string | undefined
  /** Which of several causes it was, where the type has several. */
  readonly code: string | undefined
  /** Stands in the service's log. */
  readonly requestId: string | undefined
  /** When it is worth trying again, in seconds from now. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: ErrorBody, requestId?: string, retryAfter?: number) {
    super(body.message)
    this.status = status
    this.type = body.type
    this.param = body.param
    this.code = body.code
    this.requestId = body.request_id ?? requestId
    this.retryAfter = retryAfter
  }
}

/** 400: the input is wrong; `param` names it. */
export class InvalidRequestError extends ApiError {}
/** 401: no key where one is needed, or one that is unknown, revoked or expired. */
export class AuthenticationError extends ApiError {}
/** 402: the payment was declined. */
export class PaymentError extends ApiError {}
/** 403: the key lacks a scope, or the amount is over what it may spend; `code` says which. */
export class PermissionError extends ApiError {}
/** 404: no such record, or not yours. */
export class NotFoundError extends ApiError {}
/** 405: the address takes other methods. */
export class MethodNotAllowedError extends ApiError {}
/** 409: the record is in another state, a name is taken, a quota is used up. */
export class ConflictError extends ApiError {}
/** 413: a body or a file is over its limit. */
export class TooLargeError extends ApiError {}
/** 415: a type of file or of body that is not taken. */
export class UnsupportedMediaError extends ApiError {}
/** 422: this `idempotencyKey` was used for another request. */
export class IdempotencyMismatchError extends ApiError {}
/** 429: too many requests in a short time. */
export class RateLimitError extends ApiError {}
/** 429: the requests of the month are used up. */
export class UsageLimitError extends ApiError {}
/** 500: something unforeseen, on the side of the service. */
export class ServerError extends ApiError {}
/** 503: a helper or a provider is not there, or the service is stopping. */
export class UnavailableError extends ApiError {}

/** The class of each `error.type`. */
export const ERROR_CLASSES: Readonly<Record<string, typeof ApiError>> = {
  invalid_request: InvalidRequestError,
  authentication: AuthenticationError,
  payment: PaymentError,
  permission: PermissionError,
  not_found: NotFoundError,
  method_not_allowed: MethodNotAllowedError,
  conflict: ConflictError,
  too_large: TooLargeError,
  unsupported_media: UnsupportedMediaError,
  idempotency_mismatch: IdempotencyMismatchError,
  rate_limit: RateLimitError,
  usage_limit: UsageLimitError,
  server: ServerError,
  unavailable: UnavailableError,
}

/** No answer came: no connection, or it broke. `cause` has what the platform says. */
export class ConnectionError extends ResaleError {}

/** No answer came in time. */
export class TimeoutError extends ConnectionError {}

/** The key has to ask its owner first. Nothing happened yet; `resale.waitForApproval(error)` waits for the owner's word. */
export class ApprovalNeeded extends ResaleError {
  readonly approval: Approval

  constructor(approval: Approval) {
    super(`The owner has to say yes first: ${approval.summary} (${approval.url})`)
    this.approval = approval
  }
}

/** The owner said no, or nothing in time. */
export class ApprovalRefused extends ResaleError {
  readonly approval: Approval

  constructor(approval: Approval) {
    super(`The owner did not agree (${approval.status}): ${approval.summary}`)
    this.approval = approval
  }
}

/** A webhook that does not carry a good signature. Answer it with 400, and do nothing that it says. */
export class SignatureError extends ResaleError {}
