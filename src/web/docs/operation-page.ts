import { ERROR_STATUS, type ErrorType } from '#lib/errors.ts'
import { errorList, ERROR_TYPES } from './error-words.ts'
import { exampleOf } from './examples.ts'
import { answerWords, requestWords } from './field-words.ts'
import { ASKS, BY_SIDE, MORE } from './operation-words.ts'
import type { Operation, Reference } from './operations.ts'
import { curlOf, mediaOf } from './request-example.ts'
import { fieldsOf, recordOf, typeText, type Field } from './schema.ts'

/** What an operation's page says, and what stands beside it, both as Markdown. */
export function operationWords(operation: Operation, reference: Reference, baseUrl: string): { text: string; beside: string } {
  const { id, parameters, answers } = operation
  const { records } = reference
  const of = (place: string): Field[] =>
    parameters
      .filter((one) => one.in === place)
      .map(({ name, required = false, schema }) => ({ name, required, type: typeText(schema, records) }))
  const [media, body] = mediaOf(operation)
  const sent = body && media !== 'text/csv' ? fieldsOf(body, records) : []
  const good = Object.entries(answers).filter(([status]) => status < '300')
  const [status, answer] = good[0] ?? ['200', {}]
  const schema = answer.content?.['application/json']?.schema
  const text = [
    `${operation.summary}.`,
    MORE[id],
    '## Access',
    accessWords(operation),
    ...part('Path', of('path'), id),
    ...part('Query', of('query'), id),
    ...part('Body', sent, id, bodyNote(operation)),
    ...part('Headers', of('header'), id),
    `## Answer`,
    answerLine(operation, good),
    schema ? answerFields(fieldsOf(schema, records), recordOf(schema)) : undefined,
    '## Errors',
    errorList(errorsOf(operation)),
    'The shape of an error, and what to do with any of them, is under [errors](/docs/errors).',
  ]
  const beside = [
    '## Request',
    fence('sh', curlOf(operation, reference, baseUrl)),
    ...(schema ? [`## Answer, ${status}`, fence('json', JSON.stringify(exampleOf(schema, records), null, 2))] : []),
  ]
  return { text: joined(text), beside: joined(beside) }
}

const joined = (parts: readonly (string | undefined)[]): string => parts.filter((one) => one !== undefined).join('\n\n')
export const fence = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``

function accessWords({ id, access, scope, method }: Operation): string {
  const bySide = typeof scope === 'object' ? `\`${scope[0]}\` as the seller, \`${scope[1]}\` as the buyer` : BY_SIDE[id]
  const scopes = bySide ? `the scope by side: ${bySide}` : `the scope \`${String(scope ?? 'read')}\``
  const who = {
    anyone: 'Nobody needs a key for this.',
    optional: 'Needs no key; one that is sent adds what is yours. Any website may call it.',
    session: 'A signed-in session alone: the cookie of `POST /v1/sessions`, with an `Origin` of our own for writes. A key cannot do it.',
    key: !bySide && scope === 'read' ? 'Any key.' : `A key with ${scopes}.`,
  }[access]
  const asks = ASKS[id]
  return asks && method !== 'GET'
    ? `${who}\n\nA key that has to ask first is answered 202 with an [approval](/docs/agents#asking-first), by the action ${asks}.`
    : who
}

const part = (heading: string, fields: readonly Field[], id: string, note?: string): (string | undefined)[] =>
  fields.length === 0 ? [] : [`## ${heading}`, note, fields.map((field) => line(field, requestWords(id, field.name))).join('\n')]

const line = ({ name, type, required }: Field, words: string | undefined): string =>
  `- **\`${name}\`** ${required ? '**required** ' : ''}*${type}*${words ? `  \n  ${words}` : ''}`

const answerFields = (fields: readonly Field[], record: string | undefined): string =>
  fields.map(({ name, type }) => line({ name, type, required: false }, answerWords(record, name))).join('\n')

function bodyNote({ body }: Operation): string | undefined {
  const kinds = Object.keys(body).map((media) => KINDS[media] ?? media)
  return kinds.length > 1 ? `As ${kinds.join(', or ')}.` : undefined
}

const KINDS: Readonly<Record<string, string>> = {
  'application/json': 'JSON',
  'application/x-www-form-urlencoded': 'a form (`application/x-www-form-urlencoded`)',
  'multipart/form-data': '`multipart/form-data` with files',
  'text/csv': '`text/csv`',
}

function answerLine({ id }: Operation, good: readonly [string, { content?: object }][]): string {
  const words = good.map(([status, { content }]) => {
    if (status === '202' && ASKS[id]) return 'status 202 with an approval where the key has to ask first'
    return `Status ${status}${content ? '' : ', with bytes that are no JSON'}`
  })
  return `${words.join('; ')}.`
}

/** The errors of the OpenAPI file that this operation can really meet. */
function errorsOf({ id, method, body, path, answers }: Operation): ErrorType[] {
  const writes = method !== 'GET'
  const sends = Object.keys(body).length > 0
  const never: Partial<Record<ErrorType, boolean>> = {
    method_not_allowed: true,
    payment: id !== 'payOrder' && id !== 'payHold',
    conflict: !writes,
    idempotency_mismatch: !writes,
    too_large: !sends,
    unsupported_media: !sends,
    not_found: !path.includes('{') && !sends,
    usage_limit: id === 'getMe',
  }
  return ERROR_TYPES.filter((type) => !never[type] && String(ERROR_STATUS[type]) in answers)
}
