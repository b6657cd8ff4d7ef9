import { setTimeout as sleep } from 'node:timers/promises'
import type {
  Kysely,
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely'

/** What stands between a call and its database: it can hold a call up at each query, or cut it off at one. */
export type Gate = { pass(): Promise<void>; query(): void; wasCut(): boolean }

export const NO_GATE: Gate = { pass: async () => {}, query: () => {}, wasCut: () => false }

/** The service dies at the query number `at`: what its transaction wrote so far is gone, what it committed stays. */
export function cutAt(at: number): Gate {
  let queries = 0
  let cut = false
  return {
    pass: async () => {},
    query() {
      if (++queries !== at) return
      cut = true
      throw new Error('cut off')
    },
    wasCut: () => cut,
  }
}

/** Somebody else decides which of several calls goes on after each answer of the database. */
export const turnTaking = (turn: () => Promise<void>): Gate => ({ pass: turn, query: () => {}, wasCut: () => false })

/** Requests that are let loose together, each a little later than the other. */
export const headStart = (ms: number): Gate => ({ pass: () => sleep(ms), query: () => {}, wasCut: () => false })

export const gated = <T>(db: Kysely<T>, gate: Gate): Kysely<T> => (gate === NO_GATE ? db : db.withPlugin(new GatePlugin(gate)))

class GatePlugin implements KyselyPlugin {
  readonly #gate: Gate
  constructor(gate: Gate) {
    this.#gate = gate
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    this.#gate.query()
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    await this.#gate.pass()
    return result
  }
}
