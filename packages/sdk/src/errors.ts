import type { Approval } from './contract.ts'

/** Body of an error response. */
export type ErrorBody = { type: string; message: string; param?: string; code?: string; request_id?: string }

/** Base class of all errors in this package. */
export class ResaleError extends Error {
  override name = this.constructor.name
}

/** An error response from the service. The message says how to correct the call. Each error type has its own subclass. */
export class ApiError extends ResaleError {
  readonly status: number
  readonly type: string
  /** Name of the invalid parameter as in the request, such as `price` or `photo_urls[2]`. */
  readonly param: string | undefined
  /** Machine-readable cause. It distinguishes errors of the same type. */
  readonly code: string | undefined
  /** Id of the request in the service's logs. */
  readonly requestId: string | undefined
  /** Seconds to wait before a retry. */
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

/** 400: the input is invalid; `param` names the invalid field. */
export class InvalidRequestError extends ApiError {}
/** 401: the key is missing, unknown, revoked or expired. */
export class AuthenticationError extends ApiError {}
/** 402: the payment was declined. */
export class PaymentError extends ApiError {}
/** 403: the key lacks a scope, or the amount exceeds its spend limit; `code` tells these apart. */
export class PermissionError extends ApiError {}
/** 404: the record does not exist, or belongs to a different account. */
export class NotFoundError extends ApiError {}
/** 405: the path does not accept this method. */
export class MethodNotAllowedError extends ApiError {}
/** 409: the record is in the wrong state, a name is taken, or a quota is used up. */
export class ConflictError extends ApiError {}
/** 413: a body or a file exceeds its size limit. */
export class TooLargeError extends ApiError {}
/** 415: the type of the file or body is not supported. */
export class UnsupportedMediaError extends ApiError {}
/** 422: this `idempotencyKey` was used for a different request. */
export class IdempotencyMismatchError extends ApiError {}
/** 429: too many requests in a short time. */
export class RateLimitError extends ApiError {}
/** 429: the monthly request quota is used up. */
export class UsageLimitError extends ApiError {}
/** 500: an unexpected error in the service. */
export class ServerError extends ApiError {}
/** 503: a helper or a provider is unavailable, or the service is shutting down. */
export class UnavailableError extends ApiError {}

/** Error classes by `error.type`. */
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

/** The service sent no response: the connection could not be established, or was interrupted. `cause` is the error that `fetch` threw. */
export class ConnectionError extends ResaleError {}

/** The service sent no response within the time limit. */
export class TimeoutError extends ConnectionError {}

/** The call needs the owner's approval and has not been executed yet. `resale.waitForApproval(error)` waits for the decision. */
export class ApprovalNeeded extends ResaleError {
  readonly approval: Approval

  constructor(approval: Approval) {
    super(`The owner must approve this first: ${approval.summary} (${approval.url})`)
    this.approval = approval
  }
}

/** The owner declined the request, or did not decide before the approval expired. */
export class ApprovalRefused extends ResaleError {
  readonly approval: Approval

  constructor(approval: Approval) {
    super(`The owner did not approve this (${approval.status}): ${approval.summary}`)
    this.approval = approval
  }
}

/** The webhook has no valid signature. Respond with status 400 and ignore the webhook's content. */
export class SignatureError extends ResaleError {}
