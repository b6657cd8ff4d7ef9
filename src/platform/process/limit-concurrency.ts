/** Returns a function that runs at most `atOnce` tasks concurrently. Further tasks wait in the order of their calls. */
export function limitConcurrency(atOnce: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (task) => {
    if (running < atOnce) running++
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await task()
    } finally {
      // gives the slot of the finished task to the next one
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
