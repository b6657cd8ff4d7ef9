import { INVITATION_STATUSES } from '#commerce/invitations/rules.ts'
import { OFFER_STATUSES } from '#commerce/offers/rules.ts'
import { ERROR_CODES, ERROR_STATUS, type ErrorCode, type ErrorType } from '#platform/errors/index.ts'

type ErrorText = { means: string; todo: string }

/** Describes every error type. The compiler requires an entry for each type in `platform/errors`. */
export const ERROR_DESCRIPTIONS: Readonly<Record<ErrorType, ErrorText>> = {
  invalid_request: {
    means: 'Malformed JSON or form, a missing field, a wrong type, or a value out of range. `param` names the field.',
    todo: 'Correct the field that `param` names; the message gives the allowed values.',
  },
  authentication: {
    means: 'The key is missing, unknown, revoked or expired; at sign-in, the password is wrong or a second factor is needed.',
    todo: 'Send `Authorization: Bearer <key>`, with a new key if the old one has expired. For `second_factor`: send the factor with `ticket` to `POST /sessions/second`.',
  },
  payment: { means: 'The payment was declined.', todo: 'Try another method. Nothing was charged.' },
  permission: {
    means: 'The key, the session or the account is not allowed to do this; `code` gives the reason.',
    todo: 'Use a key with the necessary permission, or let the owner do it in the app. Do not retry. For `proof`: call `POST /sessions/proof` first.',
  },
  not_found: { means: 'The record or address does not exist, or is not yours.', todo: 'Check the id and the owner.' },
  method_not_allowed: { means: 'The address does not support this method.', todo: 'Use a method that the `Allow` header lists.' },
  conflict: {
    means:
      'The record’s state does not allow this, a name is taken, the price has changed, a quota is used up, or the same request is still running.',
    todo: 'Read the record again, then decide. With `Retry-After`: wait, then send the same request.',
  },
  too_large: { means: 'The body, a picture or the video exceeds its limit.', todo: 'Send less; the message states the limit.' },
  unsupported_media: {
    means: 'The content type or the file type is not supported.',
    todo: 'Send a type that the operation lists.',
  },
  idempotency_mismatch: {
    means: 'This `Idempotency-Key` was already used for a different request.',
    todo: 'Use a new key for each new request, and the same key only for retries.',
  },
  rate_limit: {
    means: 'Too many requests in a short time.',
    todo: 'Wait for the number of seconds in `Retry-After`, then send requests more slowly.',
  },
  usage_limit: {
    means: 'The account has used all its requests for the month.',
    todo: 'Wait until the first of the month (UTC), as in `Retry-After`. `GET /v1/me` remains free.',
  },
  server: {
    means: 'Unexpected error in the service.',
    todo: 'Retry with the same `Idempotency-Key`. If it fails again, report the `request_id`.',
  },
  unavailable: {
    means: 'A required helper or provider is unavailable, or the service is stopping.',
    todo: 'Retry in a few seconds; `GET /v1/helpers` lists the available helpers.',
  },
}

export const ERROR_TYPES = Object.keys(ERROR_STATUS) as ErrorType[]

