import { readdirSync, readFileSync } from 'node:fs'

const MS_PER_TICK = 10

/** Returns the CPU milliseconds of a process and its children, ended ones included. */
export function cpuMs(pid: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid)
  return [pid, ...children.map(Number)].reduce((sum, each) => sum + ticksOf(each), 0) * MS_PER_TICK
}

/** Returns a process's memory in megabytes: private, and with shared pages such as the node binary. */
export function memoryMb(pid: number): { own: number; all: number } {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return { own: (kb('Private_Clean') + kb('Private_Dirty')) / 1024, all: kb('Rss') / 1024 }
}

// parent, then user, system and both again for ended children, counted from the state, which comes first
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
    // ended meanwhile
    return null
  }
}
