import type { Context } from '#context.ts'
import type { CounterWording } from '#domain/counter-words.ts'

/**
 * A model's words for a counter, or null where there is no model (interface, helper 8, rule 7). It is given the counter,
 * the offer, the price and the title, never the floor; what it says is used only after `wordingOf` has checked it.
 */
export async function wordCounter(_ctx: Context, _facts: CounterWording): Promise<string | null> {
  return null
}
