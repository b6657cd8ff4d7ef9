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

/** Controls one call. The gate can delay the call after each query, or interrupt the call at a given query. */
export type Gate = { pass(): Promise<void>; query(): void; wasCut(): boolean }

export const NO_GATE: Gate = { pass: async () => {}, query: () => {}, wasCut: () => false }

/** Interrupts the call at query number `at`. The open transaction is lost, and committed data remains in the database. */
export function cutAt(at: number): Gate {
  let queries = 0
  let cut = false
  return {
    pass: async () => {},
    query() {
      if (++queries !== at) return
      cut = true
      throw new Error('the connection was interrupted')
    },
    wasCut: () => cut,
  }
}

/** Makes the call wait for a scheduler after each query. The scheduler decides which of the concurrent calls continues. */
export const takeTurns = (turn: () => Promise<void>): Gate => ({ pass: turn, query: () => {}, wasCut: () => false })

/** Delays a call by `ms` before its start and after each query, so that concurrent calls overlap in different ways. */
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
