/**
 * Selects the first `size` slots by descending key; `before` breaks ties. The class is a heap with the lowest selected slot at its root.
 */
export class Top {
  /** Lowest key that can still enter the selection. Callers can skip slots with lower keys. */
  least = -Infinity
  readonly #slots: number[] = []
  readonly #keys: number[] = []
  readonly #size: number
  readonly #before: (a: number, b: number) => boolean

  /** `before` breaks ties: it returns true when its first argument comes first. */
  constructor(size: number, before: (a: number, b: number) => boolean) {
    this.#size = size
    this.#before = before
  }

  offer(slot: number, key: number): void {
    if (this.#slots.length < this.#size) {
      this.#slots.push(slot)
      this.#keys.push(key)
      this.#rise(this.#slots.length - 1)
    } else if (key > this.least || (key === this.least && this.#before(slot, this.#slots[0]!))) {
      this.#slots[0] = slot
      this.#keys[0] = key
      this.#sink()
    }
    if (this.#slots.length === this.#size) this.least = this.#keys[0]!
  }

  sorted(): number[] {
    const order = this.#slots.map((_, index) => index).sort((a, b) => (this.#isLater(a, b) ? 1 : -1))
    return order.map((index) => this.#slots[index]!)
  }

  #isLater(a: number, b: number): boolean {
    const gap = this.#keys[a]! - this.#keys[b]!
    return gap < 0 || (gap === 0 && this.#before(this.#slots[b]!, this.#slots[a]!))
  }

  #rise(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1
      if (!this.#isLater(at, parent)) return
      this.#swap(at, parent)
      at = parent
    }
  }

  #sink(): void {
    for (let at = 0; ;) {
      let last = at
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.#slots.length && this.#isLater(child, last)) last = child
      }
      if (last === at) return
      this.#swap(at, last)
      at = last
    }
  }

  #swap(a: number, b: number): void {
    const slot = this.#slots[a]!
    const key = this.#keys[a]!
    this.#slots[a] = this.#slots[b]!
    this.#keys[a] = this.#keys[b]!
    this.#slots[b] = slot
    this.#keys[b] = key
  }
}
