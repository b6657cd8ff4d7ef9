import { readdirSync, readFileSync } from 'node:fs'

const MS_PER_TICK = 10

/** Returns the CPU time in milliseconds of a process and its child processes, including those that have ended. */
export function cpuMs(pid: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid)
  return [pid, ...children.map(Number)].reduce((sum, each) => sum + ticksOf(each), 0) * MS_PER_TICK
}

/** Returns a process's memory in megabytes. `own` is private memory. `all` includes shared pages, such as those of the node binary. */
export function memoryMb(pid: number): { own: number; all: number } {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return { own: (kb('Private_Clean') + kb('Private_Dirty')) / 1024, all: kb('Rss') / 1024 }
}

// /proc/PID/stat, counted from the process state: field 1 is the id of the parent, and fields 11 to 14 are the user and system time of the
// process and of its ended children
const parentOf = (pid: number): number | undefined => statOf(pid)?.[1]

const ticksOf = (pid: number): number =>
  statOf(pid)
    ?.slice(11, 15)
    .reduce((a, b) => a + b, 0) ?? 0

function statOf(pid: number): number[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch {
    // the process ended before the benchmark could read its statistics
    return null
  }
}
