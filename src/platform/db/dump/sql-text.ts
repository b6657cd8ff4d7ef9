import type { Catalog, Column, Relation } from './catalog.ts'

/** Returns the schema that all migrations together produce, as SQL for readers. The SQL is never executed. */
export function sqlText(catalog: Catalog): string {
  const parts = [
    '-- Generated from the migrated schema by bin/schema.ts; do not edit. For reference only: the service runs the migrations.',
    ...catalog.extensions.map((name) => `create extension ${name};`),
    ...catalog.enums.map(({ name, labels }) => `create type ${name} as enum (${labels.map((label) => `'${label}'`).join(', ')});`),
    ...catalog.functions.map((definition) => `${definition};`),
    ...catalog.relations.map((relation) => (relation.kind === 'view' ? viewText(relation) : tableText(relation))),
  ]
  return `${parts.join('\n\n')}\n`
}

function viewText({ name, definition }: Relation): string {
  return `create view ${name} as\n${definition}`
}

function tableText({ name, partedBy, columns, constraints, indexes, triggers }: Relation): string {
  const lines = [...columns.map(columnText), ...constraints.map((one) => `constraint ${one.name} ${one.definition}`)]
  const table = `create table ${name} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n)${partedBy === null ? '' : ` partition by ${partedBy}`};`
  return [table, ...[...indexes, ...triggers].map((definition) => `${definition};`)].join('\n')
}

function columnText(column: Column): string {
  return [column.name, column.sqlType, column.isNullable ? null : 'not null', defaultText(column)].filter(Boolean).join(' ')
}

function defaultText(column: Column): string | null {
  if (column.default === null) return null
  if (column.default === 'identity') return `generated ${column.isComputed ? 'always' : 'by default'} as identity`
  return column.isComputed ? `generated always as (${column.default}) stored` : `default ${column.default}`
}
