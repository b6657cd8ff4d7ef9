/** Caches the results of a pure function of one string. To limit memory use, clears the whole cache when it contains `most` results. */
export function memoized<T>(compute: (text: string) => T, most: number): (text: string) => T {
  const cache = new Map<string, T>()
  return (text) => {
    const cached = cache.get(text)
    if (cached !== undefined || cache.has(text)) return cached as T
    if (cache.size >= most) cache.clear()
    const result = compute(text)
    cache.set(text, result)
    return result
  }
}
