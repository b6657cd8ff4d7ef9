/** The first `size` of any number of slots by an order, in a heap whose root is the last of them. */
export class Top {
  readonly #heap: number[] = []
  readonly #size: number
  readonly #before: (a: number, b: number) => boolean

  /** `before`: whether slot `a` comes before slot `b`; a total order. */
  constructor(size: number, before: (a: number, b: number) => boolean) {
    this.#size = size
    this.#before = before
  }

  offer(slot: number): void {
    const heap = this.#heap
    if (heap.length < this.#size) {
      heap.push(slot)
      this.#rise(heap.length - 1)
    } else if (heap.length > 0 && this.#before(slot, heap[0]!)) {
      heap[0] = slot
      this.#sink()
    }
  }

  /** What was kept, first to last. */
  sorted(): number[] {
    return this.#heap.toSorted((a, b) => (this.#before(a, b) ? -1 : 1))
  }

  #rise(from: number): void {
    const heap = this.#heap
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1
      if (!this.#before(heap[parent]!, heap[at]!)) return
      this.#swap(at, parent)
      at = parent
    }
  }

  #sink(): void {
    const heap = this.#heap
    for (let at = 0; ; ) {
      let last = at
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && this.#before(heap[last]!, heap[child]!)) last = child
      }
      if (last === at) return
      this.#swap(at, last)
      at = last
    }
  }

  #swap(a: number, b: number): void {
    const heap = this.#heap
    const slot = heap[a]!
    heap[a] = heap[b]!
    heap[b] = slot
  }
}
