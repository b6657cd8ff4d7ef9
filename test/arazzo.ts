import assert from 'node:assert/strict'

/** The subset of the Arazzo format that our workflows use. */
export type Arazzo = { workflows: Workflow[] }
export type Workflow = {
  workflowId: string
  inputs: { properties: Record<string, { default?: unknown }>; required: string[] }
  steps: {
    stepId: string
    operationId: string
    parameters?: { name: string; in: 'header' | 'path'; value: string }[]
    requestBody?: { payload: unknown }
    successCriteria: { condition: string }[]
    outputs?: Record<string, string>
  }[]
  outputs?: Record<string, string>
}

type Answer = { status: number; body: unknown }
type Send = (call: { method: string; path: string; headers: Record<string, string>; body: unknown }) => Promise<Answer>

/** Runs a workflow exactly as described: sends each call, checks each criterion, and evaluates each output. Returns the outputs. */
export async function runFlow(
  flow: Workflow,
  given: Readonly<Record<string, unknown>>,
  operationAt: (id: string) => { method: string; path: string },
  send: Send,
): Promise<Record<string, unknown>> {
  const { properties, required } = flow.inputs
  for (const name of required) assert.ok(name in given, `${flow.workflowId} requires the input ${name}`)
  const inputs = { ...Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, one.default])), ...given }
  const steps: Record<string, { outputs: Record<string, unknown> }> = {}
  for (const { stepId, operationId, parameters = [], requestBody, successCriteria, outputs = {} } of flow.steps) {
    const known = (answer?: Answer) => (text: string) => valueOf(text, { inputs, steps, ...(answer ? { answer } : {}) })
    const { method, path } = operationAt(operationId)
    const headers: Record<string, string> = {}
    let filled = path
    for (const { name, in: location, value } of parameters) {
      const text = String(filledIn(value, known()))
      if (location === 'header') headers[name.toLowerCase()] = text
      else filled = filled.replace(`{${name}}`, encodeURIComponent(text))
    }
    assert.doesNotMatch(filled, /[{}]/, `${flow.workflowId}.${stepId} leaves a placeholder in its path`)
    const answer = await send({ method, path: filled, headers, body: requestBody && filledIn(requestBody.payload, known()) })
    for (const { condition } of successCriteria)
      assert.ok(
        holds(condition, known(answer)),
        `${flow.workflowId}.${stepId}: ${condition}, of ${answer.status} ${JSON.stringify(answer.body)}`,
      )
    steps[stepId] = { outputs: Object.fromEntries(Object.entries(outputs).map(([name, text]) => [name, known(answer)(text)])) }
  }
  return Object.fromEntries(Object.entries(flow.outputs ?? {}).map(([name, text]) => [name, valueOf(text, { inputs, steps })]))
}

type Known = { inputs: object; steps: object; answer?: Answer }

/** Evaluates a runtime expression, such as `$inputs.slug` or `$response.body#/counter/amount`. */
function valueOf(text: string, { inputs, steps, answer }: Known): unknown {
  if (text === '$statusCode') return answer?.status
  const [, pointer] = /^\$response\.body#(\/.+)$/.exec(text) ?? []
  const [root, path] = pointer ? [answer?.body, pointer.slice(1).split('/')] : [{ inputs, steps }, text.slice(1).split('.')]
  const value = path.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], root)
  assert.notEqual(value, undefined, `no value at ${text}`)
  return value
}

function filledIn(value: unknown, known: (text: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => filledIn(one, known))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledIn(one, known)]))
  if (typeof value !== 'string') return value
  if (value.startsWith('$')) return known(value)
  return value.replaceAll(/\{(\$[^}]+)\}/g, (_, text: string) => String(known(text)))
}

function holds(condition: string, known: (text: string) => unknown): boolean {
  const [, left, right] = /^(\S+) == (.+)$/.exec(condition)!
  return known(left!) === (right!.startsWith("'") ? right!.slice(1, -1) : JSON.parse(right!))
}
