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

/** Stands between a call and its database. It can delay the call at each query, or interrupt it at one. */
export type Gate = { pass(): Promise<void>; query(): void; wasCut(): boolean }

export const NO_GATE: Gate = { pass: async () => {}, query: () => {}, wasCut: () => false }

/** Interrupts the service at query number `at`: its transaction is lost, committed data stays. */
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

/** Lets a scheduler decide which of several calls continues after each database response. */
export const turnTaking = (turn: () => Promise<void>): Gate => ({ pass: turn, query: () => {}, wasCut: () => false })

/** Starts requests together, each with a small delay. */
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
