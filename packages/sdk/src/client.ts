import { waitForApproval } from './approvals.ts'
import { readEvents, type ChatEvent } from './chat.ts'
import type { Approval, operations } from './contract.ts'
import { ApprovalNeeded } from './errors.ts'
import { formOf, hasFile } from './files.ts'
import { pages } from './pages.ts'
import type { Resources } from './resources.ts'
import { ROUTES } from './routes.ts'
import { createSend, read, type Send } from './send.ts'
import type { CallOptions, ClientOptions, WaitOptions } from './types.ts'
import { constructEvent, sign, verify } from './webhooks.ts'

/** A request to any path under `/v1`, including paths without a generated method. */
export type RawRequest = { method: string; path: string; query?: object; body?: unknown }

type More = {
  /** Waits for the owner's decision on a call, and then returns the call's result. */
  waitForApproval<Result = unknown>(approval: ApprovalNeeded | Approval | string, options?: WaitOptions): Promise<Result>
  /** Sends any request under `/v1`, with the same retries and errors as the generated methods. */
  request<Result = unknown>(request: RawRequest, options?: CallOptions): Promise<Result>
  listings: Resources['listings'] & {
    /** Sends a message to the helper for a listing, and streams the helper's reply. */
    streamChat(id: string, input: ChatInput, options?: CallOptions): AsyncGenerator<ChatEvent, void, undefined>
  }
  webhooks: Resources['webhooks'] & { verify: typeof verify; constructEvent: typeof constructEvent; sign: typeof sign }
}
type ChatInput = operations['sendChat']['requestBody']['content']['application/json']

/** Client for the service. Example: `resale.listings.create({…})`. */
export type Resale = Resources & More

type Method = (...given: unknown[]) => unknown

/** Creates a client for one account. Sends no request until the first call. */
export function createResale(options: ClientOptions): Resale {
  const send = createSend(options)
  const getApproval = (id: string, more: CallOptions): Promise<Approval> =>
    send({ method: 'GET', path: `/approvals/${encodeURIComponent(id)}` }, more).then(read) as Promise<Approval>
  const wait: More['waitForApproval'] = (approval, more) => waitForApproval(getApproval, approval, more) as Promise<never>

  const run = async (request: Parameters<Send>[0], more: CallOptions = {}): Promise<unknown> => {
    try {
      return await read(await send(request, more))
    } catch (error) {
      const waits = more.waitForApproval ?? options.waitForApproval
      if (!waits || !(error instanceof ApprovalNeeded)) throw error
      return wait(error, { ...(more.signal ? { signal: more.signal } : {}), ...(waits === true ? {} : waits) })
    }
  }

  const resources: Record<string, Record<string, unknown>> = {}
  for (const [group, routes] of Object.entries(ROUTES)) {
    resources[group] = Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, methodOf(route, run)]))
  }
  Object.assign(resources['webhooks']!, { verify, constructEvent, sign })
  resources['listings']!['streamChat'] = async function* streamChat(id: string, input: ChatInput, more?: CallOptions) {
    const path = `/listings/${encodeURIComponent(id)}/chat`
    yield* readEvents((await send({ method: 'POST', path, json: input, accept: 'text/event-stream' }, more)).body!)
  }
  const request: More['request'] = ({ body, ...rest }, more) => run({ ...rest, json: body }, more) as Promise<never>
  return { ...resources, waitForApproval: wait, request } as unknown as Resale
}

function methodOf(route: string, run: (request: Parameters<Send>[0], more?: CallOptions) => Promise<unknown>): Method {
  const [method = '', path = '', takes] = route.split(' ')
  const names = path.match(/\{\w+\}/g) ?? []
  return (...given) => {
    const filled = names.reduce((text, name, at) => text.replace(name, segment(name, given[at])), path)
    const input = (takes ? given[names.length] : undefined) as Record<string, unknown> | undefined
    const more = given[names.length + (takes ? 1 : 0)] as CallOptions | undefined
    if (method === 'GET') return pages((query) => run({ method, path: filled, query }, more), input ?? {})
    return takes === '%' || (input && hasFile(input))
      ? formOf(input ?? {}).then((body) => run({ method, path: filled, body }, more))
      : run({ method, path: filled, json: input }, more)
  }
}

/** Encodes an id or slug as one path segment, so that the id cannot change the path of the request. */
function segment(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..')
    throw new TypeError(`${name} must be an id, not ${String(value)}`)
  return encodeURIComponent(value)
}
