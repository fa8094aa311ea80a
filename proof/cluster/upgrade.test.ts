import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { installedBalancers, type RunningBalancer } from './installed-balancers.ts'
import { Trading } from './trading.ts'

/** ROUNDS is how often all three servers are replaced. */
const rounds = Number(process.env.ROUNDS ?? 1)
const seed = process.env.SEED || randomBytes(6).toString('hex')
const timeout = 180_000 + rounds * 60_000
const responses = 20

const installed = installedBalancers.filter(({ isInstalled }) => isInstalled)

test('a load balancer is installed: on Debian, apt-get install haproxy nginx', () => {
  expect(installed).not.toEqual([])
})

describe.each(installed)('three servers behind $name', ({ name, start }) => {
  test(`a rolling upgrade under load fails no request, SEED=${seed}`, { timeout }, async () => {
    let balancer: RunningBalancer | null = null
    const startBalancer = async (urls: readonly string[]): Promise<string> => {
      balancer = await start(urls)
      return balancer.url
    }
    const trading = await Trading.open({ seed, hasStandby: true, startBalancer })
    try {
      const since = performance.now()
      for (let n = 0; n < rounds; n += 1) {
        await trading.disturb(responses, async () => {
          for (const machine of trading.cluster.machines) {
            await machine.stop()
            await trading.restart(machine)
          }
        })
        await trading.check()
      }
      const { probe } = trading
      const pause = Math.round(probe.longestPause(since))
      const requests = probe.requests.filter(({ endedAt }) => endedAt >= since).length
      console.log(
        `${name}: ${3 * rounds} servers replaced, ${requests} requests, ${probe.failures(since)} failed, longest pause ${pause} ms`,
      )
      await trading.finish()

      expect(probe.failures(since)).toBe(0)
    } finally {
      await trading.remove()
      await (balancer as RunningBalancer | null)?.stop()
    }
  })
})
