/**
 * Slots of listings in sort order. New slots go into a short list. A full short list is merged into the long list, and the slots of dropped
 * listings are removed.
 */
export class SortedSlots {
  #long = new Int32Array(0)
  #short: number[] = []
  readonly #compare: (a: number, b: number) => number
  readonly #alive: (slot: number) => boolean

  constructor(compare: (a: number, b: number) => number, alive: (slot: number) => boolean) {
    this.#compare = compare
    this.#alive = alive
  }

  add(slot: number): void {
    let low = 0
    let high = this.#short.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(this.#short[middle]!, slot) < 0) low = middle + 1
      else high = middle
    }
    this.#short.splice(low, 0, slot)
    if (this.#short.length >= MAX_SHORT) this.#merge()
  }

  walk(backward: boolean, visit: (slot: number) => boolean): void {
    const long = this.#long
    const short = this.#short
    const step = backward ? -1 : 1
    let i = backward ? long.length - 1 : 0
    let j = backward ? short.length - 1 : 0
    while (i >= 0 && j >= 0 && (i < long.length || j < short.length)) {
      const takeLong = j >= short.length || (i < long.length && this.#compare(long[i]!, short[j]!) * step < 0)
      const slot = takeLong ? long[i]! : short[j]!
      if (takeLong) i += step
      else j += step
      if (this.#alive(slot) && !visit(slot)) return
    }
    for (; i >= 0 && i < long.length; i += step) if (this.#alive(long[i]!) && !visit(long[i]!)) return
    for (; j >= 0 && j < short.length; j += step) if (this.#alive(short[j]!) && !visit(short[j]!)) return
  }

  /** Captures the current order, including dropped slots, for a reader that may take a long time. */
  capture(): SlotOrder {
    const long = this.#long
    const short = [...this.#short]
    const compare = this.#compare
    return function* () {
      let j = 0
      for (const slot of long) {
        while (j < short.length && compare(short[j]!, slot) < 0) yield short[j++]!
        yield slot
      }
      yield* short.slice(j)
    }
  }

  restore(slots: Int32Array<ArrayBuffer>): void {
    this.#long = slots
  }

  #merge(): void {
    const merged = new Int32Array(this.#long.length + this.#short.length)
    let length = 0
    this.walk(false, (slot) => {
      merged[length++] = slot
      return true
    })
    this.#long = merged.slice(0, length)
    this.#short = []
  }
}

export type SlotOrder = () => Generator<number>

const MAX_SHORT = 4_096
