import { benchEngine } from './engine.ts'

/** `node --expose-gc run.ts LIVE_ADVERTS COMMANDS`: one measurement in a process of its own, as JSON. */
const [liveAdverts = 10_000, commands = 20_000] = process.argv.slice(2).map(Number)
console.log(JSON.stringify(benchEngine(liveAdverts, commands)))
