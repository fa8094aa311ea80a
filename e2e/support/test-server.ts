import { test } from '@playwright/test'
import type { Trader } from './people.ts'
import { type RunningServer, startServer } from './server.ts'

type Environment = Parameters<typeof startServer>[0]

/** The server of the tests of a file. */
export interface TestServer extends RunningServer {
  /** Stops it, and continues with its data; `between` runs in the meantime. */
  restart(env?: Environment, between?: () => void): Promise<void>
  /** Restarts it with a clock that is a day ahead, and loads the page there. */
  restartNextDay(trader: Trader): Promise<void>
}

/** Starts a server before each test of the file, and stops it afterwards. */
export const serverForEachTest = (env?: Environment): TestServer =>
  testServer(test.beforeEach, test.afterEach, env)

/** Starts one server for all tests of the file. */
export const serverForAllTests = (env?: Environment): TestServer =>
  testServer(test.beforeAll, test.afterAll, env)

type Hook = (run: () => Promise<void>) => void

function testServer(before: Hook, after: Hook, env?: Environment): TestServer {
  let server: RunningServer
  before(async () => {
    server = await startServer(env)
  })
  after(() => server?.stop())
  const restart: TestServer['restart'] = async (changed, between) => {
    await server.halt()
    between?.()
    server = await startServer(changed, server)
  }
  return {
    get url() {
      return server.url
    },
    get dataDir() {
      return server.dataDir
    },
    output: () => server.output(),
    signal: (name) => server.signal(name),
    runs: () => server.runs(),
    halt: () => server.halt(),
    stop: () => server.stop(),
    restart,
    async restartNextDay(trader) {
      const { page } = trader
      await page.goto('about:blank')
      const later = `const now=Date.now;Date.now=()=>now()+${dayMs}`
      await restart({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(later)}` })
      await page.goto(server.url)
      // Closed here, because the popup may come between two keys and would take the second.
      await trader.button('auth.signInAgain').click()
    },
  }
}

export const dayMs = 86_400_000
