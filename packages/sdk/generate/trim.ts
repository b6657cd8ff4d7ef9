import { at, isForPrograms, type Content, type Contract, type Operation } from './calls.ts'

/**
 * Removes parts of the contract that would only lengthen the types: operations for browsers or operators, errors (which have their own
 * classes), form bodies that repeat the JSON body, examples, and unused schemas.
 */
export function trimmed(contract: Contract): Contract {
  const paths = Object.entries(contract.paths).flatMap(([path, methods]) => {
    const remaining = Object.entries(methods).filter(([, one]) => isForPrograms(one) || path.startsWith('/keys'))
    return remaining.length > 0 ? [[path, Object.fromEntries(remaining.map(([method, one]) => [method, withoutErrors(one)]))] as const] : []
  })
  const all = { ...contract, webhooks: {}, paths: Object.fromEntries(paths) }
  const used = reached(all)
  const schemas = Object.entries(contract.components.schemas).filter(([name]) => used.has(`#/components/schemas/${name}`))
  return { ...all, components: { ...contract.components, headers: {}, responses: {}, schemas: Object.fromEntries(schemas) } }
}

function withoutErrors({ requestBody, responses, ...operation }: Operation): Operation {
  const good = Object.entries(responses)
    .filter(([status, { $ref }]) => status.startsWith('2') && $ref === undefined)
    .map(([status, { content }]) => [status, { description: 'Done.', ...(content ? { content: withoutExamples(content) } : {}) }])
  const { 'application/x-www-form-urlencoded': _form, ...content } = requestBody?.content ?? {}
  const sent = requestBody ? { requestBody: { ...requestBody, content: withoutExamples(content) } } : {}
  return { ...operation, ...sent, responses: Object.fromEntries(good) }
}

const withoutExamples = (content: Content): Content =>
  Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, schema === undefined ? {} : { schema }]))

/**
 * Collects the schemas that the paths reference directly or indirectly. Adds the approval schema, because any write can return an approval.
 */
function reached(contract: Contract): Set<string> {
  const found = new Set(['#/components/schemas/Approval', '#/components/schemas/Error'])
  const visit = (value: unknown): void => {
    for (const [, ref] of JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)) found.add(ref!)
  }
  visit(contract.paths)
  // the loop also visits the schemas that it adds to the set
  for (const ref of found) visit(at(contract, ref))
  return found
}
