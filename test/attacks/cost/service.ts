import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { TestContext } from 'node:test'
import type { Answers } from '#test/attacks/cost/host.ts'

export type Service = {
  request<N extends keyof Answers>(name: N, argument?: string): Promise<Awaited<ReturnType<Answers[N]>>>
  port: number
}

const HOST = fileURLToPath(new URL('./host.ts', import.meta.url))
const LOADER = fileURLToPath(new URL('../../../bin/tsx.js', import.meta.url))

/** Starts the service in a separate process, so that the measurements exclude the attacker's own cost. */
export async function startMeasured(t: Pick<TestContext, 'after'>): Promise<Service> {
  const execArgv = ['--expose-gc', '--max-semi-space-size=16', '--import', LOADER]
  const child: ChildProcess = fork(HOST, { execArgv, serialization: 'advanced', stdio: 'inherit' })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  child.on('message', ({ call, value, error }: { call: number; value: unknown; error?: string }) => {
    if (error === undefined) waiting.get(call)?.resolve(value)
    else waiting.get(call)?.reject(new Error(error))
    waiting.delete(call)
  })
  let calls = 0
  const request: Service['request'] = (name, argument) => {
    const call = ++calls
    const answer = Promise.withResolvers<unknown>()
    waiting.set(call, answer)
    child.send({ call, name, argument })
    return answer.promise as never
  }
  await once(child, 'message')
  t.after(async () => {
    await request('stop')
    child.kill()
    await once(child, 'exit')
  })
  return { request, port: await request('port') }
}
