import { errorList } from '#platform/http/openapi/error-texts.ts'
import type { Operation, Reference } from './operations.ts'
import { mediaOf, samplesOf, type Sample } from './samples.ts'
import { fieldsOf, typeText, type Field } from './schema.ts'

type OperationContent = { text: string; samples: readonly Sample[]; aside?: string }

export function operationContent(operation: Operation, reference: Reference, baseUrl: string): OperationContent {
  const { parameters, answers } = operation
  const { records } = reference
  const of = (location: string): Field[] =>
    parameters
      .filter((one) => one.in === location)
      .map(({ name, required = false, schema, description }) => ({
        name,
        required,
        type: typeText(schema, records),
        description,
      }))
  const [media, body] = mediaOf(operation)
  const sent = body && media !== 'text/csv' ? fieldsOf(body, records) : []
  const good = Object.entries(answers).filter(([status]) => status < '300')
  const [status, answer] = good[0] ?? ['200', {}]
  const { schema, example } = answer.content?.['application/json'] ?? {}
  const text = [
    `${operation.summary}.`,
    operation.description,
    ...part('Path', of('path')),
    ...part('Query', of('query')),
    ...part('Body', sent, bodyNote(operation)),
    ...part('Headers', of('header')),
    `## Response`,
    answerLine(good),
    schema ? fieldLines(fieldsOf(schema, records).map((field) => ({ ...field, required: false }))) : undefined,
    '## Errors',
    errorList(operation.errors),
    'See [errors](/docs/errors) for the format of errors and what to do about each.',
  ]
  return {
    text: joined(text),
    samples: samplesOf(operation, baseUrl),
    ...(example === undefined
      ? {}
      : { aside: joined([`## Example response, ${status}`, fence('json', JSON.stringify(example, null, 2))]) }),
  }
}

const joined = (parts: readonly (string | undefined)[]): string => parts.filter((one) => one !== undefined).join('\n\n')
export const fence = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``

const part = (heading: string, fields: readonly Field[], note?: string): (string | undefined)[] =>
  fields.length === 0 ? [] : [`## ${heading}`, note, fieldLines(fields)]

const fieldLines = (fields: readonly Field[]): string => fields.map(line).join('\n')

const line = ({ name, type, required, description }: Field): string =>
  `- **\`${name}\`** ${required ? '**required** ' : ''}*${type}*${description ? `  \n  ${description}` : ''}`

function bodyNote({ body }: Operation): string | undefined {
  const kinds = Object.keys(body).map((media) => KINDS[media] ?? media)
  return kinds.length > 1 ? `Send the body as ${kinds.join(' or ')}.` : undefined
}

const KINDS: Readonly<Record<string, string>> = {
  'application/json': 'JSON',
  'application/x-www-form-urlencoded': 'a form (`application/x-www-form-urlencoded`)',
  'multipart/form-data': '`multipart/form-data` with files',
  'text/csv': '`text/csv`',
}

function answerLine(good: readonly [string, { description: string; content?: object }][]): string {
  const responses = good.map(([status, { description, content = {} }]) => {
    const other = Object.keys(content).filter((media) => media !== 'application/json')
    return `**${status}** ${description}${other.length > 0 ? ` Available as \`${other.join('`, `')}\`.` : ''}`
  })
  return responses.join('  \n')
}
