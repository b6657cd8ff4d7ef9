import { ERROR_STATUS, type ErrorType } from '#platform/errors.ts'

type Words = { means: string; todo: string }

/** Every error there is, in words. The compiler asks for one row for each type of `platform/errors.ts`. */
export const ERROR_WORDS: Readonly<Record<ErrorType, Words>> = {
  invalid_request: {
    means: 'Malformed JSON or form, a missing field, a wrong type, or a value out of range. `param` names the field.',
    todo: 'Mend the field that `param` names; the message says what it may be.',
  },
  authentication: {
    means:
      'No key where one is needed, or one that is unknown, revoked or expired; at sign-in: the wrong password, or a second factor is needed (`code: "second_factor"`).',
    todo: 'Send `Authorization: Bearer <key>`; make a new key if this one ended. For `second_factor`: send the factor with `ticket` to `POST /sessions/second`.',
  },
  payment: { means: 'The payment was declined.', todo: 'Try another method. Nothing was charged.' },
  permission: {
    means:
      'The key lacks the scope (`code: "scope"`), the amount is over its `max_offer` or what is left of its `max_day` (`code: "over_limit"`), the brake is on (`code: "brake"`), the account is suspended (`code: "suspended"`), or the session has to prove its person first (`code: "proof"`).',
    todo: 'Use a key that may do it, or let its owner do it in the app. Repeating does not help; for `proof`, `POST /sessions/proof` does.',
  },
  not_found: { means: 'No such record or address, or one that is not yours.', todo: 'Check the id and whose it is.' },
  method_not_allowed: { means: 'The address does not take this method.', todo: 'Use one that the `Allow` header names.' },
  conflict: {
    means:
      'The record is in a state that does not allow this, a name is taken, the price has changed, a quota is used up (`code: "quota"`), or the same request is still running.',
    todo: 'Read the record again and decide anew. With `Retry-After`: wait and send the very same request.',
  },
  too_large: { means: 'The body, a picture or the video is over its limit.', todo: 'Send less: the message names the limit.' },
  unsupported_media: {
    means: 'The content type or the type of a file is not taken.',
    todo: 'Send one of the types that the operation names.',
  },
  idempotency_mismatch: {
    means: 'This `Idempotency-Key` was used for another request.',
    todo: 'Take a new key for each new request, and the same one for retries alone.',
  },
  rate_limit: { means: 'Too many requests in a short time.', todo: 'Wait the seconds of `Retry-After`, then go on more slowly.' },
  usage_limit: {
    means: 'The requests of the month are used up.',
    todo: '`Retry-After` counts to the first of the month, UTC. `GET /v1/me` stays free.',
  },
  server: {
    means: 'Something unforeseen, on our side.',
    todo: 'Try again with the same `Idempotency-Key`; if it stays, tell us the `request_id`.',
  },
  unavailable: {
    means: 'A helper or provider that this needs is not there, or the service is stopping.',
    todo: 'Try again in some seconds; `GET /v1/helpers` says what is switched on.',
  },
}

export const ERROR_TYPES = Object.keys(ERROR_STATUS) as ErrorType[]

/** One row for each type, as a table of Markdown. */
export const errorTable = (types: readonly ErrorType[] = ERROR_TYPES): string =>
  [
    '| Status | `type` | When | What to do |',
    '|---|---|---|---|',
    ...types.map((type) => `| ${ERROR_STATUS[type]} | \`${type}\` | ${ERROR_WORDS[type].means} | ${ERROR_WORDS[type].todo} |`),
  ].join('\n')

/** The same as rows of a list, where a table would be too wide. */
export const errorList = (types: readonly ErrorType[]): string =>
  types.map((type) => `- **\`${ERROR_STATUS[type]}\`** *${type}*  \n  ${ERROR_WORDS[type].means} ${ERROR_WORDS[type].todo}`).join('\n')
