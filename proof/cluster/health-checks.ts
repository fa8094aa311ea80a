import { setTimeout as wait } from 'node:timers/promises'
import type { Machine } from './server-cluster.ts'

const checkEveryMs = 100
const answerWithinMs = 1_000
const timeoutMs = 60_000

/** Asks every machine again and again whether it is ready, as a load balancer does. */
export class HealthChecks {
  readonly #machines: readonly Machine[]
  readonly #healthy = new Set<Machine>()
  readonly #running: Promise<unknown>
  #isOpen = true

  constructor(machines: readonly Machine[]) {
    this.#machines = machines
    this.#running = Promise.all(machines.map((machine) => this.#check(machine)))
  }

  /** The addresses of the machines that were ready last. */
  healthyUrls(): string[] {
    return this.#machines
      .filter((machine) => this.#healthy.has(machine) && machine.isRunning())
      .map(({ url }) => url)
  }

  /** Throws after a minute. */
  async untilHealthy(machines: readonly Machine[]): Promise<void> {
    const giveUpAt = performance.now() + timeoutMs
    for (const machine of machines)
      while (!this.#healthy.has(machine)) {
        if (performance.now() > giveUpAt) throw new Error(`${machine.name} is not ready after a minute`)
        await wait(checkEveryMs / 5)
      }
  }

  async #check(machine: Machine): Promise<void> {
    while (this.#isOpen) {
      if (machine.isRunning() && (await isServing(machine.url))) this.#healthy.add(machine)
      else this.#healthy.delete(machine)
      await wait(checkEveryMs)
    }
  }

  async stop(): Promise<void> {
    this.#isOpen = false
    await this.#running
  }
}

export async function isServing(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(answerWithinMs) })
    await response.text()
    return response.ok
  } catch {
    return false
  }
}
