import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

/*
 * A substitute for `node:test` that runs the same tests for each mutant, all in one process. It supports tests, suites, subtests and hooks.
 * A test file that uses other features fails even without a mutant, and is therefore excluded.
 */

type Body = (t: TestContext) => unknown
type Suite = { parent: Suite | null; before: Body[]; after: Body[]; beforeEach: Body[]; afterEach: Body[] }

const { mock } = process.getBuiltinModule('node:test')
let suite = newSuite(null)
let tests: { suite: Suite; body: Body }[] = []
let loading: Promise<void>[] = []

function newSuite(parent: Suite | null): Suite {
  return { parent, before: [], after: [], beforeEach: [], afterEach: [] }
}

const bodyOf = (args: readonly unknown[]): Body => (args.findLast((arg) => typeof arg === 'function') as Body | undefined) ?? (() => {})

const isSkipped = (args: readonly unknown[]): boolean =>
  args.some((arg) => typeof arg === 'object' && arg !== null && 'skip' in arg && Boolean(arg.skip))

export function test(...args: unknown[]): Promise<void> {
  if (isSkipped(args)) return Promise.resolve()
  tests.push({ suite, body: bodyOf(args) })
  return Promise.resolve()
}
export function describe(...args: unknown[]): Promise<void> {
  if (isSkipped(args)) return Promise.resolve()
  const outer = suite
  suite = newSuite(outer)
  const done = bodyOf(args)({} as TestContext)
  suite = outer
  if (done instanceof Promise) loading.push(done)
  return Promise.resolve()
}
const skip = () => Promise.resolve()
Object.assign(test, { skip, todo: skip, only: test })
Object.assign(describe, { skip, todo: skip, only: describe })

export { mock, test as it, describe as suite }
// oxlint-disable-next-line import/no-default-export -- node:test has a default export
export default test
export const before = (body: Body): number => suite.before.push(body)
export const after = (body: Body): number => suite.after.push(body)
export const beforeEach = (body: Body): number => suite.beforeEach.push(body)
export const afterEach = (body: Body): number => suite.afterEach.push(body)

/**
 * `only` selects tests by their positions in the file. `before` and `after` run before and after each test. With `after`, the run continues
 * after a failed test.
 */
export type Options = {
  only?: ReadonlySet<number>
  before?: (index: number) => Promise<void>
  after?: (index: number, ms: number, failed: boolean) => Promise<void>
}

/** Loads a test file and runs its tests until one fails. Throws the error of the failed test. */
export async function runFile(load: () => Promise<unknown>, { only, before: starts, after: ends }: Options = {}): Promise<number> {
  const root = newSuite(null)
  suite = root
  tests = []
  loading = []
  const started = new Set<Suite>([root])
  try {
    await load()
    await Promise.all(loading)
    for (const [index, one] of tests.entries()) {
      if (only?.has(index) === false) continue
      const suites = chainOf(one.suite)
      for (const each of suites) {
        if (each !== root && started.has(each)) continue
        started.add(each)
        for (const hook of each.before.splice(0)) await hook({} as TestContext)
      }
      await starts?.(index)
      const began = performance.now()
      const error = await runTest(one.body, suites).then(
        () => null,
        (reason: unknown) => ({ reason }),
      )
      await ends?.(index, performance.now() - began, error !== null)
      if (error !== null && ends === undefined) throw error.reason
    }
  } finally {
    for (const each of started) for (const hook of each.after) await hook({} as TestContext)
  }
  return tests.length
}

async function runTest(body: Body, suites: readonly Suite[]): Promise<void> {
  const cleanups: Body[] = []
  const context = {
    name: '',
    mock,
    assert,
    diagnostic: () => {},
    after: (hook: Body) => cleanups.push(hook),
    test: (...args: unknown[]) => runTest(bodyOf(args), []),
    signal: new AbortController().signal,
  } as unknown as TestContext
  for (const each of suites) for (const hook of each.beforeEach) await hook(context)
  try {
    await body(context)
  } finally {
    for (const hook of cleanups) await hook(context)
    mock.restoreAll()
    for (const each of suites) for (const hook of each.afterEach) await hook(context)
  }
}

const chainOf = (one: Suite): Suite[] => (one.parent === null ? [one] : [...chainOf(one.parent), one])