/** Describes every error `code`. The compiler requires an entry for each code in `ERROR_CODES`. */
export const CODE_DESCRIPTIONS: Readonly<Record<ErrorCode, ErrorText>> = {
  client_gone: { means: 'The connection ended before the complete body arrived.', todo: 'Send the request again.' },
  token: { means: 'The token from an email was already used or has expired.', todo: 'Request a new email.' },
  second_factor: {
    means: 'The password is right, but the account has a second factor. The error also contains `ticket` and `factors`.',
    todo: 'Send one factor with the ticket to `POST /sessions/second`.',
  },
  ticket: { means: 'The two-step sign-in was already used, has expired, or started in another browser.', todo: 'Sign in again.' },
  scope: { means: 'The key lacks the scope, or the operation needs a session.', todo: 'Use a key with the scope that the message names.' },
  over_limit: {
    means: 'The amount exceeds the key’s `max_offer`, or what remains of its `max_day`.',
    todo: 'Use a smaller amount, or let the owner do it. This error never creates an approval.',
  },
  away: { means: 'The shop is away, and its items cannot be ordered.', todo: 'Try again after the time in the message.' },
  brake: { means: 'The owner has paused all agent keys and helpers.', todo: 'Wait until the owner resumes them.' },
  suspended: { means: 'The account or the shop is suspended.', todo: '`GET /measures` gives the reason; the owner can appeal.' },
  proof: { means: 'The session needs a recent proof of identity.', todo: 'Call `POST /sessions/proof`, then send the request again.' },
  guest: {
    means: 'The session belongs to a guest, who may use only their own order.',
    todo: 'Open the link in the email about the order, which creates an account.',
  },
  origin: { means: 'A page of another website sent the request.', todo: 'A program must use a key and must not send an `Origin` header.' },
  form_token: {
    means: 'A form of the service’s pages was sent without its token, or with an expired one.',
    todo: 'Reload the page. The API does not use this token.',
  },
  test_data: {
    means: 'The record belongs to the account, but the session is in [test mode](/docs/sandbox).',
    todo: 'Leave test mode in the app first. Programs use a key.',
  },
  host: { means: 'The service does not use the host name in `Host`.', todo: 'Use the address that the message names.' },
  changed: {
    means: 'A record that the approval covers has changed since the request.',
    todo: 'The request was not executed. Send it again.',
  },
  quota: { means: 'The account has reached a quota.', todo: 'Delete some records; the message names the quota.' },
  unavailable: {
    means: 'The two people cannot start anything new with each other. The response never gives a reason.',
    todo: 'Do not repeat the request. Orders between them continue.',
  },
  does_not_ship: {
    means: 'The shop does not ship to the country of the address.',
    todo: 'Use an address in one of the listing’s `ships_to` countries.',
  },
}

const STATUSES = [...new Set([...OFFER_STATUSES, ...INVITATION_STATUSES])]

/** Renders the error codes as a Markdown table. The statuses of offers and invitations are among the codes. */
export const codeTable = (): string =>
  [
    '| `code` | Type | When | What to do |',
    '|---|---|---|---|',
    ...codesOf().map(
      (code) => `| \`${code}\` | \`${ERROR_CODES[code]}\` | ${CODE_DESCRIPTIONS[code].means} | ${CODE_DESCRIPTIONS[code].todo} |`,
    ),
    `| ${STATUSES.map((status) => `\`${status}\``).join(' ')} | \`conflict\` | The offer or invitation already has this status and does not allow the action. | Read it again, then decide. |`,
  ].join('\n')

const codesOf = (type?: ErrorType): ErrorCode[] =>
  (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => type === undefined || ERROR_CODES[code] === type)

/** Describes when an error type occurs, and lists its codes. */
export const meansOf = (type: ErrorType): string => {
  const codes = codesOf(type).map((code) => `\`${code}\``)
  return codes.length === 0 ? ERROR_DESCRIPTIONS[type].means : `${ERROR_DESCRIPTIONS[type].means} Codes: ${codes.join(', ')}.`
}

/** Renders the error types as a Markdown table. */
export const errorTable = (types: readonly ErrorType[] = ERROR_TYPES): string =>
  [
    '| Status | `type` | When | What to do |',
    '|---|---|---|---|',
    ...types.map((type) => `| ${ERROR_STATUS[type]} | \`${type}\` | ${meansOf(type)} | ${ERROR_DESCRIPTIONS[type].todo} |`),
  ].join('\n')

/** Renders the error types as a Markdown list, for places that are too narrow for a table. */
export const errorList = (types: readonly ErrorType[]): string =>
  types.map((type) => `- **\`${ERROR_STATUS[type]}\`** *${type}*  \n  ${meansOf(type)} ${ERROR_DESCRIPTIONS[type].todo}`).join('\n')
