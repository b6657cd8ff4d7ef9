import type { Catalog, Column, Relation } from './catalog.ts'

/** Returns the source of `tables.ts`: one TypeScript interface per table, in the format that Kysely expects. */
export function tablesText(catalog: Catalog): string {
  const relations = catalog.relations.map((relation) => ({ relation, type: `${pascal(relation.name)}Table` }))
  const body = [
    ...relations.map(({ relation, type }) => interfaceText(type, relation, catalog)),
    `export interface Tables {\n${relations.map(({ relation, type }) => `  ${key(relation.name)}: ${type};\n`).join('')}}`,
  ].join('\n\n')
  return `${HEADER}${HELPERS.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(body))
    .map(({ text }) => `${text}\n\n`)
    .join('')}${body}\n`
}

const HEADER = `// Generated from the migrated schema by bin/schema.ts; do not edit.
import type { ColumnType } from 'kysely';

`

const HELPERS = [
  {
    name: 'Generated',
    text: `/** Optional at insert: the database has a default. */
export type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;`,
  },
  { name: 'Computed', text: `/** Computed by the database; never written. */\nexport type Computed<T> = ColumnType<T, never, never>;` },
  { name: 'Timestamp', text: `export type Timestamp = ColumnType<Date, Date | string, Date | string>;` },
  {
    name: 'Json',
    text: `/** Read as parsed JSON, to be validated. Written as \`JSON.stringify(value)\`, because pg would turn a list into a Postgres array. */
export type Json = ColumnType<unknown, string, string>;`,
  },
]

function interfaceText(type: string, relation: Relation, catalog: Catalog): string {
  const lines = relation.columns.map((column) => `  ${key(column.name)}: ${columnType(column, relation, catalog)};\n`)
  return `export interface ${type} {\n${lines.join('')}}`
}

function columnType(column: Column, relation: Relation, catalog: Catalog): string {
  const allowed = allowedValues(column, relation) ?? catalog.enums.find(({ name }) => name === column.baseType)?.labels
  const item = allowed?.map((value) => `'${value}'`).join(' | ') ?? scalarType(column)
  // Kysely's wrapper types, such as `Timestamp`, do not work inside arrays
  const plain = column.isArray ? `(${item === 'Timestamp' ? 'Date' : item === 'Json' ? 'unknown' : item})[]` : item
  const tidy = plain.replace(/^\((\w+)\)\[\]$/, '$1[]')
  // the catalog does not record "not null" for view columns
  const type = column.isNullable || relation.kind === 'view' ? `${tidy} | null` : tidy
  if (column.isComputed || relation.kind === 'view') return `Computed<${type.replace('Timestamp', 'Date').replace('Json', 'unknown')}>`
  return column.default === null ? type : `Generated<${type}>`
}

function scalarType({ baseType }: Column): string {
  if (['int2', 'int4', 'int8', 'numeric', 'float4', 'float8', 'oid'].includes(baseType)) return 'number'
  if (baseType === 'bool') return 'boolean'
  if (['timestamptz', 'timestamp'].includes(baseType)) return 'Timestamp'
  if (['json', 'jsonb'].includes(baseType)) return 'Json'
  if (baseType === 'bytea') return 'Buffer'
  return 'string'
}

/**
 * Returns the values that `check (column in ('a', 'b'))` allows, or, for an array, `check (column <@ array['a', 'b'])`. Returns null if
 * there is no such check.
 */
function allowedValues(column: Column, relation: Relation): string[] | null {
  const name = column.name.replace(/[^a-z0-9_]/g, '')
  const item = `'[^']*'::text`
  const list = `ARRAY\\[(?<list>${item}(?:, ${item})*)\\]`
  const forms = column.isArray
    ? [`^CHECK \\(\\(${name} <@ ${list}\\)\\)$`]
    : [`^CHECK \\(\\(${name} = ANY \\(${list}\\)\\)\\)$`, `^CHECK \\(\\(${name} = (?<list>${item})\\)\\)$`]
  for (const { definition } of relation.constraints) {
    for (const form of forms) {
      const found = new RegExp(form).exec(definition)?.groups?.list
      if (found !== undefined) return [...found.matchAll(/'([^']*)'/g)].map((match) => match[1]!)
    }
  }
  return null
}

function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function key(name: string): string {
  return /^[a-z_][a-z0-9_]*$/i.test(name) ? name : JSON.stringify(name)
}
