import type { Docs } from './pages.ts'
import { mediaOf } from './samples.ts'
import { mainOf, recordOf, resolved, type Schema } from './schema.ts'
import type { Operation } from './operations.ts'

/** Returns a short reference for all operations and record fields, detailed enough for a model to write a call. */
export const briefReference = ({ groups, records }: Docs): string =>
  [
    '# Every operation in brief',
    '`name*` is required. The arrow points to the record in the response; Records, below, lists its fields; `A: B + c` has those of B and c. Details of an operation, with a sample call and its response: `/docs/api/{operationId}.md`.',
    ...groups.map(([tag, pages]) => [`## ${tag}`, ...pages.map(({ operation }) => briefOf(operation!, records))].join('\n\n')),
    '## Records',
    recordLines(records).join('\n'),
  ]
    .join('\n\n')
    .concat('\n')

/**
 * Lists each record's fields. Records with the same fields share a line. For a record that extends a different record, lists only the
 * additional fields.
 */
function recordLines(records: Records): string[] {
  const fields = new Map<string, readonly string[]>()
  for (const [name, { properties }] of Object.entries(records))
    if (properties?.['object']) fields.set(name, Object.keys(properties).filter((field) => field !== 'object')) // prettier-ignore
  const lines = Map.groupBy(fields, ([, names]) => names.join(', '))
  return [...lines].map(([text, same]) => {
    const [name, names] = same[0]!
    const base = [...fields]
      .filter(([base, own]) => name.includes(base) && own.length < names.length && own.every((field) => names.includes(field)))
      .reduce<[string, readonly string[]] | null>((most, one) => (one[1].length > (most?.[1].length ?? 0) ? one : most), null)
    const shown = base ? `${base[0]} + ${names.filter((field) => !base[1].includes(field)).join(', ')}` : text
    return `- ${same.map(([each]) => each).join(', ')}: ${shown.length < text.length ? shown : text}`
  })
}

type Records = Readonly<Record<string, Schema>>

function briefOf(operation: Operation, records: Records): string {
  const { id, method, path, summary, access, scope, parameters, answers } = operation
  const [, body] = mediaOf(operation)
  const query = parameters.filter((one) => one.in === 'query').map(({ name, required = false }) => nameText(name, required))
  const shape = body && mainOf(resolved(body, records), records)
  const fields = Object.entries(shape?.properties ?? {}).map(
    ([name, schema]) => `${nameText(name, shape?.required?.includes(name) ?? false)}${oneOf(schema, records)}`,
  )
  const answered = Object.entries(answers)
    .filter(([status]) => status < '300' && status !== '202')
    .map(([, { content }]) => recordOf(content?.['application/json']?.schema))
    .find((name) => name !== undefined)
  const needs = access === 'key' ? [scope ?? []].flat().join(' or ') || 'any key' : access === 'session' ? 'session' : ''
  return [
    `**${id}** ${method} ${path}${needs ? ` [${needs}]` : ''}${answered ? ` → ${answered}` : ''}`,
    `${summary}.${query.length > 0 ? ` Query: ${query.join(', ')}.` : ''}${fields.length > 0 ? ` Body: ${fields.join(', ')}.` : ''}`,
  ].join('\n')
}

const nameText = (name: string, required: boolean): string => (required ? `${name}*` : name)

function oneOf(given: Schema, records: Records): string {
  const { enum: values } = mainOf(resolved(given, records), records)
  return values && values.length <= 8 ? ` (${values.join('|')})` : ''
}
