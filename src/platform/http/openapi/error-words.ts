import { OFFER_STATUSES } from '#commerce/offers/rules.ts'
import { ERROR_CODES, ERROR_STATUS, type ErrorCode, type ErrorType } from '#platform/errors/index.ts'

type Words = { means: string; todo: string }

/** Describes every error type. The compiler requires a row for each type of `platform/errors`. */
export const ERROR_WORDS: Readonly<Record<ErrorType, Words>> = {
  invalid_request: {
    means: 'Malformed JSON or form, a missing field, a wrong type, or a value out of range. `param` names the field.',
    todo: 'Mend the field that `param` names; the message says what it may be.',
  },
  authentication: {
    means:
      'No key where one is needed, or one that is unknown, revoked or expired; at sign-in: the wrong password, or a second factor is needed.',
    todo: 'Send `Authorization: Bearer <key>`; make a new key if this one ended. For `second_factor`: send the factor with `ticket` to `POST /sessions/second`.',
  },
  payment: { means: 'The payment was declined.', todo: 'Try another method. Nothing was charged.' },
  permission: {
    means: 'The key, the session or the account may not do this; `code` says why.',
    todo: 'Use a key that may do it, or let its owner do it in the app. Repeating does not help; for `proof`, `POST /sessions/proof` does.',
  },
  not_found: { means: 'No such record or address, or one that is not yours.', todo: 'Check the id and whose it is.' },
  method_not_allowed: { means: 'The address does not take this method.', todo: 'Use one that the `Allow` header names.' },
  conflict: {
    means:
      'The record is in a state that does not allow this, a name is taken, the price has changed, a quota is used up, or the same request is still running.',
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

/** Describes every `code` for programs. The compiler requires a row for each of `ERROR_CODES`. */
export const CODE_WORDS: Readonly<Record<ErrorCode, Words>> = {
  client_gone: { means: 'The connection ended before the whole body had arrived.', todo: 'Nobody reads this. Send it again.' },
  token: { means: 'The token of a mail was used, or is too old.', todo: 'Ask for a new mail.' },
  second_factor: {
    means: 'The password was right, and the account has a second factor. The error also holds `ticket` and `factors`.',
    todo: 'Send one of them with the ticket to `POST /sessions/second`.',
  },
  ticket: { means: 'A sign-in in two steps is over: used, too old, or begun in another browser.', todo: 'Sign in again.' },
  scope: { means: 'The key lacks the scope, or it takes a session.', todo: 'Use a key that has it: the message names it.' },
  over_limit: {
    means: 'The amount is over the `max_offer` of the key, or over what is left of its `max_day`.',
    todo: 'Name less, or let the owner do it. It is never an approval.',
  },
  brake: { means: 'The owner has stopped all agent keys and helpers.', todo: 'Wait until the owner lifts the brake.' },
  suspended: { means: 'The account or the shop is suspended.', todo: '`GET /measures` says why; its owner can object.' },
  proof: { means: 'The session has to show again whose it is.', todo: '`POST /sessions/proof`, then send it again.' },
  origin: { means: 'The page that sent it is none of ours.', todo: 'Programs use a key, and send no `Origin`.' },
  form_token: {
    means: 'A form of our pages came without its token, or with an old one.',
    todo: 'Load the page again. The API has no such token.',
  },
  test_data: {
    means: 'It is of the account, and the session shows [test data](/docs/sandbox).',
    todo: 'Leave the test data on the page first. Programs use a key.',
  },
  host: { means: 'The service is not at the name in `Host`.', todo: 'Use the address that the message names.' },
  changed: { means: 'What an approval is about has changed since it was asked for.', todo: 'Nothing ran. Ask again.' },
  quota: { means: 'The account has as many as it may have.', todo: 'Delete some: the message names the quota.' },
}

/** Renders the codes as a Markdown table, with the statuses of an offer. */
export const codeTable = (): string =>
  [
    '| `code` | Type | When | What to do |',
    '|---|---|---|---|',
    ...codesOf().map((code) => `| \`${code}\` | \`${ERROR_CODES[code]}\` | ${CODE_WORDS[code].means} | ${CODE_WORDS[code].todo} |`),
    `| ${OFFER_STATUSES.map((status) => `\`${status}\``).join(' ')} | \`conflict\` | An offer is this by now, and cannot become what was asked. | Read the offer and decide anew. |`,
  ].join('\n')

const codesOf = (type?: ErrorType): ErrorCode[] =>
  (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => type === undefined || ERROR_CODES[code] === type)

/** Describes when a type occurs, with its codes. */
export const meansOf = (type: ErrorType): string => {
  const codes = codesOf(type).map((code) => `\`${code}\``)
  return codes.length === 0 ? ERROR_WORDS[type].means : `${ERROR_WORDS[type].means} Codes: ${codes.join(', ')}.`
}

/** Renders the types as a Markdown table. */
export const errorTable = (types: readonly ErrorType[] = ERROR_TYPES): string =>
  [
    '| Status | `type` | When | What to do |',
    '|---|---|---|---|',
    ...types.map((type) => `| ${ERROR_STATUS[type]} | \`${type}\` | ${meansOf(type)} | ${ERROR_WORDS[type].todo} |`),
  ].join('\n')

/** Renders the types as a list, where a table is too wide. */
export const errorList = (types: readonly ErrorType[]): string =>
  types.map((type) => `- **\`${ERROR_STATUS[type]}\`** *${type}*  \n  ${meansOf(type)} ${ERROR_WORDS[type].todo}`).join('\n')
