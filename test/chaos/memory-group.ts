import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'

/** A group of processes with a memory limit in the kernel. A process that a member starts also belongs to the group. */
export type MemoryGroup = {
  add(pid: number): void
  /** Memory of all members in bytes, including the page cache that they filled. */
  used(): number
  /**
   * Lowers the memory limit until the kernel kills a process or cannot free any more memory. In the second case, the kernel kills the next
   * process that needs memory.
   */
  squeeze(): void
  /** Removes the limit. */
  release(): void
  /** Number of processes that the kernel has killed because of the memory limit. */
  kills(): number
  /** Removes the group. Returns false if the group still has processes. */
  remove(): boolean
}

const STEP = 8 * 2 ** 20
const ROOT = '/sys/fs/cgroup'
/** Control files of a group, in cgroup versions 1 and 2. */
const V1 = {
  folder: `${ROOT}/memory`,
  limit: 'memory.limit_in_bytes',
  used: 'memory.usage_in_bytes',
  kills: 'memory.oom_control',
  none: '-1',
}
const V2 = { folder: ROOT, limit: 'memory.max', used: 'memory.current', kills: 'memory.events', none: 'max' }

/** Creates a group. Returns null if the machine does not permit groups. */
export function memoryGroup(name: string): MemoryGroup | null {
  const files = existsSync(`${V1.folder}/${V1.limit}`) ? V1 : V2
  const folder = `${files.folder}/${name}`
  try {
    mkdirSync(folder)
    // the folder contains this file only if the memory controller is enabled
    readFileSync(`${folder}/${files.limit}`)
  } catch {
    if (existsSync(folder)) rmdirSync(folder)
    return null
  }
  const read = (file: string) => readFileSync(`${folder}/${file}`, 'utf8')
  const used = () => Number(read(files.used))
  const kills = () => Number(/^oom_kill (\d+)$/m.exec(read(files.kills))?.[1] ?? 0)
  return {
    add: (pid) => writeFileSync(`${folder}/cgroup.procs`, String(pid)),
    used,
    squeeze() {
      const before = kills()
      for (let bytes = used(); bytes > STEP && kills() === before; bytes -= STEP)
        try {
          writeFileSync(`${folder}/${files.limit}`, String(bytes))
        } catch {
          // cgroup version 1 rejects a limit that is lower than the memory that it cannot free
          return
        }
    },
    release: () => writeFileSync(`${folder}/${files.limit}`, files.none),
    kills,
    remove() {
      if (read('cgroup.procs') !== '') return false
      rmdirSync(folder)
      return true
    },
  }
}
