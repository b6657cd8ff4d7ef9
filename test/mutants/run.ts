import { answerHelp } from '#bin/help.ts'
import { runGenerated } from './generated/run.ts'
import { runSeeded } from './seeded.ts'

answerHelp(import.meta.filename)

/*
 * `npm run mutants`: inserts one defect at a time into the code and runs the tests that must detect it. If they still pass, no test guards
 * the code.
 *   npm run mutants                            the listed defects. Arguments select them by a part of their title, and `2/3` selects the
 *                                              second of three parts, because CI runs a different part each day
 *   npm run mutants -- --all [PATH]...         generated defects in rules, presenters, queries and verbs, in files whose path contains PATH
 *   npm run mutants -- --scope queries         generated defects in one scope, or in several: presenters, queries, verbs, locks,
 *                                              others (all other code on the server, such as backups; without a goal)
 *   npm run mutants -- --rules [PATH]...       generated defects in rules. Fails if the tests detect less than 95%
 *   npm run mutants -- --rules --random 60     60 of these defects. `--seed N` repeats a run, `--files 2` takes them from two random files,
 *                                              and `--lanes 3` runs three processes instead of two. `--nearest` runs only the nearest tests
 */

const args = process.argv.slice(2)
const isGenerated = args.some((word) => /^--(all|rules|scope|random)\b/.test(word))
const passed = isGenerated ? await runGenerated(args) : await runSeeded(args)
process.exitCode = passed ? 0 : 1
