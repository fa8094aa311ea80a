import { compareWorlds, harmless } from './compare-worlds.ts'

/**
 * `node proof/leaks/worlds/main.ts`: whether anything that an institution receives over HTTP and STOMP depends on what
 * its competitors do. Half of COMMANDS (6,000) are sent while the observed institution acts alone, half while it is
 * located with another one. SEED repeats what the observed institution does; competitors act at the same time, so that
 * their order, and with it what they draw, is the machine's. With `--follower`, each world has two processes on the
 * PostgreSQL of TEST_DATABASE_URL, and everybody uses the one that follows.
 */
const say = (line: string): boolean => process.stdout.write(`${line}\n`)
const commands = Number(process.env.COMMANDS || 6_000)
const seed = Number(process.env.SEED || Math.floor(Math.random() * 1_000_000))
if (!Number.isInteger(commands) || commands < 200) {
  say(`COMMANDS must be an integer of 200 or more, not "${process.env.COMMANDS}"`)
  process.exit(2)
}
const commandsPerStep = 32
const postgres = process.argv.includes('--follower') ? (process.env.TEST_DATABASE_URL ?? null) : null
if (process.argv.includes('--follower') && postgres === null) {
  say('--follower needs a PostgreSQL, named by TEST_DATABASE_URL')
  process.exit(2)
}
say(`${commands} commands of competitors, SEED=${seed}`)

let sent = 0
let reportedOfCompetitors = 0
const detected = new Set<string>()
let leaks: readonly string[] = []
for (const withPartner of [false, true]) {
  const began = performance.now()
  const steps = Math.ceil(commands / 2 / commandsPerStep)
  const result = await compareWorlds({ seed, steps, commandsPerStep, withPartner, postgres })
  const {
    tally,
    difference,
    observations,
    frames,
    prices,
    locates,
    agreements,
    notExecuted,
    ids,
    nearMisses,
  } = result
  sent += tally.accepted + tally.refused
  say('')
  say(withPartner ? 'with a partner in both worlds' : 'the observed institution alone against competitors')
  say(
    `  commands of competitors  ${tally.accepted} accepted, ${tally.refused} refused, and ${tally.queries} queries`,
  )
  say(
    `  locates of competitors   ${locates.ofCompetitors}, of which ${locates.besideObserved} in its securities`,
  )
  say(`  locates of the observed  ${locates.ofObserved}; agreements ${agreements} in all`)
  say(
    `  reported as not executed ${notExecuted.ofCompetitors.size} of competitors, ${notExecuted.ofObserved.size} of the observed`,
  )
  say(`  near misses              ${nearMisses}`)
  say(`  observations             ${observations} reads in each world, ${frames} frames in both`)
  const pushed = [...prices].map(([count, messages]) => `${messages} beside ${count}`).join(', ')
  say(`  messages with prices     ${pushed} securities followed by competitors, in both`)
  say(`  ids seen                 ${ids.seen}, ${ids.faults.join('; ') || 'random'}`)
  say(`  differences              ${difference ? 1 : 0}`)
  say(`  duration                 ${((performance.now() - began) / 1_000).toFixed(0)} s`)
  if (difference) {
    const { step, who, what, alone, crowded } = difference
    say(`step ${step}, ${who}, ${what}\n--- alone\n${alone}\n--- with competitors\n${crowded}`)
  }
  if (difference || ids.faults.length > 0) process.exitCode = 1
  // A run in which nothing could have leaked, or in which a locate was visible by right, proves nothing.
  const { besideObserved, ofObserved, ofBoth } = locates
  if (besideObserved === 0 || nearMisses === 0 || ofBoth > 0 || withPartner === (ofObserved === 0)) {
    say(`the run did not have the locates that it needs; ${ofBoth} were with competitors`)
    process.exitCode = 1
  }
  if ([...prices.values()].includes(0)) {
    say('the run did not have the prices that it needs')
    process.exitCode = 1
  }
  reportedOfCompetitors += notExecuted.ofCompetitors.size
  if (withPartner && (reportedOfCompetitors === 0 || notExecuted.ofObserved.size === 0)) {
    say('the runs did not have the reports that they need')
    process.exitCode = 1
  }
  leaks = [...result.detected.keys()].filter((name) => name !== harmless)
  for (const [name, step] of result.detected) if (step !== null) detected.add(name)
}
const missed = leaks.filter((name) => !detected.has(name))
say('')
say(
  `${sent} commands of competitors; seeded leaks detected: ${leaks.length - missed.length} of ${leaks.length}`,
)
for (const name of missed) say(`NOT DETECTED: ${name}`)
if (detected.has(harmless)) say('A wrapper that reveals nothing was taken for a leak')
if (missed.length > 0 || detected.has(harmless)) process.exitCode = 1
process.exit()
