/**
 * `node --expose-gc measure.main.ts NAME SIZE …`: one measurement in its own process, as JSON. Each loads
 * only its own code, so that no other code uses memory.
 */
const [name, ...args] = process.argv.slice(2)
const sizes = args.map(Number)

async function measure(): Promise<unknown> {
  switch (name) {
    case 'engine': {
      const [liveAdverts = 10_000, commands = 20_000, securities = 4_000] = sizes
      return (await import('./engine.ts')).benchEngine(liveAdverts, commands, securities)
    }
    case 'inserts': {
      const [orders = 100_000, insertsPerSweep = 1] = sizes
      return (await import('./inserts.ts')).benchInserts(orders, insertsPerSweep)
    }
    case 'oracle': {
      const [liveAdverts = 1_000, sweeps = 300] = sizes
      return (await import('./oracle.ts')).benchOracle(liveAdverts, sweeps)
    }
    case 'latency':
      return (await import('./latency.ts')).benchLatency(20, 400)
    case 'ticks':
      return (await import('./ticks.ts')).benchTicks(sizes[0] ?? 4_000, 60)
    case 'journal':
      return (await import('./journal.ts')).benchJournal(8, [1, 10, 100, 500], sizes[0] ?? 20_000)
    case 'journal-postgres': {
      const database = { name: 'PostgreSQL', url: process.env.TEST_DATABASE_URL ?? '' } as const
      return (await import('./journal.ts')).benchJournal(8, [1, 10, 100, 500], sizes[0] ?? 20_000, database)
    }
    case 'start':
      return (await import('./start.ts')).benchStart(sizes[0] ?? 10_000_000, 20_000)
    case 'replica-lag':
      return (await import('./replica-lag.ts')).benchReplicaLag(sizes[0] ?? 5_000, sizes[1] ?? 10)
    case 'desks':
      return (await import('./desks/desks.ts')).benchThousandDesks()
    case 'fan-out': {
      const size = { sockets: 2_000, notifications: 100_000, fixedRatePerSecond: 2_000, fixedRateSeconds: 20 }
      return (await import('./fan-out/fan-out.ts')).benchFanOut(size)
    }
    case 'market-data': {
      const [securities = 4_000, desks = 100, seconds = 60] = sizes
      const { benchMarketFeed } = await import('./market-data/market-feed.ts')
      return benchMarketFeed({ securities, desks, followed: 40, seconds })
    }
    case 'memory': {
      const [desks = 2_000, liveAdverts = 100_000] = sizes
      return (await import('./desks/memory.ts')).benchMemory(desks, liveAdverts)
    }
    default:
      throw new Error(`no measurement is named ${name}`)
  }
}

console.log(JSON.stringify(await measure()))
process.exit(0)
