import { parseArgs } from 'node:util'
import { type Bug, planted } from './bug.ts'
import { bugs } from './list.ts'
import { runTests, type Verdict } from './vitest-run.ts'
import { openWorkshop, sourceOf, type Workshop } from './workshop.ts'

/** Of a hundred bugs, so many must be caught. */
const share = 90
const say = (line: string): boolean => process.stdout.write(`${line}\n`)

type Stage = 'unit and property tests' | 'simulation'

interface Caught {
  readonly bug: Bug
  readonly by: Stage | null
  readonly verdict: Verdict
}

/** A few simulated days, and few pairs of worlds: enough to judge what the small tests let pass. */
const few = { DAYS: '40', PAIRS: '40' }

/** The days with their oracle, and the two worlds. The planted leaks judge the property, not the engine. */
const judges = ['simulation', 'secrecy'].map((name) => `engine/simulation/${name}.test.ts`)

const stages: readonly (readonly [Stage, (workshop: Workshop, broken: string) => Promise<Verdict>])[] = [
  ['unit and property tests', ({ folder }, BROKEN) => runTests(folder, ['engine/src/'], { BROKEN })],
  ['simulation', ({ folder }) => runTests(folder, judges, few)],
]

async function hunt(workshop: Workshop, bug: Bug): Promise<Caught> {
  workshop.plant(bug)
  try {
    for (const [by, run] of stages) {
      const verdict = await run(workshop, bug.file)
      if (verdict.is === 'broken') throw new Error(`"${bug.says}" cannot be run: ${verdict.message}`)
      if (verdict.is !== 'passed') return { bug, by, verdict }
    }
    return { bug, by: null, verdict: { is: 'passed' } }
  } finally {
    workshop.mend(bug)
  }
}

function lineOf({ bug, by, verdict }: Caught): string {
  const what = `${bug.rule.padEnd(7)} ${bug.says}`
  if (!by) return `SURVIVED  ${what}`
  return `caught    ${what}\n            ${verdict.is === 'failed' ? verdict.test : 'a test never ended'}`
}

/** The tests must pass without any bug, or they would catch everything. */
async function baseline(): Promise<void> {
  const workshop = openWorkshop()
  try {
    for (const [name, run] of stages) {
      const verdict = await run(workshop, '')
      if (verdict.is !== 'passed')
        throw new Error(`the ${name} fail without any bug: ${JSON.stringify(verdict)}`)
    }
  } finally {
    workshop.close()
  }
}

async function huntAll(wanted: readonly Bug[], jobs: number): Promise<Caught[]> {
  const left = [...wanted]
  const done: Caught[] = []
  const work = async (): Promise<void> => {
    const workshop = openWorkshop()
    try {
      for (let bug = left.shift(); bug; bug = left.shift()) {
        const caught = await hunt(workshop, bug)
        done.push(caught)
        say(lineOf(caught))
      }
    } finally {
      workshop.close()
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  return done
}

const { values } = parseArgs({
  options: { only: { type: 'string' }, jobs: { type: 'string', default: '2' } },
})
const { only = '' } = values
const wanted = bugs.filter(({ rule, says }) => rule === only || says.includes(only))
if (wanted.length === 0) throw new Error(`no bug is of rule "${only}" or says so`)
for (const bug of wanted) planted(bug, sourceOf(bug.file))
await baseline()
const done = await huntAll(wanted, Number(values.jobs))
const countOf = (by: Stage | null): number => done.filter((each) => each.by === by).length
const caught = done.length - countOf(null)
const percent = Math.floor((caught * 100) / done.length)
for (const each of done) if (!each.by) say(lineOf(each))
say(`${done.length} bugs, ${caught} caught (${percent} %):`)
for (const [name] of stages) say(`${String(countOf(name)).padStart(5)} by ${name}`)
if (percent < share) process.exit(1)
