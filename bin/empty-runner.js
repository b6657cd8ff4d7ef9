// Replaces node:test when tests are only listed: it records the names of tests and runs none.
export const registered = []
const nothing = () => {}

/** Records the name of a test, for every argument order that node:test accepts. */
const register = (name) => void registered.push(typeof name === 'function' ? name.name : name)
const open = (name, ...rest) => rest.find((part) => typeof part === 'function')?.()

export const test = Object.assign((...given) => register(...given), { skip: register, todo: register, only: register })
export const describe = Object.assign((...given) => open(...given), { skip: nothing, todo: nothing, only: open })
export const [it, suite] = [test, describe]
export const [before, after, beforeEach, afterEach, run] = [nothing, nothing, nothing, nothing, nothing]
export const mock = {}
export const snapshot = {}
Object.assign(test, { test, describe, it, suite, before, after, beforeEach, afterEach, mock })
// oxlint-disable-next-line import/no-default-export -- node:test has one
export default test
