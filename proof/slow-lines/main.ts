import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { installedBrowser } from '../../e2e/support/browser.ts'
import { Person } from '../../e2e/support/people.ts'
import { startServer } from '../../e2e/support/server.ts'
import { openNetwork } from '../harness/network.ts'
import { type Setup, setups } from './setups.ts'

/**
 * `node proof/slow-lines/main.ts [--round-trips 0,1000] [--only TEXT]`: how many seconds after sign-in a desk is live on a
 * slow line, in real Chromium behind both load balancers, with their defaults and with our files, with and without
 * WebSocket. Prints a table; exits with 1 if a desk is not live in time.
 */
const { values } = parseArgs({
  options: {
    'round-trips': { type: 'string', default: '0,300,600,1000,2000' },
    only: { type: 'string', default: '' },
  },
})
const roundTrips = values['round-trips'].split(',').map(Number)
/** A desk that is not live after this long counts as never live. */
const pageTimeoutMs = 90_000
const email = 'trader@alder.example'

interface Result {
  readonly seconds: number | null
  /** The transports that the desk tried, in order. */
  readonly transports: readonly string[]
}

/** Signs in over a line and waits until the desk is live. */
async function timeToLive(browser: Browser, url: string): Promise<Result> {
  const page = await Person.window({ url, browser, email, language: 'En' })
  try {
    page.setDefaultTimeout(pageTimeoutMs)
    const transports: string[] = []
    page.on('websocket', () => transports.push('websocket'))
    page.on('request', (request) => {
      const transport = /\/(xhr_streaming|eventsource|xhr)$/.exec(new URL(request.url()).pathname)?.[1]
      if (transport && transports.at(-1) !== transport) transports.push(transport)
    })
    const person = new Person(page, 'En')
    await page.getByLabel(person.text('auth.email')).waitFor()
    const began = performance.now()
    await person.signsIn(email)
    const isLive = await page
      .locator('.connection[data-state=live]')
      .waitFor()
      .then(() => true)
      .catch(() => false)
    return { seconds: isLive ? (performance.now() - began) / 1_000 : null, transports }
  } finally {
    await page.context().close()
  }
}

/** One row of the table: a load balancer at every round trip. */
async function measure(browser: Browser, setup: Setup): Promise<readonly Result[]> {
  const line = await openNetwork(0)
  const url = `http://127.0.0.1:${line.port}`
  const server = await startServer({ PUBLIC_URL: url })
  const balancer = await setup.start(server.url.replace('localhost', '127.0.0.1'))
  line.redirect(0, Number(new URL(balancer.url).port))
  try {
    const results: Result[] = []
    for (const roundTrip of roundTrips) {
      line.set(roundTrip === 0 ? { type: 'open' } : { type: 'slow', delayMs: () => roundTrip / 2 })
      results.push(await timeToLive(browser, url))
    }
    return results
  } finally {
    await line.close()
    await balancer.stop()
    await server.stop()
  }
}

const executablePath = installedBrowser()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
})
try {
  console.log(`${cpus().length} cores, ${cpus()[0]?.model}, Chromium ${browser.version()}`)
  console.log(`Seconds from sign-in to live, at round trips of ${roundTrips.join(', ')} ms`)
  for (const setup of setups.filter(({ name }) => name.includes(values.only))) {
    const results = await measure(browser, setup)
    const seconds = results.map((result) => result.seconds?.toFixed(1).padStart(5) ?? 'never')
    console.log(`${setup.name.padEnd(36)} ${seconds.join('  ')}   ${results.at(-1)?.transports.join(' > ')}`)
    if (results.some((result) => result.seconds === null)) process.exitCode = 1
  }
} finally {
  await browser.close()
}
