import { DatabaseAway, sqlStateOf } from '#platform/errors/database.ts'
import { ApiError } from '#platform/errors/index.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { StorageError } from '#platform/errors/storage.ts'

export type ErrorBody = { error: { type: string; message: string; param?: string; code?: string; request_id?: string } }

/** Returns the JSON body of an error response (spec: interface, Errors; completions 2, Errors). */
export function errorBody(error: ApiError, requestId?: string): ErrorBody {
  return {
    error: {
      type: error.type,
      message: error.message,
      ...(error.param === undefined ? {} : { param: error.param }),
      ...(error.code === undefined ? {} : { code: error.code }),
      ...(requestId === undefined ? {} : { request_id: requestId }),
      ...error.more,
    },
  }
}

/**
 * Converts any thrown value to an API error: 503 for an overloaded or unavailable database or storage, 409 for a violated database
 * constraint, 400 for a value that the database cannot store, and 500 for unknown errors. Logs every error except API errors, but only at
 * debug level if the client has closed the connection.
 */
export function asApiError(error: unknown, log: Log, requestId: string): ApiError {
  if (error instanceof ApiError) {
    if (error.code === 'client_gone') log.debug({ request_id: requestId }, 'the client closed the connection')
    return error
  }
  const state = sqlStateOf(error)
  if (error instanceof DatabaseAway || (state !== null && UNAVAILABLE.test(state))) {
    log.error({ err: error, request_id: requestId }, 'database unavailable')
    return new ApiError('unavailable', 'The service is busy or its database is unavailable. Try again in a moment.', {
      cause: error,
      headers: { 'Retry-After': '1' },
    })
  }
  if (error instanceof StorageError && error.reason === 'unavailable') {
    log.error({ err: error, request_id: requestId }, 'storage unavailable')
    return new ApiError('unavailable', 'Files are unavailable right now. Try again in a moment.', {
      cause: error,
      headers: { 'Retry-After': '1' },
    })
  }
  if (state !== null && CONSTRAINT.test(state)) {
    log.warn({ err: error, request_id: requestId }, 'a database constraint rejected a write that the code allowed')
    return new ApiError('conflict', 'Someone else changed this record at the same time. Read the record again and retry.', { cause: error })
  }
  if (state !== null && UNSTORABLE.test(state)) {
    log.warn({ err: error, request_id: requestId }, 'a value passed validation but cannot be stored')
    return new ApiError('invalid_request', 'The request contains a character or a number that cannot be stored.', { cause: error })
  }
  log.error({ err: error, request_id: requestId }, 'unexpected error')
  return new ApiError('server', 'Something went wrong on our side. Nothing was changed. If it happens again, send us the request_id.', {
    cause: error,
  })
}

// SQL states for lock and statement timeouts, for deadlocks that persist after all retries, and for connection and resource errors
const UNAVAILABLE = /^(55P03|57014|57P0\d|40001|40P01|08...|53...)$/
const CONSTRAINT = /^23...$/
const UNSTORABLE = /^(22021|22P02|22P05|22003|22007|22008)$/
