import { createHash } from 'node:crypto'
import type { Sent } from '#web/docs/sample-call.ts'
import { BASE_URL, headersOf, inPathOf, jsonOf, searchOf, templateOf, descriptionOf } from './calls.ts'

/** Builds a collection in Bruno's single-file format. */
export const bruno = (groups: readonly (readonly [tag: string, calls: readonly Sent[]])[]): object => ({
  name: 'Resale marketplace',
  version: '1',
  uid: uid('collection'),
  items: groups.map(([name, calls], at) => ({ uid: uid(name), type: 'folder', name, seq: at + 1, items: calls.map(itemOf) })),
  environments: [
    {
      uid: uid('environment'),
      name: 'Market',
      variables: [variable('base_url', BASE_URL, false), variable('key', '', true)],
    },
  ],
  activeEnvironmentUid: uid('environment'),
  root: { request: { auth: { mode: 'bearer', bearer: { token: '{{key}}' } }, headers: [], script: {}, vars: {}, tests: '' } },
})

const variable = (name: string, value: string, secret: boolean) => ({
  uid: uid(`variable ${name}`),
  name,
  value,
  type: 'text',
  enabled: true,
  secret,
})

function itemOf(sent: Sent, at: number): object {
  const { operation, query } = sent
  const pair = (location: string, name: string, value: string) => ({
    uid: uid(`${operation.id} ${location} ${name}`),
    name,
    value,
    enabled: true,
  })
  return {
    uid: uid(operation.id),
    type: 'http-request',
    name: operation.id,
    seq: at + 1,
    request: {
      url: `{{base_url}}${templateOf(operation)}${searchOf(sent)}`,
      method: operation.method,
      headers: headersOf(sent).map(([name, value]) => pair('header', name, value)),
      params: [
        ...Object.entries(query).map(([name, value]) => ({ ...pair('query', name, String(value)), type: 'query' })),
        ...inPathOf(sent).map(([name, value]) => ({ ...pair('path', name, value), type: 'path' })),
      ],
      auth: { mode: operation.access === 'key' ? 'inherit' : 'none' },
      body: bodyOf(sent),
      docs: descriptionOf(operation),
    },
  }
}

function bodyOf(sent: Sent): object {
  const { body, operation } = sent
  const id = uid(`${operation.id} body`)
  if (body.kind === 'file')
    return { mode: 'multipartForm', multipartForm: [{ uid: id, type: 'file', name: body.field, value: [body.file], enabled: true }] }
  if (body.kind === 'csv') return { mode: 'file', file: [{ uid: id, filePath: body.file, contentType: 'text/csv', selected: true }] }
  const json = jsonOf(sent)
  return json === null ? { mode: 'none' } : { mode: 'json', json }
}

/** Derives the id from the name, so that the id is the same in every run. */
const uid = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 21)
